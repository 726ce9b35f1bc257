import * as z from 'zod/mini'
import { endpoint, scoped } from './endpoint.ts'
import { emailAddress, id, text, time, optionalLine } from './fields.ts'
import { overlapHours } from './key-limits.ts'
import { lenient } from './lenient.ts'
import { pageOf, paging, searchTerm } from './paging.ts'
import { plans } from './plans.ts'

export const partnerRecord = z.looseObject({
  id,
  name: z.string(),
  email: z.string(),
  /** The fields below are an extension: what kind of partner it is. */
  reseller: z.optional(z.boolean()),
  addon: z.optional(z.boolean()),
})

export const accountSummary = z.looseObject({
  id,
  name: z.string(),
  email: z.string(),
  api_url: z.string(),
  /** The fields below are an extension. */
  plan: z.optional(z.string()),
  last_sign_in_at: z.optional(z.nullable(time)),
  sites: z.optional(z.number()),
  /** How many of the sites are in trouble, how many other monitored hosts are, and the worst severity; 0 for none. */
  troubled_sites: z.optional(z.number()),
  troubled_hosts: z.optional(z.number()),
  severity: z.optional(z.number()),
})

export const accountDetail = z.looseObject({
  id,
  name: z.string(),
  email: z.string(),
  created_at: time,
  last_sign_in_at: z.nullable(time),
  /** Whoever isn't an owner doesn't get it. */
  api_key: z.optional(z.string()),
  /** The fields below are an extension. */
  company: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  /** `held` until the address is updated, `waiting` to be sent, or `sent`. */
  welcome_email: z.optional(z.looseObject({ state: z.string(), attempts: z.number() })),
})

/** A site's address as a person types it: a URL or a bare host. */
export const siteAddress = text(2048)

/** The name says the opposite of what the document says; see `isCertificateChecked` in the service. */
const ignoreSslCheck = z._default(z.boolean('must be true or false'), false)

const newAccountFields = z.object({
  email: emailAddress,
  /** Can be left out with `deferred_host`. */
  site: z.optional(siteAddress),
  first_name: optionalLine(100),
  last_name: optionalLine(100),
  company: optionalLine(200),
  phone: optionalLine(50),
  plan: z.optional(z.enum(plans, 'must be free, paid or plus_paid')),
  ignore_ssl_check: ignoreSslCheck,
  deferred_host: z._default(z.boolean('must be true or false'), false),
  deferred_creation: z._default(z.boolean('must be true or false'), false),
  /** Whether the account starts with an alert rule that emails its holder about what is down. An extension. */
  down_alerts: z._default(z.boolean('must be true or false'), true),
})

export const newAccount = newAccountFields.check(
  // also where other fields are wrong, since one reply names everything
  z.refine((raw: { site?: unknown; deferred_host?: unknown }) => raw.site !== undefined || raw.deferred_host === true, {
    path: ['site'],
    error: 'is required',
    when: ({ value }) => typeof value === 'object' && value !== null,
  }),
)

const createdAccount = z.looseObject({
  email: z.string(),
  user_id: id,
  site_id: id,
  host: z.string(),
  service_cname: z.optional(z.nullable(z.string())),
  /** Whoever isn't an owner doesn't get it. */
  api_key: z.optional(z.string()),
  assessment_url: z.nullable(z.string()),
  preview_url: z.nullable(z.string()),
})

export const readPartner = endpoint({
  id: 'partner.read',
  access: 'partner',
  method: 'GET',
  path: '/partners/{partner_id}',
  summary: 'Read the partner',
  reply: partnerRecord,
})

export const listAccounts = endpoint({
  id: 'partner.accounts.list',
  access: 'partner',
  method: 'GET',
  path: '/partners/{partner_id}/accounts',
  summary: 'List the accounts',
  description: 'One page of the accounts, filtered by name or email. `query` is an alias of `search_term`.',
  query: z.extend(paging, {
    search_term: searchTerm,
    query: searchTerm,
    sort_by: z._default(z.enum(['name', 'email'], 'must be name or email'), 'name'),
    direction: z._default(z.enum(['asc', 'desc'], 'must be asc or desc'), 'desc'),
  }),
  rows: 'accounts',
  reply: pageOf('accounts', accountSummary),
})

export const createAccount = endpoint({
  id: 'partner.accounts.create',
  access: 'partner',
  method: 'POST',
  path: '/partners/{partner_id}/accounts',
  summary: 'Create an account with its first site',
  description:
    'The account holder gets a generated password by email. With `deferred_creation`, the mail waits until the email address is updated. ' +
    'With `ignore_ssl_check=false`, the default, the certificate is **not** checked; with `true`, it is. ' +
    'The account starts with an alert rule that emails it when a page is down, unless `down_alerts` is `false` or the welcome email is deferred. ' +
    'Resellers can only add http sites. The host must be a CNAME record, not a root domain, and `plan` is required.',
  body: { form: newAccount },
  reply: createdAccount,
  refusals: { 422: 'A field is wrong, or not available to this kind of partner.' },
})

export const readAccount = endpoint({
  id: 'partner.accounts.read',
  access: 'partner',
  method: 'GET',
  path: '/partners/{partner_id}/accounts/{account_id}',
  summary: 'Read an account with its API key',
  reply: accountDetail,
})

export const deleteAccount = endpoint({
  id: 'partner.accounts.delete',
  access: 'partner',
  method: 'DELETE',
  path: '/partners/{partner_id}/accounts/{account_id}',
  summary: 'Delete an account without sites',
  reply: z.looseObject({ id, name: z.string(), email: z.string() }),
  refusals: { 409: 'The account still has sites.' },
})

export const updateAccountEmail = endpoint({
  id: 'partner.accounts.updateEmail',
  access: 'partner',
  method: 'PUT',
  path: '/partners/{partner_id}/accounts/{account_id}/update_email',
  summary: 'Change the email address of an account',
  description: 'Sends the welcome mail if `deferred_creation` held it back.',
  body: { form: z.object({ new_email: emailAddress }) },
  reply: z.looseObject({ id, name: z.string(), email: z.string() }),
})

export const sendWelcomeEmail = endpoint({
  id: 'partner.accounts.sendWelcome',
  extension: true,
  access: 'partner',
  method: 'POST',
  path: '/partners/{partner_id}/accounts/{account_id}/welcome_email',
  summary: 'Send the welcome email, or send it again',
  description:
    'If the email was held back or is waiting, it goes out now. If it was sent before, it is sent again with a new password, and the old password stops working. A holder who has chosen a password is told where to sign in, and one who belongs elsewhere is invited.',
  reply: z.looseObject({ email: z.string(), new_password: z.boolean() }),
})

export const replaceKey = scoped({
  id: 'keys.replace',
  extension: true,
  method: 'POST',
  path: '/api_key',
  summary: 'Replace the API key of the account',
  description:
    'The old key stops working at once, for sign-ins, scripts and third-party applications alike, unless `overlap_hours` lets it work for some time.',
  body: { form: z.object({ overlap_hours: overlapHours }) },
  reply: z.looseObject({ user_id: id, api_key: z.string() }),
})

const emailRecord = z.looseObject({ user_id: id, email: z.string() })

export const readUserEmail = endpoint({
  id: 'user.email',
  access: 'user',
  method: 'GET',
  path: '/users/email',
  summary: 'Read the email address of the user',
  query: z.object({ user_id: z.optional(id) }),
  reply: emailRecord,
  read: lenient(emailRecord),
})
