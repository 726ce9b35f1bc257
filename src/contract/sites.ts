import * as z from 'zod/mini'
import { siteAddress } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { id, userId } from './fields.ts'
import { maybeBare } from './lenient.ts'

const address = z.nullable(z.string())
/** Present when the site uses the optimizer. */
const serviceCname = z.optional(z.nullable(z.string()))

/** An addition of this service: the CNAME that DNS last showed (null: none), and when it was asked (null: not yet). */
const dns = z.optional(
  z.nullable(z.looseObject({ cname_seen: z.nullable(z.string()), seen_at: z.nullable(z.string()) })),
)

export const siteSummary = z.looseObject({
  id,
  host: z.string(),
  portal_url: z.string(),
  api_url: z.string(),
  service_cname: serviceCname,
  preview_url: address,
})

export const siteDetail = z.looseObject({
  id,
  host: z.string(),
  portal_url: z.string(),
  optimizer: z.nullable(z.string()),
  service_cname: serviceCname,
  preview_url: address,
  dns,
})

/** A site as the user API tells it. */
export const userSite = z.looseObject({
  id,
  host: z.string(),
  optimizer: z.nullable(z.string()),
  portal_url: z.string(),
  api_url: z.string(),
  service_cname: serviceCname,
  preview_url: address,
  dns,
})

export const listAccountSites = endpoint({
  id: 'partner.sites.list',
  access: 'partner',
  method: 'GET',
  path: '/partners/{partner_id}/accounts/{account_id}/sites',
  summary: "List an account's sites",
  rows: 'sites',
  reply: z.looseObject({ sites: z.array(siteSummary) }),
})

export const createAccountSite = endpoint({
  id: 'partner.sites.create',
  access: 'partner',
  method: 'POST',
  path: '/partners/{partner_id}/accounts/{account_id}/sites',
  summary: 'Add a site to an account',
  description:
    'Creates its key page, the home page, and starts monitoring it. The restrictions on resellers hold here too.',
  body: { form: z.object({ host: siteAddress }) },
  status: 201,
  reply: z.looseObject({ site_id: id, host: z.string(), user_id: id, service_cname: serviceCname }),
})

export const readAccountSite = endpoint({
  id: 'partner.sites.read',
  access: 'partner',
  method: 'GET',
  path: '/partners/{partner_id}/accounts/{account_id}/sites/{site_id}',
  summary: 'Read a site',
  reply: siteDetail,
})

export const deleteAccountSite = endpoint({
  id: 'partner.sites.delete',
  access: 'partner',
  method: 'DELETE',
  path: '/partners/{partner_id}/accounts/{account_id}/sites/{site_id}',
  summary: 'Delete a site',
  description: 'In preview or off; resellers also in proxy only, once no CNAME points at the service.',
  reply: z.looseObject({ site_id: id }),
  refusals: {
    409: 'The optimizer is in a state in which the site cannot be deleted, or a CNAME still points at the service.',
  },
})

export const updateSiteHost = endpoint({
  id: 'partner.sites.updateHost',
  access: 'partner',
  method: 'PUT',
  path: '/partners/{partner_id}/accounts/{account_id}/sites/{site_id}/update_host',
  summary: "Change the host of an account's first site",
  body: {
    form: z.object({ new_host: siteAddress, ignore_ssl_check: z._default(z.boolean('must be true or false'), false) }),
  },
  reply: z.looseObject({
    site_id: id,
    host: z.string(),
    service_cname: serviceCname,
    assessment_url: address,
    preview_url: address,
  }),
  refusals: { 409: 'It is not the site that came with the account.' },
})

const userSites = z.looseObject({ sites: z.array(userSite) })

export const listUserSites = endpoint({
  id: 'user.sites.list',
  access: 'user',
  method: 'GET',
  path: '/sites',
  summary: "List the user's sites",
  query: z.object({ user_id: userId }),
  rows: 'sites',
  reply: userSites,
  // the document doesn't show the wrapper, so a service may leave it out
  read: maybeBare('sites', userSites),
})

export const readUserSite = endpoint({
  id: 'user.sites.read',
  access: 'open',
  method: 'GET',
  path: '/sites/{site_id}',
  summary: 'Read a site; needs no key',
  reply: userSite,
})

export const createUserSite = endpoint({
  id: 'user.sites.create',
  access: 'open',
  method: 'POST',
  path: '/sites',
  also: [{ method: 'PUT', path: '/sites' }],
  summary: 'Create a site; needs no key',
  description: 'A site made without a key has no owner and goes after 7 days unless its CNAME points at the service.',
  body: { form: z.object({ host: siteAddress, user_id: userId }) },
  status: 201,
  reply: z.looseObject({ site_id: id, host: z.string(), service_cname: serviceCname }),
  refusals: { 401: 'Creation without a key is turned off.' },
})
