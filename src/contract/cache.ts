import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, joinWithOr, onlyKnown, text, userId } from './fields.ts'

export const maxPurgeItems = 15

/** The `content_type` that a CSS or JS path requires, undefined for other resources. */
export function contentTypeOf(condition: string): 'css' | 'js' | undefined {
  const path = condition.split(/[?#]/, 1)[0]?.toLowerCase() ?? ''
  if (path.endsWith('.css')) return 'css'
  return path.endsWith('.js') || path.endsWith('.mjs') ? 'js' : undefined
}

export const purgePath = text(2048).check(z.startsWith('/', 'must be a path that begins with /'))

/** How a condition names addresses: by path and query, by how they begin, by what they contain, or by a regular expression. */
export const purgeOperators = ['EQUALS', 'PREFIX', 'CONTAIN', 'REGEX'] as const
export type PurgeOperator = (typeof purgeOperators)[number]

/** `html` stands for whatever is neither CSS nor JavaScript. */
const purgeTypes = ['css', 'js', 'html'] as const

/** An address, what a condition names, what has a tag, or all of a type. */
export const purgeItem = onlyKnown(
  z.looseObject({
    /** Defaults to the site's host. */
    domain: z.optional(z.nullable(text(260))),
    condition: z.optional(z.nullable(text(2048))),
    name: z.optional(z.nullable(z.string().check(z.refine((v) => v === 'URI', 'only URI is supported')))),
    /** Defaults to EQUALS. The published clients send it; the document doesn't have it. */
    operator: z.optional(z.nullable(z.enum(purgeOperators, `must be ${joinWithOr(purgeOperators)}`))),
    content_type: z.optional(z.nullable(z.enum(['css', 'js'], 'must be css or js'))),
    /** As `content_type`, in the words of the published clients. */
    type: z.optional(z.nullable(z.enum(purgeTypes, `must be ${joinWithOr(purgeTypes)}`))),
    /** An extension: one of the answer's `Cache-Tag` or `Surrogate-Key`. */
    tag: z.optional(z.nullable(text(256).check(z.regex(/^[^\s,"]+$/, 'must be a tag without spaces or commas')))),
  }),
).check((c) => {
  for (const [field, message] of Object.entries(itemProblems(c.value)))
    c.issues.push({ code: 'custom', input: c.value[field], path: [field], message })
})
export type PurgeItem = z.output<typeof purgeItem>

/** The type of resources that an item is for, undefined for any. */
export const typeOfItem = ({ content_type, type }: Pick<PurgeItem, 'content_type' | 'type'>) =>
  content_type ?? type ?? undefined

/** What is wrong with the fields of an item together. */
function itemProblems(item: Pick<PurgeItem, 'condition' | 'operator' | 'content_type' | 'type' | 'tag'>) {
  const { condition, operator, content_type, type, tag } = item
  const problems: Record<string, string> = {}
  if (content_type && type && content_type !== type) problems['type'] = 'must be the same as content_type'
  if (tag) {
    for (const field of ['condition', 'operator', 'content_type', 'type'] as const)
      if (item[field]) problems[field] = "can't be combined with a tag"
    return problems
  }
  if (!condition) return operator || !typeOfItem(item) ? { ...problems, condition: 'is required' } : problems
  if (operator === 'CONTAIN' || operator === 'REGEX') return problems
  if (!condition.startsWith('/')) problems['condition'] = 'must be a path that begins with /'
  const needed = operator === 'PREFIX' ? undefined : contentTypeOf(condition)
  if (needed && typeOfItem(item) !== needed) problems['content_type'] = `must be ${needed} for this resource`
  return problems
}

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
  const problem = `must have 1 to ${maxPurgeItems} items: send more in several calls`
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
    'Replies at once; the resources disappear within a few seconds. Applies to all profiles of the site unless `profile_id` names one. ' +
    'An item names one address, or more by its `operator`, its `tag`, or its type alone.',
  query: purgeQuery,
  body: { json: purgeList(purgeItem) },
  reply: z.looseObject({ success: z.optional(z.boolean()), error: z.optional(z.string()) }),
  refusals: { 409: 'The host is a placeholder, so the site has no cache.' },
})
