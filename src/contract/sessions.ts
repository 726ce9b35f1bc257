import * as z from 'zod/mini'
import { sessionReply } from './current-session.ts'
import { endpoint } from './endpoint.ts'
import { emailAddress, id, line, time } from './fields.ts'
import { roles } from './roles.ts'

export const passwordLimits = {
  /** Characters. */
  min: 12,
  max: 256,
} as const

export const anyPassword = z.string('is required').check(z.minLength(1), z.maxLength(passwordLimits.max))
const newPassword = z
  .string('is required')
  .check(
    z.minLength(passwordLimits.min, `must have at least ${passwordLimits.min} characters`),
    z.maxLength(passwordLimits.max, `must have at most ${passwordLimits.max} characters`),
  )
export const personName = line(100)
const token = z.string('is required').check(z.minLength(1), z.maxLength(100))
/** Whether the browser stays signed in after it is closed. */
export const keep = z._default(z.boolean('must be true or false'), false)

export const sessionRecord = z.looseObject({
  id,
  /** Whether this very request belongs to it. */
  current: z.boolean(),
  /** Such as `Firefox on Windows`; null where the browser doesn't say. */
  browser: z.nullable(z.string()),
  address: z.string(),
  /** One of `signInMethods`. */
  method: z.string(),
  kept: z.boolean(),
  created_at: time,
  /** To the minute. */
  last_seen_at: time,
  ends_at: time,
})
export type SessionRecord = z.output<typeof sessionRecord>

const wrong = { 401: 'The email address and the password, or the id and the key, don’t belong together.' } as const
const notNow = 'The service has no sessions, because its address is neither https nor on its own machine.'

export const signIn = endpoint({
  id: 'person.session.signIn',
  extension: true,
  access: 'guest',
  method: 'POST',
  path: '/session',
  summary: 'Sign in with an email address and a password',
  description:
    'Starts a session, whose cookie then stands for a key. A session that the browser had before ends. Whoever has a second factor gets none yet: `second_factor` says what completes the sign-in, within 5 minutes. Without `keep` a session ends after 12 hours without a request; with it, it lasts 30 days.',
  body: { json: z.object({ email: emailAddress, password: anyPassword, keep }) },
  reply: sessionReply,
  refusals: { ...wrong, 409: notNow },
})

export const signInWithKey = endpoint({
  id: 'person.session.signInWithKey',
  extension: true,
  access: 'guest',
  method: 'POST',
  path: '/session/key',
  summary: 'Sign in with an API key',
  description:
    'Starts a session for a partner or an account, so that no browser needs to keep its key. It ends when the key is replaced, or the partner’s access revoked.',
  body: {
    json: z.object({
      /** Of the partner or the account. */
      id,
      key: z.string('is required').check(z.trim(), z.minLength(1), z.maxLength(200)),
      keep,
    }),
  },
  reply: sessionReply,
  refusals: { ...wrong, 409: notNow },
})

export const listSessions = endpoint({
  id: 'person.sessions.list',
  extension: true,
  access: 'session',
  method: 'GET',
  path: '/sessions',
  summary: 'List your sessions',
  description: 'Those of the same person or, after a sign-in with a key, of the same key. The last used comes first.',
  rows: 'sessions',
  reply: z.looseObject({ sessions: z.array(sessionRecord) }),
})

export const endSession = endpoint({
  id: 'person.sessions.end',
  extension: true,
  access: 'session',
  method: 'DELETE',
  path: '/sessions/{session_id}',
  summary: 'End one of your sessions',
  reply: z.looseObject({ id }),
})

export const endOtherSessions = endpoint({
  id: 'person.sessions.endOthers',
  extension: true,
  access: 'session',
  method: 'POST',
  path: '/sessions/end_others',
  summary: 'End all your other sessions',
  reply: z.looseObject({ ended: z.int() }),
})

export const changePassword = endpoint({
  id: 'person.password.change',
  extension: true,
  access: 'session',
  method: 'PUT',
  path: '/password',
  summary: 'Change your password',
  description: 'All your other sessions end.',
  body: { json: z.object({ current_password: anyPassword, new_password: newPassword }) },
  reply: sessionReply,
  refusals: {
    409: 'A session of a key has no password.',
    422: 'The current password is wrong, or the new one is too short or too easy to guess.',
  },
})

export const requestReset = endpoint({
  id: 'person.password.requestReset',
  extension: true,
  access: 'guest',
  method: 'POST',
  path: '/password_reset',
  summary: 'Ask for a link to set a new password',
  description:
    'The answer is the same whether anybody has the address. The link works once, within 30 minutes, and the latest one only.',
  body: { json: z.object({ email: emailAddress }) },
  reply: z.looseObject({ email: z.string(), minutes: z.int() }),
})

export const resetPassword = endpoint({
  id: 'person.password.reset',
  extension: true,
  access: 'guest',
  method: 'PUT',
  path: '/password_reset',
  summary: 'Set a new password with a link',
  description: 'All sessions of the person end. Sign in with the new password afterwards.',
  body: { json: z.object({ token, new_password: newPassword }) },
  reply: z.looseObject({ email: z.string() }),
  refusals: {
    409: 'The link was used or has expired, or there never was one.',
    422: 'The password is too short or too easy to guess.',
  },
})

export const readInvitation = endpoint({
  id: 'person.invitation.read',
  extension: true,
  access: 'guest',
  method: 'POST',
  path: '/invitation',
  summary: 'Read an invitation by the token of its link',
  body: { json: z.object({ token }) },
  reply: z.looseObject({
    /** Null where whoever accepts says it. */
    email: z.nullable(z.string()),
    /** One of `roles`. */
    role: z.string(),
    /** `partner` or `account`. */
    kind: z.string(),
    /** Of the partner or the account. */
    id,
    name: z.string(),
    /** The name of who invites; null where the operator does. */
    invited_by: z.nullable(z.string()),
    expires_at: time,
    /** Whether the address belongs to a person already, who then signs in rather than choose a name and a password. */
    known: z.boolean(),
  }),
  refusals: { 409: 'The invitation was used or withdrawn or has expired, or there never was one.' },
})

export const acceptInvitation = endpoint({
  id: 'person.invitation.accept',
  extension: true,
  access: 'guest',
  method: 'PUT',
  path: '/invitation',
  summary: 'Accept an invitation',
  description:
    'Whoever is new sends a name and a new password, and is signed in. Whoever is known is signed in already, or sends the password they have.',
  body: {
    json: z.object({
      token,
      /** Only where the invitation has none. */
      email: z.optional(emailAddress),
      name: z.optional(personName),
      password: z.optional(anyPassword),
      keep,
    }),
  },
  reply: sessionReply,
  refusals: {
    ...wrong,
    409: 'The invitation was used or withdrawn or has expired, there never was one, or somebody else is signed in.',
    422: 'The name is missing, or the password is too short or too easy to guess.',
  },
})

/** A role as it is chosen for somebody. */
export const roleField = z.enum(roles, `must be ${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}`)
