import * as z from 'zod/mini'
import { endpoint, scoped } from './endpoint.ts'
import { id, line, time } from './fields.ts'
import { keyLimits, overlapHours } from './key-limits.ts'
import { moment } from './moments.ts'
import { roleField } from './sessions.ts'

/** What is known of the last use of a key. */
const lastUse = {
  /** To the minute; null if it was never used. */
  last_used_at: z.nullable(time),
  /** The client's address. */
  last_used_from: z.nullable(z.string()),
} as const

/** An API key of a partner or an account, without the key itself. */
export const keyRecord = z.looseObject({
  id,
  name: z.string(),
  /** The account's `api_key`, or the partner's key: an owner's, for all sites, which can be rotated but not ended. */
  main: z.boolean(),
  /** One of `roles`. */
  role: z.string(),
  /** The sites that it is limited to; null for all. Sites that were deleted are left out. */
  sites: z.nullable(z.array(z.looseObject({ id, host: z.string() }))),
  /** The name of the application that got it by OAuth; null for one that somebody made. It can't be rotated. */
  application: z.nullable(z.string()),
  /** One of `keyStates`. */
  state: z.string(),
  created_at: time,
  /** The name of who created it; null where it isn't known. */
  created_by: z.nullable(z.string()),
  /** When it was last rotated. */
  rotated_at: z.nullable(time),
  /** Until when it works; null for no end. */
  ends_at: z.nullable(time),
  ...lastUse,
  /** The key that it replaced, while that one still works. */
  previous: z.nullable(z.looseObject({ ends_at: time, ...lastUse })),
  /** Whether this very request was made with it. */
  current: z.boolean(),
})
export type KeyRecord = z.output<typeof keyRecord>

export const keyStates = ['active', 'expired'] as const

const keysReply = z.looseObject({ keys: z.array(keyRecord) })
/** Shown this once. */
const shownKey = z.extend(keyRecord, { key: z.string() })
const ended = z.looseObject({ id, name: z.string() })

const name = line(keyLimits.name)
/** After the present. */
const endsAt = z.optional(z.nullable(moment))

const rotation = z.object({ overlap_hours: overlapHours })

const words = {
  list: 'List the API keys',
  listMore: 'The main one first, then the others, newest first. No key is shown again after it was made.',
  create: 'Create an API key',
  createMore: 'The reply has the key, which is stored as a hash only: nobody can read it later.',
  full: 'There are as many keys as allowed.',
  rotate: 'Rotate an API key',
  rotateMore:
    'Gives it a new secret, which the reply has. The old one is refused at once or, with `overlap_hours`, after that time; until then the list shows when it was last used.',
  end: 'End an API key',
  endMore: 'It is refused at once, and the sessions that it opened end.',
  main: 'It is the main key, which can only be rotated.',
  fixed: 'An application has got it by itself, or it has expired.',
} as const

export const listKeys = scoped({
  id: 'keys.list',
  extension: true,
  method: 'GET',
  path: '/keys',
  summary: words.list,
  description: words.listMore,
  rows: 'keys',
  reply: keysReply,
})

export const createKey = scoped({
  id: 'keys.create',
  extension: true,
  method: 'POST',
  path: '/keys',
  summary: words.create,
  description: words.createMore,
  body: {
    json: z.object({
      name,
      role: roleField,
      /** All by default. */
      site_ids: z.optional(
        z.nullable(
          z
            .array(id)
            .check(
              z.minLength(1, 'must name a site'),
              z.maxLength(keyLimits.sites, `must be at most ${keyLimits.sites}`),
            ),
        ),
      ),
      ends_at: endsAt,
    }),
  },
  reply: shownKey,
  refusals: { 404: "A site doesn't exist, or it isn't yours.", 409: words.full },
})

export const rotateKey = scoped({
  id: 'keys.rotate',
  extension: true,
  method: 'POST',
  path: '/keys/{key_id}/rotate',
  summary: words.rotate,
  description: words.rotateMore,
  body: { form: rotation },
  reply: shownKey,
  refusals: { 409: words.fixed },
})

export const endKey = scoped({
  id: 'keys.end',
  extension: true,
  method: 'DELETE',
  path: '/keys/{key_id}',
  summary: words.end,
  description: words.endMore,
  reply: ended,
  refusals: { 409: words.main },
})

const partnerPath = '/partners/{partner_id}'
const ofPartner = (sentence: string) => `${sentence}, of the partner itself` as const

/** The same for the partner's own keys, which open all its accounts. */
export const partnerKeys = {
  list: endpoint({
    id: 'partner.partnerKeys.list',
    extension: true,
    access: 'partner',
    method: 'GET',
    path: `${partnerPath}/keys`,
    summary: ofPartner(words.list),
    description: words.listMore,
    rows: 'keys',
    reply: keysReply,
  }),
  create: endpoint({
    id: 'partner.partnerKeys.create',
    extension: true,
    access: 'partner',
    method: 'POST',
    path: `${partnerPath}/keys`,
    summary: ofPartner(words.create),
    description: words.createMore,
    body: { json: z.object({ name, role: roleField, ends_at: endsAt }) },
    reply: shownKey,
    refusals: { 409: words.full },
  }),
  rotate: endpoint({
    id: 'partner.partnerKeys.rotate',
    extension: true,
    access: 'partner',
    method: 'POST',
    path: `${partnerPath}/keys/{partner_key_id}/rotate`,
    summary: ofPartner(words.rotate),
    description: words.rotateMore,
    body: { form: rotation },
    reply: shownKey,
    refusals: { 409: words.fixed },
  }),
  end: endpoint({
    id: 'partner.partnerKeys.end',
    extension: true,
    access: 'partner',
    method: 'DELETE',
    path: `${partnerPath}/keys/{partner_key_id}`,
    summary: ofPartner(words.end),
    description: words.endMore,
    reply: ended,
    refusals: { 409: words.main },
  }),
} as const
