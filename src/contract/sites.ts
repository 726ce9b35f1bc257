import * as z from 'zod/mini'
import { siteAddress } from './accounts.ts'
import { endpoint, scoped } from './endpoint.ts'
import { id, userId } from './fields.ts'
import { maybeBare } from './lenient.ts'
import { dnsRecord, redirectRecord } from './site-dns.ts'

const address = z.nullable(z.string())
/** Only in replies about sites with an optimizer. */
const serviceCname = z.optional(z.nullable(z.string()))

const dns = z.optional(z.nullable(dnsRecord))
/** Added by this service. */
const redirect = z.optional(redirectRecord)

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
  /** Since when it is in that state; null where that isn't known. An extension. */
  state_since: z.optional(z.nullable(z.string())),
  service_cname: serviceCname,
  preview_url: address,
  dns,
  redirect,
})

/** A site in replies of the user API. */
export const userSite = z.looseObject({
  id,
  host: z.string(),
  optimizer: z.nullable(z.string()),
  /** Since when it is in that state; null where that isn't known. An extension. */
  state_since: z.optional(z.nullable(z.string())),
  portal_url: z.string(),
  api_url: z.string(),
  service_cname: serviceCname,
  preview_url: address,
  dns,
  redirect,
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

const allSitesUsed = 'The account has all the sites that its plan allows.'

export const createAccountSite = endpoint({
  id: 'partner.sites.create',
  access: 'partner',
  method: 'POST',
  path: '/partners/{partner_id}/accounts/{account_id}/sites',
  summary: 'Add a site to an account',
  description: 'Creates a key page for its home page and starts monitoring it. The restrictions for resellers apply.',
  body: { form: z.object({ host: siteAddress }) },
  reply: z.looseObject({ site_id: id, host: z.string(), user_id: id, service_cname: serviceCname }),
  refusals: { 409: allSitesUsed },
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
  description:
    'The optimizer must be in preview or off. Resellers can also delete a site in proxy only, once its CNAME no longer points at the service.',
  reply: z.looseObject({ site_id: id }),
  refusals: {
    409: "The optimizer's state doesn't allow it, or the site's CNAME still points at the service.",
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
  refusals: { 409: 'Another site came with the account.' },
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
  summary: 'Read a site (no key required)',
  reply: userSite,
})

export const createUserSite = endpoint({
  id: 'user.sites.create',
  access: 'open',
  method: 'POST',
  path: '/sites',
  also: [{ method: 'PUT', path: '/sites' }],
  summary: 'Create a site (no key required)',
  description:
    'A site created without a key has no owner. It is deleted after 7 days unless its CNAME points at the service.',
  body: { form: z.object({ host: siteAddress, user_id: userId }) },
  reply: z.looseObject({ site_id: id, host: z.string(), service_cname: serviceCname }),
  refusals: { 401: 'Creating sites without a key is turned off.', 409: allSitesUsed },
})

export const checkDns = scoped({
  id: 'sites.checkDns',
  extension: true,
  method: 'POST',
  path: '/sites/{site_id}/dns/check',
  summary: "Check a site's DNS record now",
  description:
    'Queries DNS at once; the service also does so about every minute. The site goes live if its record is right. If no name server answers, `answered` is false and nothing changes.',
  reply: z.looseObject({ answered: z.boolean(), optimizer: z.string(), dns: z.nullable(dnsRecord) }),
  refusals: { 409: 'The host is a placeholder, so there is no record to check.' },
})
