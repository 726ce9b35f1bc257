import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, text, time, userId } from './fields.ts'
import { nodeForms } from './node-forms.ts'

/**
 * How a stored response is used: `fresh` as it is; `stale` as it is, once more, while a new one is fetched;
 * `revalidate` once the origin has confirmed it.
 */
export const storedStates = ['fresh', 'stale', 'revalidate'] as const
export type StoredState = (typeof storedStates)[number]

/** What a stored response contains. */
export const storedContent = z.looseObject({
  /** As the origin sent it. */
  etag: z.nullable(z.string()),
  /** Bytes of the body once its Content-Encoding is undone. */
  size: z.nullable(z.int()),
  /** Of the same bytes, in hex. */
  sha256: z.nullable(z.string()),
  /** Why size and hash are missing: decoded, the body is too large to hash, or it can't be decoded. */
  not_hashed: z.nullable(z.enum(['too large', 'undecodable'])),
})
export type StoredContent = z.output<typeof storedContent>

/** One stored response of an address. */
const variant = z.looseObject({
  status: z.int(),
  /** The scheme of the visitors that it's stored for. Missing from nodes of an older version. */
  scheme: z.optional(z.enum(['http', 'https'])),
  state: z.enum(storedStates),
  /** Seconds, as in the Age header. */
  age: z.int(),
  /** Seconds until it's no longer fresh; negative once it isn't. */
  time_left: z.int(),
  /** Bytes of the body as the origin sent it. */
  size: z.int(),
  stored_at: time,
  content_type: z.nullable(z.string()),
  /** The forms in which it's stored: `identity`, or a coding such as `br`. */
  content_codings: z.array(z.string()),
  /** The request headers that select it; a value is null where the header was missing, or is secret. */
  vary: z.array(z.looseObject({ name: z.string(), value: z.nullable(z.string()) })),
  /** Whether it's only for visitors without a session, because of the action htmlCache. */
  anonymous_only: z.boolean(),
  /** Missing from nodes of an older version. */
  content: z.optional(storedContent),
})
export type StoredVariant = z.output<typeof variant>

/** Why an edge node doesn't keep an address, in the words of Cache-Status; `settings` where these leave it out. */
export const notKept = z.looseObject({
  reason: z.string(),
  /** The status of the origin's answer then. */
  status: z.nullable(z.int()),
  at: z.nullable(time),
})
export type NotKept = z.output<typeof notKept>

/** What an edge node found in its cache. */
export const nodeLookup = z.looseObject({
  held: z.boolean(),
  /** The path and query under which it's looked up: without parameters that the settings ignore. */
  stored_as: z.nullable(z.string()),
  variants: z.array(variant),
  not_kept: z.nullable(notKept),
})
export type NodeLookup = z.output<typeof nodeLookup>

/** What a visitor's request through an edge node got. */
export const nodeVisit = z.looseObject({
  /** Null if no answer came; `problem` says why. */
  status: z.nullable(z.int()),
  cache_status: z.nullable(z.string()),
  /** Seconds, from the Age header; null for an answer that came from the origin. */
  age: z.nullable(z.int()),
  /** Milliseconds until the whole answer had arrived. */
  duration: z.int(),
  problem: z.nullable(z.string()),
})
export type NodeVisit = z.output<typeof nodeVisit>

/** What nginx alone has kept isn't seen. Null if the node doesn't say. */
export const nodeForm = z.optional(z.nullable(z.enum(nodeForms)))

const node = z.looseObject({
  id,
  location: z.string(),
  addresses: z.array(z.string()),
  seen_at: time,
  form: nodeForm,
})
/**
 * Every edge node that has reported recently, with its answer and how long that took, in ms; null if it didn't answer in
 * time.
 */
export const answeredNodes = <S extends z.ZodMiniType>(answer: S) =>
  z.array(z.extend(node, { answer: z.nullable(answer), answered_after: z.optional(z.nullable(z.int())) }))

const record = <S extends z.ZodMiniType>(answer: S) =>
  z.looseObject({
    site_id: id,
    /** The address as visitors ask for it. */
    url: z.string(),
    optimizer: z.string(),
    nodes: answeredNodes(answer),
  })

const lookupRecord = record(nodeLookup)
const visitRecord = record(nodeVisit)

const url = text(4096)
const refusals = {
  409: 'The host is a placeholder, so the site has no cache.',
  422: "The address isn't one of the site's.",
}

export const lookIntoCache = endpoint({
  id: 'user.cache.look',
  access: 'user',
  extension: true,
  method: 'GET',
  path: '/sites/{site_id}/cache',
  summary: 'Look up what each edge node has stored for an address',
  description:
    "Shows what a visitor without cookies would find at `url`, an address on the site's host, or a path. Purged or flushed responses count as not held. A node that doesn't answer within a few seconds has no `answer`.",
  query: z.object({ url, user_id: userId }),
  reply: lookupRecord,
  refusals,
})

export const visitThroughEdge = endpoint({
  id: 'user.cache.visit',
  access: 'user',
  extension: true,
  method: 'POST',
  path: '/sites/{site_id}/cache/visit',
  summary: "Make one visitor's request through each edge node",
  description:
    "Asks for `url`, an address on the site's host or a path, as a visitor without cookies would, so that it is stored again after a purge. The requests count as traffic. Limited to 120 requests a minute for each account (429).",
  body: { form: z.object({ url, user_id: userId }) },
  reply: visitRecord,
  refusals: { ...refusals, 409: "The optimizer's state doesn't let the edge cache, or the host is a placeholder." },
})
