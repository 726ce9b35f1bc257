import * as z from 'zod/mini'
import { membershipRecord } from './current-session.ts'
import { endpoint } from './endpoint.ts'
import { id, line } from './fields.ts'
import { roleField } from './sessions.ts'

/** Characters of the address to which the browser is sent back. */
export const redirectUriLength = 2048

/** What an application asks for, in the words of OAuth 2.1: a code, to be exchanged at `/oauth/token`. */
const authorizationRequest = {
  response_type: z.enum(['code'], 'must be code'),
  client_id: id,
  redirect_uri: line(redirectUriLength),
  /** RFC 7636, section 4.2. */
  code_challenge: z
    .string('is required')
    .check(z.regex(/^[\w-]{43}$/, 'must be the SHA-256 of the verifier, in base64url')),
  code_challenge_method: z.enum(['S256'], 'must be S256'),
  /** The role that it asks for; by default a viewer's. */
  scope: z.optional(roleField),
  /** RFC 6749, appendix A.5. */
  state: z.optional(z.string().check(z.maxLength(1024), z.regex(/^[ -~]*$/, 'must be printable ASCII'))),
} as const

const refusals = {
  404: 'There is no such application.',
  422: 'The application sent the browser with other parameters than these, or isn’t registered with this `redirect_uri`.',
} as const

export const readAuthorization = endpoint({
  id: 'person.authorization.read',
  extension: true,
  access: 'session',
  method: 'POST',
  path: '/oauth/authorization',
  summary: 'Read what an application asks for',
  description: 'The parameters are those of the address to which the application sent the browser, `/oauth/authorize`.',
  body: { json: z.object(authorizationRequest) },
  reply: z.looseObject({
    /** Of the application. */
    name: z.string(),
    /** Where the browser is sent afterwards. */
    origin: z.string(),
    /** The role that it asks for, one of `roles`. */
    role: z.string(),
    /** The partners and accounts of whoever is signed in, one of which it can get. */
    memberships: z.array(membershipRecord),
  }),
  refusals: {
    ...refusals,
    403: 'The session gives nobody access: it is by a link or single sign-on, or of a key besides the main one.',
  },
})

export const decideAuthorization = endpoint({
  id: 'person.authorization.decide',
  extension: true,
  access: 'session',
  method: 'PUT',
  path: '/oauth/authorization',
  summary: 'Allow an application to work for a partner or an account, or refuse it',
  description:
    'The reply is where the browser has to go. The application gets a code there, or learns that it was refused. What it gets for the code is an API key, which the list of keys shows by the application’s name, and which can be ended there.',
  body: {
    json: z.object({
      ...authorizationRequest,
      allow: z.boolean('must be true or false'),
      /** The partner or the account; by default the only one. */
      place_id: z.optional(id),
      /** Its role there, at most one's own; by default what it asks for. */
      role: z.optional(roleField),
    }),
  },
  reply: z.looseObject({ redirect_to: z.string() }),
  refusals: {
    ...refusals,
    403: 'One has no such role there.',
    409: 'The partner or the account has as many keys as allowed.',
  },
})
