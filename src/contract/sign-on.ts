import * as z from 'zod/mini'
import { sessionReply } from './current-session.ts'
import { endpoint } from './endpoint.ts'
import { emailAddress, id, line } from './fields.ts'
import { dashboardPath } from './sign-in-links.ts'

export const readSignOn = endpoint({
  id: 'person.signOn.read',
  extension: true,
  access: 'guest',
  method: 'GET',
  path: '/sign_on',
  summary: 'Read whether a domain has single sign-on',
  description: 'Of email addresses. The answer says nothing about whether anybody has an address there.',
  query: z.object({ domain: line(253) }),
  reply: z.looseObject({
    available: z.boolean(),
    /** Whether its people can sign in no other way. */
    only: z.boolean(),
  }),
})

export const beginSignOn = endpoint({
  id: 'person.signOn.begin',
  extension: true,
  access: 'guest',
  method: 'POST',
  path: '/sign_on',
  summary: 'Begin single sign-on',
  description:
    'Send the browser to `url`, which is at the identity provider of the address’s domain. It has ten minutes.',
  body: {
    json: z.object({
      email: emailAddress,
      /** The page of the dashboard to open afterwards. */
      path: z._default(dashboardPath, '/'),
      /** Whether the browser stays signed in after it is closed. */
      keep: z._default(z.boolean('must be true or false'), false),
    }),
  },
  reply: z.looseObject({ url: z.string() }),
  refusals: { 409: 'The domain has no single sign-on, its provider doesn’t answer, or the service has no sessions.' },
})

export const finishSignOn = endpoint({
  id: 'person.signOn.finish',
  extension: true,
  access: 'guest',
  method: 'PUT',
  path: '/sign_on',
  summary: 'Finish single sign-on',
  description:
    'In the browser that began it. Whoever is new becomes one of the partner’s people, with the role that the operator has set.',
  body: {
    json: z.object({
      /** The query with which the identity provider has sent the browser back. */
      response: z.string('is required').check(z.minLength(1), z.maxLength(8192)),
    }),
  },
  reply: z.extend(sessionReply, {
    /** Whose single sign-on it is. */
    partner_id: id,
    /** The page of the dashboard to open. */
    path: z.string(),
  }),
  refusals: {
    409: 'The sign-in wasn’t begun in this browser or took too long, the provider refused it, or its answer doesn’t fit.',
  },
})
