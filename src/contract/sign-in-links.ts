import * as z from 'zod/mini'
import { sessionReply } from './current-session.ts'
import { isDashboardPath } from './dashboard-path.ts'
import { endpoint } from './endpoint.ts'
import { id, line, time } from './fields.ts'

/** A page of the dashboard to open after a sign-in. */
export const dashboardPath = line(2048).check(
  z.refine(isDashboardPath, 'must be a path of the dashboard, such as /monitors'),
)

const token = z.string('is required').check(z.minLength(1), z.maxLength(100))

export const createSignInLink = endpoint({
  id: 'partner.signInLinks.create',
  extension: true,
  access: 'partner',
  method: 'POST',
  path: '/partners/{partner_id}/accounts/{account_id}/sign_in_links',
  summary: 'Make a link that signs the account holder in',
  description:
    'For a hosting panel in which the holder is signed in already: send their browser to `url` at once. The link works once, within 60 seconds. The session reaches this account only, as a manager at most, and ends after 12 hours.',
  body: { json: z.object({ path: z._default(dashboardPath, '/') }) },
  reply: z.looseObject({
    /** Whoever opens it is signed in: give it to nobody but the holder. */
    url: z.string(),
    expires_at: time,
    /** Of the person whom it signs in. */
    email: z.string(),
  }),
  refusals: { 409: 'The holder is none of the account’s people any more, or the service has no sessions.' },
})

export const readSignInLink = endpoint({
  id: 'person.signInLink.read',
  extension: true,
  access: 'guest',
  method: 'POST',
  path: '/sign_in_link',
  summary: 'Read a link that signs in, by its token',
  description: 'The link still works afterwards.',
  body: { json: z.object({ token }) },
  reply: z.looseObject({
    /** Of the person whom it signs in. */
    email: z.string(),
    /** Of the account. */
    name: z.string(),
    /** The name of the partner that made the link. */
    partner: z.string(),
    /** Whether that person is signed in already, or nobody is, so that the link ends nobody else’s session. */
    free: z.boolean(),
  }),
  refusals: { 409: 'The link was used or has expired, or there never was one.' },
})

export const signInByLink = endpoint({
  id: 'person.signInLink.use',
  extension: true,
  access: 'guest',
  method: 'PUT',
  path: '/sign_in_link',
  summary: 'Sign in with a link',
  description:
    'Whoever is signed in as that person, without such a link, stays signed in as they are. The session of somebody else ends only with `replace`.',
  body: {
    json: z.object({
      token,
      /** Whether somebody else’s session in this browser may end. */
      replace: z._default(z.boolean('must be true or false'), false),
    }),
  },
  reply: z.extend(sessionReply, {
    /** Of the account. */
    account_id: id,
    /** The page of the dashboard to open. */
    path: z.string(),
  }),
  refusals: { 409: 'The link was used or has expired, there never was one, or somebody else is signed in.' },
})
