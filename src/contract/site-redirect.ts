import * as z from 'zod/mini'
import { scoped } from './endpoint.ts'
import { redirectRecord } from './site-dns.ts'

const path = '/sites/{site_id}/redirect'

export const readRedirect = scoped({
  id: 'sites.redirect',
  extension: true,
  method: 'GET',
  path,
  summary: "Read whether visitors of a site's counterpart are redirected to it",
  reply: redirectRecord,
})

export const setRedirect = scoped({
  id: 'sites.setRedirect',
  extension: true,
  method: 'PUT',
  path,
  summary: "Redirect visitors of a site's counterpart to it",
  description:
    'The counterpart of `www.shop.example` is `shop.example`, and the other way; no other host has one. Its visitors are redirected to the same path and query at the site once the counterpart’s DNS points to the service: by a CNAME record or, for a root domain, by A and AAAA records after a TXT record. Refused (422) where there is no counterpart, where that is a site of the account itself, and where the site’s server redirects its home page there.',
  body: { json: z.object({ enabled: z.boolean('must be true or false') }) },
  reply: redirectRecord,
})
