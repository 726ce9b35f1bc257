import { describe, expect, test } from 'vitest'
import {
  addPasskey,
  beginPasskey,
  listPeople,
  listSessions,
  readFactors,
  removePasskey,
  renamePasskey,
} from '../../contract/index.ts'
import { Authenticator } from '../test/authenticator.ts'
import { addKey, begin, type Browser, byPasskey, factorsIn, optionsIn, secondIn } from '../test/factors.ts'
import { peopleWorld, sessionIn } from '../test/people-world.ts'
import { insertMember } from '../test/people.ts'

const minute = 60_000

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
