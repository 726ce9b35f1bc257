import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, onlyKnown, text, userId } from './fields.ts'

export const maxPurgeItems = 15

/** The `content_type` that a CSS or JS path requires, undefined for other resources. */
export function contentTypeOf(condition: string): 'css' | 'js' | undefined {
  const path = condition.split(/[?#]/, 1)[0]?.toLowerCase() ?? ''
  if (path.endsWith('.css')) return 'css'
  return path.endsWith('.js') || path.endsWith('.mjs') ? 'js' : undefined
}

export const purgePath = text(2048).check(z.startsWith('/', 'must be a path that begins with /'))

export const purgeItem = onlyKnown(
  z.looseObject({
    /** Defaults to the site's host. */
    domain: z.optional(z.nullable(text(260))),
    condition: purgePath,
    name: z.optional(z.nullable(z.string().check(z.refine((v) => v === 'URI', 'only URI is supported')))),
    content_type: z.optional(z.nullable(z.enum(['css', 'js'], 'must be css or js'))),
  }),
).check((c) => {
  const needed = contentTypeOf(c.value.condition)
  if (needed && c.value.content_type !== needed) {
    c.issues.push({
      code: 'custom',
      input: c.value.content_type,
      path: ['content_type'],
      message: `must be ${needed} for this resource`,
    })
  }
})

export const flushCache = endpoint({
  id: 'user.cache.flush',
  access: 'user',
  method: 'PUT',
  path: '/sites/{site_id}/flush_cache',
  summary: 'Empty the cache of the default profile',
  body: { form: z.object({ user_id: userId }) },
  reply: z.looseObject({ success: z.boolean() }),
  refusals: { 409: 'The host is a placeholder, so the site has no cache.' },
})

/** A list of something to purge. */
export const purgeList = <S extends z.ZodMiniType>(item: S) => {
  const problem = `must have 1 to ${maxPurgeItems} items`
  return z.array(item).check(z.minLength(1, problem), z.maxLength(maxPurgeItems, problem))
}
export const purgeQuery = z.object({ profile_id: z.optional(id), user_id: userId })

export const purgeCache = endpoint({
  id: 'user.cache.purge',
  access: 'user',
  method: 'POST',
  path: '/sites/{site_id}/purge_cache',
  summary: 'Purge up to 15 resources (beta)',
  description:
    'Replies at once; the resources disappear within a few seconds. Applies to all profiles of the site unless `profile_id` names one.',
  query: purgeQuery,
  body: { json: purgeList(purgeItem) },
  reply: z.looseObject({ success: z.optional(z.boolean()), error: z.optional(z.string()) }),
  refusals: { 409: 'The host is a placeholder, so the site has no cache.' },
})
