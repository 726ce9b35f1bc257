import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  beginPasskeySignIn,
  confirmAuthenticator,
  type Factors,
  signInWithCode,
  signInWithPasskey,
  type UsedPasskey,
} from '../../contract/index.ts'
import { Authenticator } from './authenticator.ts'
import { type browserOf, peopleWorld } from './people-world.ts'
import type { Answer } from './service.ts'

/** A browser of `peopleWorld`. */
export type Browser = ReturnType<typeof browserOf>

const minute = 60_000

/** What an authenticator app shows at a time. */
export const codeOf = (secret: string, at: number) => new TOTP({ secret }).generate({ timestamp: at })
/** The challenge that an answer holds. */
export const optionsIn = ({ body }: Answer) => (body as { options: Record<string, unknown> }).options
/** The factors that an answer holds. */
export const factorsIn = ({ body }: Answer) => body as Factors
/** What an answer to a sign-in says of the second factor. */
export const secondIn = ({ body }: Answer) => (body as { second_factor?: { kinds: string[] } }).second_factor

/** Adds an authenticator app to whoever is signed in. @returns its secret */
export async function addApp(here: Browser, now: number): Promise<string> {
  const { secret } = (await here.ask(beginAuthenticator)).body as { secret: string }
  expect((await here.ask(confirmAuthenticator, { body: { code: codeOf(secret, now) } })).status).toBe(200)
  return secret
}

/** Adds a passkey to whoever is signed in. */
export async function addKey(here: Browser, device = new Authenticator()) {
  const options = optionsIn(await here.ask(beginPasskey, { body: { purpose: 'add' } }))
  const answer = await here.ask(addPasskey, { body: { name: 'Phone', passkey: device.make(options) } })
  expect(answer.status, answer.text).toBe(200)
  return { device, id: (answer.body as { id: string }).id }
}

/** Begins a sign-in with a passkey, alone or after the password. @returns the challenge */
export const begin = async (here: Browser, second = false) =>
  optionsIn(await here.ask(beginPasskeySignIn, { body: { second } }))

/** Completes it. */
export const byPasskey = (here: Browser, passkey: UsedPasskey) =>
  here.ask(signInWithPasskey, { body: { passkey, keep: false } })

/** Completes a sign-in with the code of an app, or a recovery code. */
export const byCode = (here: Browser, code: string, kind = 'authenticator') =>
  here.ask(signInWithCode, { body: { kind, code } })

/** Somebody with an authenticator app, whose code of now is used up. */
export async function withApp() {
  const world = await peopleWorld()
  const here = await world.signedIn()
  const secret = await addApp(here, world.clock.now())
  await world.clock.advance(minute)
  return { ...world, here, code: () => codeOf(secret, world.clock.now()), secret }
}
