import * as z from 'zod/mini'
import { scoped } from './endpoint.ts'

/** The server behind a site: an address such as `https://192.0.2.10:8443`, without a path. */
const url = z.nullable(z.string())

export const originRecord = z.looseObject({
  /** Null while nobody knows it: visitors then get an error page. */
  url,
  /** Whether the owner has set it; else it's what DNS last said. */
  is_set: z.boolean(),
  /** What it gets as `Host`, with a port if there is one; null for the site's own. */
  host: z.optional(z.nullable(z.string())),
})

const text = z.string().check(z.maxLength(300, 'must be at most 300 characters'))
const host = z.optional(z.nullable(text))

/** The body, null to have DNS say again which server it is. */
const change = z.object({ url: z.nullable(text), host })

const attempt = z.looseObject({
  /** Of its answer to a request for `/`. */
  status: z.number(),
  /** Where the answer leads elsewhere; null where it doesn't. */
  location: z.nullable(z.string()),
  /** Until the head of the answer, ms. */
  duration: z.number(),
})

const path = '/sites/{site_id}/origin'

export const readOrigin = scoped({
  id: 'sites.origin',
  extension: true,
  method: 'GET',
  path,
  summary: "Read a site's origin",
  reply: originRecord,
})

export const setOrigin = scoped({
  id: 'sites.setOrigin',
  extension: true,
  method: 'PUT',
  path,
  summary: "Set a site's origin",
  description:
    'The origin is the server that a site’s pages come from. Set it if DNS can’t tell, because the host points at the service or at a proxy in front of it. The server is first sent a request with the site’s host as `Host`, or with another `host` if you give one; if it can’t be reached, it is refused (422). With null, DNS decides again.',
  body: { json: change },
  reply: originRecord,
})

export const tryOrigin = scoped({
  id: 'sites.tryOrigin',
  extension: true,
  method: 'POST',
  path: `${path}/try`,
  summary: 'Try a server for a site',
  description: 'Sends it the request that setting it would send, and changes nothing. Refused (422) in the same cases.',
  body: { json: z.object({ url: text, host }) },
  reply: attempt,
})
