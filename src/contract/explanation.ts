import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, text, userId } from './fields.ts'
import { settingsBody } from './settings.ts'

/** How many cookies and headers a request to explain may have, and the characters of one. */
const maxFields = 50
const maxValue = 1024

/** Fields of the connection, of other requests, and those that the edge writes itself. */
const notForTrying =
  /^(?:cookie|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|range|via|cdn-loop|forwarded|if-.*|proxy-.*|x-forwarded-.*)$/i

const cookie = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}(?:=[\x20-\x3a\x3c-\x7e]{0,1024})?$/,
      'must be the name of a cookie, or name=value',
    ),
  )

const header = z.object({
  name: z.string().check(
    z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/, 'must be the name of a header'),
    z.refine((name) => !notForTrying.test(name), "can't be tried"),
  ),
  value: z
    .string()
    .check(z.maxLength(maxValue), z.regex(/^[\t\x20-\x7e]*$/, 'must not contain line breaks or special characters')),
})

/** What becomes of an answer: used without asking again, asked about each time, passed on, missing, or not wanted. */
export const outcomes = ['kept', 'validated', 'not kept', 'unreachable', 'not asked'] as const

const actionDecision = z.looseObject({
  action: z.string(),
  acts: z.boolean(),
  /** Null where it acts. */
  because: z.nullable(z.enum(['off', 'unreadable', 'not included', 'too long', 'too costly', 'excluded'])),
  /** In words, the exception that excludes the request, or those that limit the action to other requests. */
  exception: z.nullable(z.string()),
  /** The id of the rule that decides instead of the default actions. */
  ruled_by: z.nullable(z.string()),
  /** Its name. Missing where the service is older than that. */
  rule_name: z.optional(z.nullable(z.string())),
})

/** Why the edge doesn't compress an answer that it may: its status, its type, its headers, its length, or the request. */
const uncompressedReasons = ['status', 'type', 'no-transform', 'too small', 'not accepted'] as const
export type UncompressedReason = (typeof uncompressedReasons)[number]

/** What the edge decides about a visitor's request, and why. */
export const explanation = z.looseObject({
  url: z.string(),
  address: z.enum(['own', 'preview']),
  state: z.string(),
  handling: z.enum(['optimize', 'forward', 'maintenance', 'refuse']),
  /** What optimizing does, also where the state only forwards. */
  outcome: z.enum(outcomes),
  reason: z.nullable(z.string()),
  rule: z.nullable(z.string()),
  /** Of the origin's answer. */
  status: z.nullable(z.int()),
  content_type: z.nullable(z.string()),
  /** The path and query under which the answer is kept. */
  kept_as: z.nullable(z.string()),
  ignored_parameters: z.array(z.string()),
  seconds: z.nullable(z.int()),
  allowed_seconds: z.nullable(z.number()),
  governed_by: z.nullable(z.looseObject({ field: z.string(), value: z.string() })),
  stale_while_revalidate: z.nullable(z.int()),
  stale_if_error: z.nullable(z.int()),
  vary: z.array(z.string()),
  /** Headers that browsers don't send: only requests that have them, too, get the kept answer. Missing where the service is older. */
  only_with: z.optional(z.array(z.string())),
  compression: z.nullable(z.looseObject({ coding: z.string(), by: z.enum(['edge', 'origin']) })),
  /** Null where it's compressed, or the settings say no. Missing where the service is older than that. */
  uncompressed_because: z.optional(z.nullable(z.enum(uncompressedReasons))),
  session: z.nullable(
    z.looseObject({
      /** Names of cookies; one that ends in `*` stands for all names that begin so. */
      cookies: z.array(z.string()),
      /** The session cookie that the request has. */
      sent: z.nullable(z.string()),
      /** How long the page is kept for visitors without one. */
      seconds: z.int(),
    }),
  ),
  actions: z.array(actionDecision),
})

export type Explanation = z.output<typeof explanation>

/** The reply: the explanation, and the same in a sentence or two. */
export const explained = z.looseObject({ ...explanation.shape, sentence: z.string() })

const path = '/sites/{site_id}/settings'
const byUser = z.object({ user_id: userId })

export const explainSettings = endpoint({
  id: 'user.settings.explain',
  access: 'user',
  extension: true,
  method: 'POST',
  path: `${path}/explain`,
  summary: 'Explain what the edge does with an address',
  description:
    "Requests the address from the site's server once, as a visitor would, and returns what the edge decides: how long the answer is kept, or why it isn't. Nothing is stored or counted. With `settings`, those are used instead of the saved ones.",
  query: byUser,
  body: {
    json: z.object({
      url: text(2048),
      cookies: z.optional(z.array(cookie).check(z.maxLength(maxFields))),
      headers: z.optional(z.array(header).check(z.maxLength(maxFields))),
      settings: z.optional(settingsBody),
    }),
  },
  reply: explained,
  refusals: { 409: 'The host is a placeholder, so nothing is served.' },
})

export const activityRecord = z.looseObject({
  actions: z.array(z.looseObject({ action: id, last_acted_at: z.nullable(z.string()) })),
})

export const readActivity = endpoint({
  id: 'user.settings.activity',
  access: 'user',
  extension: true,
  method: 'GET',
  path: `${path}/activity`,
  summary: 'Read when each action last acted',
  description: 'To the minute, across all edge nodes.',
  query: byUser,
  reply: activityRecord,
})
