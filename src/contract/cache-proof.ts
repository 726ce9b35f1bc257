import * as z from 'zod/mini'
import { purgeItem, purgeList, purgePath, purgeQuery } from './cache.ts'
import { nodeForm, notKept, storedContent } from './cache-lookup.ts'
import { endpoint } from './endpoint.ts'
import { id, time, userId } from './fields.ts'

/** Addresses of a proof at most. */
export const maxProved = 60

/** What one edge node answered to a lookup. */
const nodeFinding = z.looseObject({
  id,
  location: z.string(),
  form: nodeForm,
  /** Null if it didn't answer. */
  held: z.nullable(z.boolean()),
  /** Of the response that it stored last; null without one, or from a node of an older version. */
  content: z.nullable(storedContent),
  /** In `after`: milliseconds from the order until the node was seen without what it had stored; null if it wasn't. */
  gone_after: z.optional(z.nullable(z.int())),
  /** Of what may name several addresses: how many the node has stored, how many of them it names, and some of these. */
  stored: z.optional(z.nullable(z.int())),
  matched: z.optional(z.nullable(z.int())),
  examples: z.optional(z.array(z.string())),
  /** In `again`: whether its content is one that it had before. Null where that can't be told. */
  change: z.optional(z.nullable(z.enum(['new', 'same']))),
})
export type NodeFinding = z.output<typeof nodeFinding>

/** What all edge nodes together answered to a lookup. */
const lookup = z.looseObject({
  at: time,
  /** Whether at least one node has it stored. Null where nothing could be found out; `problem` says why. */
  held: z.nullable(z.boolean()),
  /** Of the answer that is stored. */
  status: z.nullable(z.int()),
  /** Seconds; of the oldest stored response. */
  age: z.nullable(z.int()),
  not_kept: z.nullable(notKept),
  /** How many nodes were asked. Missing from proofs of an older version, like `purged` and `nodes`. */
  asked: z.optional(z.int()),
  /** In `after`: how many of them answered without what they had stored before the purge. */
  purged: z.optional(z.int()),
  /** The locations of the nodes that didn't answer. */
  silent: z.array(z.string()),
  problem: z.nullable(z.string()),
  /** What each of them answered. Of many, some that did. */
  nodes: z.optional(z.array(nodeFinding)),
})
export type ProofLookup = z.output<typeof lookup>

/**
 * `unknown`: a node didn't answer, something failed, or the proof was stopped. What may name several addresses, of which
 * none is visited, is `gone`, `nothing stored` or `some stored`.
 */
const result = z.enum([
  'stored again',
  'not stored again',
  'newly stored',
  'never stored',
  'still stored',
  'gone',
  'nothing stored',
  'some stored',
  'unknown',
])
export type ProofResult = z.output<typeof result>

export const proofAddress = z.looseObject({
  id,
  path: z.string(),
  /** Of what may name several addresses: the item that was purged; `path` has it in words. */
  item: z.optional(purgeItem),
  /** Each null until it has been made. */
  before: z.nullable(lookup),
  after: z.nullable(lookup),
  /** After one visit. */
  again: z.nullable(lookup),
  /** Null while it's being checked. */
  result: z.nullable(result),
})

const proof = z.looseObject({
  site_id: id,
  /** Null if there is no proof. */
  proof_id: z.nullable(id),
  kind: z.nullable(z.enum(['purge', 'flush'])),
  addresses: z.array(proofAddress),
})

const shared = { access: 'user', extension: true, reply: proof } as const
const refusals = { 409: 'The host is a placeholder, so the site has no cache.' }
const how =
  'Looks the paths up on every edge node first. In the background, it then looks them up until they are gone, has each node make one visit, and looks them up again; what may name several addresses is only counted before and after. `GET /sites/{site_id}/cache/proof` shows how far it is. If the lookups fail, the cache is emptied all the same. Each path counts as a visit.'

export const provePurge = endpoint({
  ...shared,
  id: 'user.cache.provePurge',
  method: 'POST',
  path: '/sites/{site_id}/purge_cache/proof',
  summary: 'Purge up to 15 resources, and prove it',
  description: `${how} \`proof_id\` adds the paths to the proof of an earlier purge, up to ${maxProved}.`,
  query: z.extend(purgeQuery, { proof_id: z.optional(id) }),
  body: { json: purgeList(purgeItem) },
  refusals,
})

export const proveFlush = endpoint({
  ...shared,
  id: 'user.cache.proveFlush',
  method: 'PUT',
  path: '/sites/{site_id}/flush_cache/proof',
  summary: 'Empty the cache of the default profile, and prove it by examples',
  description: how,
  query: z.object({ user_id: userId }),
  body: { json: z.object({ paths: purgeList(purgePath) }) },
  refusals,
})

export const readProof = endpoint({
  ...shared,
  id: 'user.cache.readProof',
  method: 'GET',
  path: '/sites/{site_id}/cache/proof',
  summary: "Get the proof of a site's latest purge or flush",
  description: 'A proof is kept for an hour. A later one of the same site replaces it.',
  query: z.object({ user_id: userId }),
})

export const stopProof = endpoint({
  ...shared,
  id: 'user.cache.stopProof',
  method: 'DELETE',
  path: '/sites/{site_id}/cache/proof',
  summary: 'Stop the lookups of a proof',
  description: "Doesn't undo the purge or flush.",
  query: z.object({ user_id: userId }),
})
