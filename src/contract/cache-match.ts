import * as z from 'zod/mini'
import { purgeItem } from './cache.ts'
import { answeredNodes } from './cache-lookup.ts'
import { endpoint } from './endpoint.ts'
import { id, userId } from './fields.ts'

/** What an edge node has stored of a site, and what of it a purge would remove. */
export const nodeMatch = z.looseObject({
  /** Addresses that are stored. */
  held: z.int(),
  /** Of these, those that the item names. */
  matched: z.int(),
  /** Some of them, path and query. */
  examples: z.array(z.string()),
})
export type NodeMatch = z.output<typeof nodeMatch>

export const matchCache = endpoint({
  id: 'user.cache.match',
  access: 'user',
  extension: true,
  method: 'POST',
  path: '/sites/{site_id}/cache/match',
  summary: 'Count what an item of a purge would remove',
  description:
    'Asks every edge node how many addresses it has stored of the site, and how many of them the item names. Nothing is purged. With nginx in front of a node, addresses that only nginx has stored are not counted. Each question counts as a visit (429).',
  query: z.object({ user_id: userId }),
  body: { json: purgeItem },
  reply: z.looseObject({ site_id: id, nodes: answeredNodes(nodeMatch) }),
  refusals: { 409: 'The host is a placeholder, so the site has no cache.' },
})
