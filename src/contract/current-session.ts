import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, time } from './fields.ts'

/** A partner or an account that somebody works for. */
export const membershipRecord = z.looseObject({
  /** `partner` or `account`. */
  kind: z.string(),
  /** Of the partner or the account. */
  id,
  name: z.string(),
  /** One of `roles`. */
  role: z.string(),
  /** The account's partner; of a partner, its own id. */
  partner_id: id,
  /** Whether it requires a second factor that the person has to set up first: until then, all else there is refused. */
  needs_factor: z.boolean(),
})
export type MembershipRecord = z.output<typeof membershipRecord>

/**
 * How a session can begin: with a password, a passkey or an API key, by single sign-on, or by a link. Another service may know
 * others; show them unchanged.
 */
export const signInMethods = ['password', 'passkey', 'key', 'sign_on', 'link'] as const
export type SignInMethod = (typeof signInMethods)[number]

export const currentSession = z.looseObject({
  id,
  /** Who signed in with an email address and a password; null for a sign-in with a key. */
  person: z.nullable(
    z.looseObject({
      id,
      name: z.string(),
      email: z.string(),
      /** The password is the one of the welcome mail. Until it is changed, every other write is refused. */
      must_change_password: z.boolean(),
      /** Whether there is a second factor: a passkey or an authenticator app. */
      has_factor: z.boolean(),
    }),
  ),
  /** Of the person, by name; of a key, the one partner or account that it belongs to. */
  memberships: z.array(membershipRecord),
  /** How it began: one of `signInMethods`. */
  method: z.string(),
  kept: z.boolean(),
  created_at: time,
  /** When it ends if it isn't used until then. */
  ends_at: time,
})
export type CurrentSession = z.output<typeof currentSession>

const secondFactor = z.looseObject({
  /** What the person has: `passkey`, `authenticator` or `recovery_code`. */
  kinds: z.array(z.string()),
  ends_at: time,
})
export type SecondFactor = z.output<typeof secondFactor>

export const sessionReply = z.looseObject({
  session: z.nullable(currentSession),
  /** What completes a sign-in that has only begun. */
  second_factor: z.optional(secondFactor),
})

export const readSession = endpoint({
  id: 'person.session.read',
  extension: true,
  access: 'guest',
  method: 'GET',
  path: '/session',
  summary: 'Read the session',
  description: '`session` is null for whoever isn’t signed in.',
  reply: sessionReply,
})

export const signOut = endpoint({
  id: 'person.session.signOut',
  extension: true,
  access: 'session',
  method: 'DELETE',
  path: '/session',
  summary: 'Sign out',
  reply: z.looseObject({ id }),
})
