import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import {
  acceptInvitation,
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  beginPasskeySignIn,
  changePassword,
  confirmAuthenticator,
  type Factors,
  invite,
  listPeople,
  listSessions,
  proveYourself,
  readFactors,
  readSession,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  replaceRecoveryCodes,
  requestReset,
  requireFactor,
  resetPassword,
  signInWithCode,
  signInWithKey,
  signInWithPasskey,
  updateAccountEmail,
  type UsedPasskey,
} from '../../contract/index.ts'
import { Retention } from '../retention/index.ts'
import { Authenticator } from '../test/authenticator.ts'
import { type browserOf, nextPassword, peopleWorld, sessionIn } from '../test/people-world.ts'
import { insertKey } from '../test/keys.ts'
import { insertMember } from '../test/people.ts'
import { testPassword } from '../test/password.ts'
import type { Answer } from '../test/service.ts'
import { resetFactorsOfWho } from './operator-actions.ts'

type Browser = ReturnType<typeof browserOf>

const minute = 60_000
const day = 24 * 60 * minute
const codeOf = (secret: string, at: number) => new TOTP({ secret }).generate({ timestamp: at })
const optionsIn = ({ body }: Answer) => (body as { options: Record<string, unknown> }).options
const factorsIn = ({ body }: Answer) => body as Factors
const secondIn = ({ body }: Answer) => (body as { second_factor?: { kinds: string[] } }).second_factor

/** Adds an authenticator app to whoever is signed in. @returns its secret */
async function addApp(here: Browser, now: number): Promise<string> {
  const { secret } = (await here.ask(beginAuthenticator)).body as { secret: string }
  expect((await here.ask(confirmAuthenticator, { body: { code: codeOf(secret, now) } })).status).toBe(200)
  return secret
}

/** Adds a passkey to whoever is signed in. */
async function addKey(here: Browser, device = new Authenticator()) {
  const options = optionsIn(await here.ask(beginPasskey, { body: { purpose: 'add' } }))
  const answer = await here.ask(addPasskey, { body: { name: 'Phone', passkey: device.make(options) } })
  expect(answer.status, answer.text).toBe(200)
  return { device, id: (answer.body as { id: string }).id }
}

const begin = async (here: Browser, second = false) =>
  optionsIn(await here.ask(beginPasskeySignIn, { body: { second } }))
const byPasskey = (here: Browser, passkey: UsedPasskey) =>
  here.ask(signInWithPasskey, { body: { passkey, keep: false } })
const byCode = (here: Browser, code: string, kind = 'authenticator') =>
  here.ask(signInWithCode, { body: { kind, code } })

/** Somebody with an authenticator app, whose code of now is used up. */
async function withApp() {
  const world = await peopleWorld()
  const here = await world.signedIn()
  const secret = await addApp(here, world.clock.now())
  await world.clock.advance(minute)
  return { ...world, here, code: () => codeOf(secret, world.clock.now()), secret }
}

describe('an authenticator app', () => {
  test('counts once its first code has come, and then comes after the password', async () => {
    const { signedIn, browser, owner, clock, db } = await peopleWorld()
    const here = await signedIn()
    const { secret, uri } = (await here.ask(beginAuthenticator)).body as { secret: string; uri: string }
    expect(uri).toMatch(/^otpauth:\/\/totp\/Site%20Performance:Ada%40Example\.com\?issuer=Site%20Performance&secret=/)
    expect(JSON.stringify(await db.selectFrom('authenticators').selectAll().execute())).not.toContain(secret)
    expect((await here.ask(confirmAuthenticator, { body: { code: '000000' } })).status).toBe(422)
    expect(sessionIn(await browser().signIn(owner.email))).not.toBeNull()
    await here.ask(confirmAuthenticator, { body: { code: codeOf(secret, clock.now()) } })

    await clock.advance(minute)
    const there = browser()
    const answer = await there.signIn(owner.email, testPassword, true)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      session: null,
      second_factor: { kinds: ['authenticator'], ends_at: '2026-11-21T08:06:00.000Z' },
    })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-site-performance-pending=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect(sessionIn(await byCode(there, codeOf(secret, clock.now())))).toMatchObject({
      method: 'password',
      kept: true,
    })
    expect((await there.ask(listPeople.user)).status).toBe(200)
  })

  test('takes the code of the step before and after, each once, and none before it', async () => {
    const { browser, owner, secret, clock } = await withApp()
    const signInAt = async (at: number) => {
      const there = browser()
      await there.signIn(owner.email)
      return (await byCode(there, codeOf(secret, at))).status
    }
    const now = clock.now()
    expect(await signInAt(now - 60_000)).toBe(422)
    expect(await signInAt(now + 60_000)).toBe(422)
    expect(await signInAt(now - 30_000)).toBe(200)
    expect(await signInAt(now - 30_000)).toBe(422)
    expect(await signInAt(now + 30_000)).toBe(200)
    expect(await signInAt(now)).toBe(422)
  })

  test('takes the code of one of two who send it at the same time', async () => {
    const { browser, owner, code } = await withApp()
    const both = [browser(), browser()]
    for (const one of both) await one.signIn(owner.email)
    const answers = await Promise.all(both.map((one) => byCode(one, code())))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('isn’t guessed: five codes end the sign-in, and ten the tries with the email address', async () => {
    const { browser, owner, code } = await withApp()
    const there = browser()
    await there.signIn(owner.email)
    for (let i = 0; i < 5; i++) expect((await byCode(there, '000000')).status).toBe(422)
    expect((await byCode(there, code())).status).toBe(401)
    await there.signIn(owner.email)
    for (let i = 0; i < 5; i++) await byCode(there, '000000')
    const refused = await there.signIn(owner.email)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('can’t be replaced by beginning another, and goes with a proof', async () => {
    const { here, clock } = await withApp()
    expect((await here.ask(beginAuthenticator)).status).toBe(409)
    await clock.advance(10 * minute)
    expect((await here.ask(removeAuthenticator)).status).toBe(403)
    await here.ask(proveYourself, { body: { password: testPassword } })
    expect(factorsIn(await here.ask(removeAuthenticator)).authenticator).toBeNull()
    expect((await here.ask(removeAuthenticator)).status).toBe(404)
  })
})

describe('a passkey', () => {
  test('signs in alone, in a browser that knows nothing of who it is', async () => {
    const { signedIn, browser, owner } = await peopleWorld()
    const { device } = await addKey(await signedIn())
    const there = browser()
    const options = await begin(there)
    expect(options).toMatchObject({ rpId: 'perf.example', userVerification: 'required' })
    expect(options['allowCredentials']).toBeUndefined()
    const answer = await byPasskey(there, device.use(options))
    expect(sessionIn(answer)).toMatchObject({ person: { id: owner.id, has_factor: true }, method: 'passkey' })
    const { sessions } = (await there.ask(listSessions)).body as { sessions: { method: string }[] }
    expect(sessions.map(({ method }) => method).toSorted()).toEqual(['passkey', 'password'])
    const [one] = factorsIn(await there.ask(readFactors)).passkeys
    expect(one).toMatchObject({ name: 'Phone', last_used_at: '2026-11-21T08:00:00.000Z', synced: false })
  })

  test('comes after the password where that is asked for, and then only one’s own', async () => {
    const { signedIn, browser, owner, db, account } = await peopleWorld()
    const grace = await insertMember(db, { account_id: account.id }, 'owner')
    const [own, other] = [await addKey(await signedIn()), await addKey(await signedIn(grace.email))]
    const there = browser()
    expect(secondIn(await there.signIn(owner.email))).toMatchObject({ kinds: ['passkey'] })
    const options = await begin(there, true)
    expect(options['allowCredentials']).toHaveLength(1)
    expect((await byPasskey(there, other.device.use(options))).status).toBe(401)
    expect(sessionIn(await byPasskey(there, own.device.use(await begin(there, true))))).toMatchObject({
      person: { id: owner.id },
      method: 'password',
    })
  })

  test.each([
    ['of another origin', { origin: 'https://perf.example.evil.example' }],
    ['of another port', { origin: 'https://perf.example:8443' }],
    ['of plain http', { origin: 'http://perf.example' }],
    ['of another site', { rpId: 'evil.example' }],
    ['that didn’t check who uses it', { checksWho: false }],
  ])('%s is refused, when it is made and when it is used', async (_, deviation) => {
    const { signedIn, browser } = await peopleWorld()
    const here = await signedIn()
    const device = new Authenticator()
    const options = optionsIn(await here.ask(beginPasskey, { body: { purpose: 'add' } }))
    const body = { name: 'Phone', passkey: device.make(options, deviation) }
    expect((await here.ask(addPasskey, { body })).status).toBe(422)
    await addKey(here, device)
    const there = browser()
    expect((await byPasskey(there, device.use(await begin(there), deviation))).status).toBe(401)
    expect((await byPasskey(there, device.use(await begin(there)))).status).toBe(200)
  })

  test('answers a challenge once, in the browser that was given it, within 5 minutes', async () => {
    const { signedIn, browser, clock } = await peopleWorld()
    const { device } = await addKey(await signedIn())
    const [there, thief] = [browser(), browser()]
    const first = device.use(await begin(there))
    // another browser’s challenge
    await begin(thief)
    expect((await byPasskey(thief, first)).status).toBe(401)
    expect((await byPasskey(there, first)).status).toBe(200)
    // again, and with a sign-in of its own
    expect((await byPasskey(there, first)).status).toBe(401)
    await begin(there)
    expect((await byPasskey(there, first)).status).toBe(401)
    // an answer that failed has used the challenge up, too
    const options = await begin(there)
    expect((await byPasskey(there, device.use(options, { origin: 'https://evil.example' }))).status).toBe(401)
    expect((await byPasskey(there, device.use(options))).status).toBe(401)
    const late = device.use(await begin(there))
    await clock.advance(5 * minute)
    expect((await byPasskey(there, late)).status).toBe(401)
  })

  test('is added with a challenge of one’s own session, once, and in time', async () => {
    const { signedIn, clock } = await peopleWorld()
    const [here, other] = [await signedIn(), await signedIn()]
    const device = new Authenticator()
    const start = async (one: Browser) => optionsIn(await one.ask(beginPasskey, { body: { purpose: 'add' } }))
    const add = (one: Browser, passkey: object) => one.ask(addPasskey, { body: { name: 'Phone', passkey } })
    const made = device.make(await start(here))
    await start(other)
    expect((await add(other, made)).status).toBe(422)
    expect((await add(here, made)).status).toBe(200)
    expect((await add(here, made)).status).toBe(422)
    expect((await add(here, device.make(await start(here)))).status).toBe(409)
    const late = new Authenticator().make(await start(here))
    await clock.advance(5 * minute)
    expect((await add(here, late)).status).toBe(422)
  })

  test('whose count goes back is taken for a copy', async () => {
    const { signedIn, browser } = await peopleWorld()
    const { device } = await addKey(await signedIn())
    const there = browser()
    device.count = 7
    expect((await byPasskey(there, device.use(await begin(there)))).status).toBe(200)
    device.count = 3
    expect((await byPasskey(there, device.use(await begin(there)))).status).toBe(401)
  })

  test('is one of 10 at most', async () => {
    const { signedIn } = await peopleWorld()
    const here = await signedIn()
    for (let i = 0; i < 10; i++) await addKey(here)
    expect((await here.ask(beginPasskey, { body: { purpose: 'add' } })).status).toBe(409)
  })

  test('is renamed and removed; others’ can’t be, and other sessions end', async () => {
    const { signedIn, browser, owner, db, account } = await peopleWorld()
    const grace = await insertMember(db, { account_id: account.id }, 'owner')
    const [here, there, hers] = [await signedIn(), await signedIn(), await signedIn(grace.email)]
    const { id, device } = await addKey(here)
    const path = { passkey_id: id }
    expect((await hers.ask(renamePasskey, { path, body: { name: 'Mine' } })).status).toBe(404)
    expect((await hers.ask(removePasskey, { path })).status).toBe(404)
    expect((await here.ask(renamePasskey, { path, body: { name: 'Old phone' } })).body).toMatchObject({
      name: 'Old phone',
    })
    expect((await here.ask(removePasskey, { path })).status).toBe(200)
    expect((await there.ask(listPeople.user)).status).toBe(401)
    expect((await here.ask(listPeople.user)).status).toBe(200)
    expect((await byPasskey(browser(), device.use(await begin(there)))).status).toBe(401)
    expect(sessionIn(await browser().signIn(owner.email))).not.toBeNull()
  })

  test('isn’t possible where the service has a number for its host', async () => {
    const { signedIn, services } = await peopleWorld()
    const here = await signedIn()
    Object.assign(services.settings, { publicUrl: 'https://192.0.2.1' })
    expect(await here.ask(beginPasskey, { body: { purpose: 'add' } })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('PUBLIC_URL') },
    })
  })
})

describe('recovery codes', () => {
  test('sign in once each, are counted and mailed, and stored nowhere', async () => {
    const { here, browser, owner, db, mailed } = await withApp()
    const { codes } = (await here.ask(replaceRecoveryCodes)).body as { codes: string[] }
    expect(new Set(codes).size).toBe(10)
    const rows = JSON.stringify(await db.selectFrom('recovery_codes').selectAll().execute())
    for (const code of codes) expect(rows).not.toContain(code)
    const [first = '', second = ''] = codes
    const there = browser()
    expect(secondIn(await there.signIn(owner.email))).toMatchObject({ kinds: ['authenticator', 'recovery_code'] })
    expect(sessionIn(await byCode(there, ` ${first.toUpperCase()} `, 'recovery_code'))).not.toBeNull()
    expect(factorsIn(await there.ask(readFactors)).recovery_codes).toMatchObject({ left: 9 })
    expect(await mailed(owner.email, /Codes left:\s+(\d+)/)).toBe('9')
    const again = browser()
    await again.signIn(owner.email)
    expect((await byCode(again, first, 'recovery_code')).status).toBe(422)
    await here.ask(replaceRecoveryCodes)
    expect((await byCode(again, second, 'recovery_code')).status).toBe(422)
  })

  test('need a factor that they stand in for, and go with the last one', async () => {
    const { signedIn, db } = await peopleWorld()
    const here = await signedIn()
    expect((await here.ask(replaceRecoveryCodes)).status).toBe(409)
    const { id } = await addKey(here)
    await here.ask(replaceRecoveryCodes)
    await here.ask(removePasskey, { path: { passkey_id: id } })
    expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })
})

describe('a sign-in that waits for its second factor', () => {
  test('opens nothing, and says nothing but what completes it', async () => {
    const { browser, owner } = await withApp()
    const there = browser()
    await there.signIn(owner.email)
    expect((await there.ask(listPeople.user)).status).toBe(401)
    for (const endpoint of [readFactors, listSessions, beginAuthenticator, replaceRecoveryCodes])
      expect((await there.ask(endpoint)).status, endpoint.id).toBe(401)
    expect((await there.ask(proveYourself, { body: { password: testPassword } })).status).toBe(401)
    const body = { current_password: testPassword, new_password: nextPassword }
    expect((await there.ask(changePassword, { body })).status).toBe(401)
    expect(sessionIn(await there.ask(readSession))).toBeNull()
    // nor as a session's own cookie
    const token = there.cookie('-pending')
    there.use(token)
    expect((await there.ask(listPeople.user)).status).toBe(401)
  })

  test('is over after 5 minutes, once it is used, and with a change of the password', async () => {
    const { browser, owner, here, code, clock } = await withApp()
    const there = browser()
    await there.signIn(owner.email)
    await clock.advance(5 * minute)
    expect((await byCode(there, code())).status).toBe(401)
    await there.signIn(owner.email)
    const pending = there.cookie('-pending')
    expect((await byCode(there, code())).status).toBe(200)
    const thief = browser()
    thief.use(pending, '-pending')
    await clock.advance(minute)
    expect((await byCode(thief, code())).status).toBe(401)
    await there.signIn(owner.email)
    await here.ask(changePassword, { body: { current_password: testPassword, new_password: nextPassword } })
    expect((await byCode(there, code())).status).toBe(401)
  })

  test('ends with a token that no browser had before', async () => {
    const { browser, owner, code } = await withApp()
    const there = browser()
    const fixed = 'A'.repeat(43)
    there.use(fixed)
    there.use(fixed, '-pending')
    await there.signIn(owner.email)
    const pending = there.cookie('-pending')
    expect(pending).not.toBe(fixed)
    await byCode(there, code())
    expect([fixed, pending]).not.toContain(there.cookie())
    expect(there.cookie('-pending')).toBeUndefined()
  })

  test('isn’t avoided by a link for a new password, nor by an invitation', async () => {
    const { browser, owner, mailed, partner, service } = await withApp()
    await browser().ask(requestReset, { body: { email: owner.email } })
    const token = await mailed(owner.email, /reset#([\w-]+)/)
    await browser().ask(resetPassword, { body: { token, new_password: nextPassword } })
    const there = browser()
    expect(secondIn(await there.signIn(owner.email, nextPassword))).toMatchObject({ kinds: ['authenticator'] })

    const other = await service.makeAccount(partner)
    await service.ask(invite.user, { body: { email: owner.email, role: 'viewer' } }, other.key)
    const invited = await mailed(owner.email, /invitation#([\w-]+)/)
    const guest = browser()
    const body = { token: invited, password: nextPassword, keep: false }
    expect((await guest.ask(acceptInvitation, { body })).status).toBe(409)
    expect(guest.cookie()).toBeUndefined()
  })

  test('is one of 5 of a person, and of 2000 of anybody', async () => {
    const { browser, owner, db, code } = await withApp()
    const first = browser()
    await first.signIn(owner.email)
    for (let i = 0; i < 5; i++) await browser().signIn(owner.email)
    expect((await byCode(first, code())).status).toBe(401)
    const row = await db.selectFrom('pending_sign_ins').selectAll().limit(1).executeTakeFirstOrThrow()
    const many = Array.from({ length: 2000 }, (_, i) => ({ ...row, id: `a${i}`, token_hash: `a${i}`, person_id: null }))
    for (let i = 0; i < 2000; i += 500)
      await db
        .insertInto('pending_sign_ins')
        .values(many.slice(i, i + 500))
        .execute()
    await begin(browser())
    const { count } = await db
      .selectFrom('pending_sign_ins')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('person_id', 'is', null)
      .executeTakeFirstOrThrow()
    expect(count).toBe(2000)
  })
})

describe('a change of factors', () => {
  test('needs the password or a passkey of the last 10 minutes', async () => {
    const { signedIn, clock, db, account } = await peopleWorld()
    const here = await signedIn()
    const { device } = await addKey(here)
    await clock.advance(10 * minute)
    expect(factorsIn(await here.ask(readFactors)).proved_until).toBeNull()
    for (const [endpoint, body] of [
      [beginPasskey, { purpose: 'add' }],
      [beginAuthenticator, undefined],
      [replaceRecoveryCodes, undefined],
    ] as const)
      expect((await here.ask(endpoint, { body })).status, endpoint.id).toBe(403)
    expect((await here.ask(proveYourself, { body: { password: 'wrong' } })).status).toBe(422)
    expect((await here.ask(proveYourself, { body: {} })).status).toBe(422)
    const start = async (one: Browser) => optionsIn(await one.ask(beginPasskey, { body: { purpose: 'prove' } }))
    const passkey = device.use(await start(here))
    expect((await here.ask(proveYourself, { body: { passkey } })).status).toBe(200)
    expect((await here.ask(proveYourself, { body: { passkey } })).status).toBe(422)
    expect((await here.ask(replaceRecoveryCodes)).status).toBe(200)
    // another person's passkey says nothing
    const grace = await insertMember(db, { account_id: account.id }, 'owner')
    const hers = await signedIn(grace.email)
    await addKey(hers)
    expect((await hers.ask(proveYourself, { body: { passkey: device.use(await start(hers)) } })).status).toBe(422)
  })

  test('is mailed and an event, and none is possible with the password of the mail or as a key', async () => {
    const { here, owner, mailed, events, browser, db, account } = await withApp()
    await here.ask(removeAuthenticator)
    expect(await mailed(owner.email, /(An authenticator app was removed)\./)).not.toBe('')
    expect(await events()).toMatchObject([
      { kind: 'person.factor', detail: { factor: 'authenticator', change: 'removed' }, person: { id: owner.id } },
      { kind: 'person.factor', detail: { factor: 'authenticator', change: 'added' } },
      { kind: 'person.signed_in' },
    ])
    const mailedOne = await insertMember(db, { account_id: account.id }, 'owner', { password_is_generated: 1 })
    const there = browser()
    await there.signIn(mailedOne.email)
    expect((await there.ask(beginAuthenticator)).status).toBe(403)
    const key = browser()
    await key.ask(signInWithKey, { body: { ...account, keep: false } })
    expect((await key.ask(readFactors)).status).toBe(409)
  })

  test('by the operator removes all of them, ends all sessions, and is mailed', async () => {
    const { here, owner, browser, services, mailed } = await withApp()
    await addKey(here)
    await here.ask(replaceRecoveryCodes)
    expect(await resetFactorsOfWho('nobody@example.com', services)).toBeUndefined()
    expect(await resetFactorsOfWho('ADA@example.com', services)).toBe(true)
    services.wakeMail()
    expect((await here.ask(listPeople.user)).status).toBe(401)
    expect(sessionIn(await browser().signIn(owner.email))).toMatchObject({ person: { has_factor: false } })
    expect(await mailed(owner.email, /(removed by the operator)/)).not.toBe('')
    expect(await resetFactorsOfWho(owner.id, services)).toBe(false)
  })
})

describe('a required factor', () => {
  test('keeps out whoever has none until they have set one up, and an owner can’t shut themselves out', async () => {
    const { signedIn, db, account, owner } = await peopleWorld()
    const grace = await insertMember(db, { account_id: account.id }, 'viewer')
    const [here, hers] = [await signedIn(), await signedIn(grace.email)]
    const require = (required: boolean) => here.ask(requireFactor.user, { body: { required } })
    expect((await require(true)).status).toBe(409)
    await addKey(here)
    expect((await require(true)).body).toEqual({ required: true })
    const people = (answer: Answer) =>
      answer.body as { factor_required: boolean; people: { id: string; has_factor?: boolean }[] }
    const listed = people(await here.ask(listPeople.user))
    expect(listed.factor_required).toBe(true)
    expect(listed.people.filter(({ has_factor }) => has_factor).map(({ id }) => id)).toEqual([owner.id])

    const refused = await hers.ask(listPeople.user)
    expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining('second factor') } })
    expect(sessionIn(await hers.ask(readSession))).toMatchObject({ memberships: [{ needs_factor: true }] })
    await addKey(hers)
    expect(sessionIn(await hers.ask(readSession))).toMatchObject({ memberships: [{ needs_factor: false }] })
    const seen = people(await hers.ask(listPeople.user))
    expect(seen.people.map(({ has_factor }) => has_factor)).toEqual([undefined, undefined])
    expect((await require(false)).status).toBe(200)
  })

  test('of an account isn’t asked of its partner’s people, and single sign-on counts as one', async () => {
    const { signedIn, db, account, partner } = await peopleWorld()
    const [host, own] = [
      await insertMember(db, { partner_id: partner.id }, 'owner'),
      await insertMember(db, { account_id: account.id }, 'owner'),
    ]
    const [theirs, ours] = [await signedIn(host.email), await signedIn(own.email)]
    await db.updateTable('accounts').set({ factor_required: 1 }).where('id', '=', account.id).execute()
    expect((await theirs.ask(listPeople.user)).status).toBe(200)
    expect((await ours.ask(listPeople.user)).status).toBe(403)
    await db
      .updateTable('sessions')
      .set({ method: 'sign_on', partner_id: partner.id })
      .where('person_id', '=', own.id)
      .execute()
    expect((await ours.ask(listPeople.user)).status).toBe(200)
    await ours.ask(requireFactor.user, { body: { required: false } })
    // nobody who comes that way is shut out
    expect((await ours.ask(requireFactor.user, { body: { required: true } })).status).toBe(200)
    await db.updateTable('partners').set({ factor_required: 1 }).where('id', '=', partner.id).execute()
    expect((await theirs.ask(listPeople.user)).status).toBe(403)
  })
})

describe('a browser', () => {
  test('that a person hasn’t signed in with before is mailed, and the first and a known one aren’t', async () => {
    const { signedIn, browser, owner, mailed, clock } = await peopleWorld()
    const here = await signedIn()
    await here.signIn(owner.email)
    const there = browser()
    await there.signIn(owner.email)
    expect(await mailed(owner.email, /Address:\s+(\S+)/)).toBe('192.0.2.1')
    await there.signIn(owner.email)
    await mailed(owner.email, /Address:\s+(\S+)/)
    await clock.advance(400 * day)
    await there.signIn(owner.email)
    await mailed(owner.email, /Address:\s+(\S+)/, 2)
  })

  test('is one of 20 that are remembered, and forgotten after 400 days', async () => {
    const { browser, owner, db, clock, services } = await peopleWorld()
    for (let i = 0; i < 22; i++) await browser().signIn(owner.email)
    const known = () => db.selectFrom('known_browsers').selectAll().execute()
    expect(await known()).toHaveLength(20)
    await clock.advance(400 * day)
    await new Retention(services).run()
    expect(await known()).toEqual([])
  })
})

test('the holder whose account gets another email address leaves nothing that signs in to whoever has that one', async () => {
  const { signedIn, db, service, partner, account } = await peopleWorld()
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const holder = await insertMember(db, { account_id: account.id }, 'owner', { email })
  await addKey(await signedIn(email))
  const { id: membership } = await db
    .selectFrom('memberships')
    .select('id')
    .where('person_id', '=', holder.id)
    .executeTakeFirstOrThrow()
  await insertKey(db, { account_id: account.id }, { membership_id: membership, name: 'Of an application' })
  await insertKey(db, { account_id: account.id }, { name: 'Of the account' })
  await db
    .insertInto('identities')
    .values({
      id: 'i',
      partner_id: partner.id,
      issuer: 'https://login.example',
      subject: 'ada',
      person_id: holder.id,
      created_at: 0,
    })
    .execute()
  const path = { partner_id: partner.id, account_id: account.id }
  await service.ask(updateAccountEmail, { path, body: { new_email: 'new@example.com' } }, partner.key)
  expect(await db.selectFrom('people').select('id').where('email', '=', 'new@example.com').execute()).toHaveLength(1)
  expect(await db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('identities').selectAll().execute()).toEqual([])
  const keys = await db.selectFrom('api_keys').select('name').where('main', '=', 0).execute()
  expect(keys).toEqual([{ name: 'Of the account' }])
})

test('an app’s codes are limited for a day, too, wherever they come from', async () => {
  const { owner, services, browser, code } = await withApp()
  for (let i = 0; i < 30; i++) await services.limits.codes.count(owner.id)
  const there = browser()
  await there.signIn(owner.email)
  expect((await byCode(there, code())).status).toBe(429)
})
