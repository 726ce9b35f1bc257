import * as z from 'zod/mini'
import { sessionReply } from './current-session.ts'
import { endpoint, scoped } from './endpoint.ts'
import { id, line, time } from './fields.ts'
import { anyPassword, keep } from './sessions.ts'

/** How many a person can have. */
export const factorLimits = { passkeys: 10, recoveryCodes: 10 } as const

export const passkeyRecord = z.looseObject({
  id,
  name: z.string(),
  created_at: time,
  /** Null until it has been used. */
  last_used_at: z.nullable(time),
  /** Whether it is kept on several devices, such as by a password manager. */
  synced: z.boolean(),
})
export type PasskeyRecord = z.output<typeof passkeyRecord>

const factorsReply = z.looseObject({
  passkeys: z.array(passkeyRecord),
  /** The authenticator app that makes codes; null without one. */
  authenticator: z.nullable(z.looseObject({ created_at: time })),
  /** Null without any. */
  recovery_codes: z.nullable(z.looseObject({ left: z.int(), created_at: time })),
  /** Until when factors can be changed without showing again who you are; null where that is needed first. */
  proved_until: z.nullable(time),
})
export type Factors = z.output<typeof factorsReply>

/** What the browser gets from the service and hands to its own passkey functions, unchanged (WebAuthn, PublicKeyCredential…OptionsJSON). */
const optionsReply = z.looseObject({ options: z.record(z.string(), z.unknown()) })

const encoded = (max: number) =>
  z.string('is required').check(z.regex(/^[\w-]+$/, 'must be base64url'), z.maxLength(max))
const credentialId = encoded(1400)

/** What the browser answers when a passkey is made (WebAuthn, RegistrationResponseJSON). */
const newPasskey = z.looseObject({
  id: credentialId,
  response: z.looseObject({
    clientDataJSON: encoded(8000),
    attestationObject: encoded(40_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})
export type NewPasskey = z.output<typeof newPasskey>

/** What the browser answers when a passkey is used (WebAuthn, AuthenticationResponseJSON). */
const usedPasskey = z.looseObject({
  id: credentialId,
  response: z.looseObject({
    clientDataJSON: encoded(8000),
    authenticatorData: encoded(8000),
    signature: encoded(8000),
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
})
export type UsedPasskey = z.output<typeof usedPasskey>

const passkeyName = line(60)
const code = z.string('is required').check(z.trim(), z.minLength(1), z.maxLength(60))

const ofKey = 'A session of a key has no factors.'
const unproved = 'Show again who you are first: it is longer ago than 10 minutes.'
const notKnown = { 401: 'The passkey isn’t known, or its answer is wrong or came too late.' } as const

export const readFactors = endpoint({
  id: 'person.factors.read',
  extension: true,
  access: 'session',
  method: 'GET',
  path: '/factors',
  summary: 'List your passkeys and other factors',
  reply: factorsReply,
  refusals: { 409: ofKey },
})

export const proveYourself = endpoint({
  id: 'person.factors.prove',
  extension: true,
  access: 'session',
  method: 'POST',
  path: '/factors/proof',
  summary: 'Show again who you are',
  description:
    'With the password or, after `POST /passkeys/challenge`, with a passkey. For 10 minutes from then, factors can be changed. Signing in counts, too.',
  body: { json: z.object({ password: z.optional(anyPassword), passkey: z.optional(usedPasskey) }) },
  reply: factorsReply,
  refusals: { ...notKnown, 409: ofKey, 422: 'The password is wrong, or there is neither a password nor a passkey.' },
})

export const beginPasskey = endpoint({
  id: 'person.passkeys.begin',
  extension: true,
  access: 'session',
  method: 'POST',
  path: '/passkeys/challenge',
  summary: 'Begin to add a passkey, or to show with one who you are',
  description: '`options` is for the browser’s own passkey functions. Its challenge counts once, within 5 minutes.',
  body: { json: z.object({ purpose: z.enum(['add', 'prove'], 'must be add or prove') }) },
  reply: optionsReply,
  refusals: { 403: unproved, 409: 'A session of a key has no factors, or there are as many passkeys as allowed.' },
})

export const addPasskey = endpoint({
  id: 'person.passkeys.add',
  extension: true,
  access: 'session',
  method: 'POST',
  path: '/passkeys',
  summary: 'Add a passkey',
  body: { json: z.object({ name: passkeyName, passkey: newPasskey }) },
  reply: passkeyRecord,
  refusals: {
    403: unproved,
    409: 'A session of a key has no factors, there are as many passkeys as allowed, or this one is there already.',
    422: 'The passkey is for another site, or its answer is wrong or came too late.',
  },
})

export const renamePasskey = endpoint({
  id: 'person.passkeys.rename',
  extension: true,
  access: 'session',
  method: 'PUT',
  path: '/passkeys/{passkey_id}',
  summary: 'Rename a passkey',
  body: { json: z.object({ name: passkeyName }) },
  reply: passkeyRecord,
})

export const removePasskey = endpoint({
  id: 'person.passkeys.remove',
  extension: true,
  access: 'session',
  method: 'DELETE',
  path: '/passkeys/{passkey_id}',
  summary: 'Remove a passkey',
  description: 'All your other sessions end. Recovery codes go with the last factor.',
  reply: z.looseObject({ id }),
  refusals: { 403: unproved },
})

export const beginAuthenticator = endpoint({
  id: 'person.authenticator.begin',
  extension: true,
  access: 'session',
  method: 'POST',
  path: '/authenticator',
  summary: 'Begin to add an authenticator app',
  description: 'Nothing changes until the app’s first code is sent. Beginning again makes another secret.',
  reply: z.looseObject({
    /** In base32, to be typed into the app. */
    secret: z.string(),
    /** The same for a QR code: `otpauth://…` */
    uri: z.string(),
  }),
  refusals: { 403: unproved, 409: 'A session of a key has no factors, or there is an authenticator app already.' },
})

export const confirmAuthenticator = endpoint({
  id: 'person.authenticator.confirm',
  extension: true,
  access: 'session',
  method: 'PUT',
  path: '/authenticator',
  summary: 'Add the authenticator app with its first code',
  body: { json: z.object({ code }) },
  reply: factorsReply,
  refusals: { 403: unproved, 409: 'There is no app to be added, or there is one already.', 422: 'The code is wrong.' },
})

export const removeAuthenticator = endpoint({
  id: 'person.authenticator.remove',
  extension: true,
  access: 'session',
  method: 'DELETE',
  path: '/authenticator',
  summary: 'Remove the authenticator app',
  description: 'All your other sessions end. Recovery codes go with the last factor.',
  reply: factorsReply,
  refusals: { 403: unproved, 404: 'There is none.' },
})

export const replaceRecoveryCodes = endpoint({
  id: 'person.recoveryCodes.replace',
  extension: true,
  access: 'session',
  method: 'POST',
  path: '/recovery_codes',
  summary: 'Make new recovery codes',
  description:
    'Each signs in once in place of another factor. They are shown this once, and earlier ones stop working.',
  reply: z.looseObject({ codes: z.array(z.string()) }),
  refusals: { 403: unproved, 409: 'There is no passkey and no authenticator app that they could stand in for.' },
})

export const beginPasskeySignIn = endpoint({
  id: 'person.session.beginPasskey',
  extension: true,
  access: 'guest',
  method: 'POST',
  path: '/session/passkey_challenge',
  summary: 'Begin to sign in with a passkey',
  description:
    'Alone or, with `second`, after the password. `options` is for the browser’s own passkey functions. Its challenge counts once, within 5 minutes, in the same browser.',
  body: {
    json: z.object({
      /** Whether the password came first. */
      second: z._default(z.boolean('must be true or false'), false),
    }),
  },
  reply: optionsReply,
  refusals: { 401: 'With `second`: no password came first, or too long ago.', 409: 'The service has no sessions.' },
})

export const signInWithPasskey = endpoint({
  id: 'person.session.signInWithPasskey',
  extension: true,
  access: 'guest',
  method: 'POST',
  path: '/session/passkey',
  summary: 'Sign in with a passkey',
  description: 'Alone, where the browser has checked who uses it; or as the second factor after the password.',
  body: { json: z.object({ passkey: usedPasskey, keep }) },
  reply: sessionReply,
  refusals: notKnown,
})

/** What can come after the password in place of a passkey. */
export const codeKinds = ['authenticator', 'recovery_code'] as const

export const signInWithCode = endpoint({
  id: 'person.session.signInWithCode',
  extension: true,
  access: 'guest',
  method: 'POST',
  path: '/session/code',
  summary: 'Complete a sign-in with a code',
  description: 'Of the authenticator app, or one of the recovery codes. Each code counts once.',
  body: { json: z.object({ kind: z.enum(codeKinds, 'must be authenticator or recovery_code'), code }) },
  reply: sessionReply,
  refusals: {
    401: 'No password came first, or it is longer ago than 5 minutes, or 5 codes were wrong.',
    422: 'The code is wrong, or was used before.',
  },
})

const requiredFactor = z.object({ required: z.boolean('must be true or false') })
const requiredReply = z.looseObject({ required: z.boolean() })
const requireWords = {
  summary: 'Require a second factor of all people',
  description: 'Whoever has none can do nothing there until they have set one up. Single sign-on counts as one.',
  none: 'You have no second factor yourself, and would be shut out.',
} as const

export const requireFactor = scoped({
  id: 'people.requireFactor',
  extension: true,
  method: 'PUT',
  path: '/required_factor',
  summary: requireWords.summary,
  description: requireWords.description,
  body: { json: requiredFactor },
  reply: requiredReply,
  refusals: { 409: requireWords.none },
})

export const requirePartnerFactor = endpoint({
  id: 'partner.partnerPeople.requireFactor',
  extension: true,
  access: 'partner',
  method: 'PUT',
  path: '/partners/{partner_id}/required_factor',
  summary: `${requireWords.summary}, of the partner itself`,
  description: requireWords.description,
  body: { json: requiredFactor },
  reply: requiredReply,
  refusals: { 409: requireWords.none },
})
