import { describe, expect, test } from 'vitest'
import {
  listPeople,
  readSession,
  replaceKey,
  requestReset,
  resetPassword,
  signIn,
  signInWithKey,
} from '../../contract/index.ts'
import { peopleWorld, sessionIn } from '../test/people-world.ts'
import { nextPassword, testPassword } from '../test/password.ts'
import { send } from '../test/send.ts'
import { testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'
import { personLimits } from './limits.ts'

describe('signing in', () => {
  test('gives the browser a cookie that nothing else can read, and a session that says who it is', async () => {
    const { browser, owner, account } = await peopleWorld()
    const here = browser()
    expect(sessionIn(await here.ask(readSession))).toBeNull()
    const answer = await here.signIn('ada@example.COM')
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-site-performance=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(
        /^__Host-site-performance-browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect(sessionIn(answer)).toMatchObject({
      person: { id: owner.id, email: 'Ada@Example.com', must_change_password: false },
      memberships: [{ kind: 'account', id: account.id, role: 'owner' }],
      kept: false,
      ends_at: '2026-11-21T20:00:00.000Z',
    })
    expect(sessionIn(await here.ask(readSession))).toEqual(sessionIn(answer))
  })

  test('stores the token nowhere', async () => {
    const { signedIn, db } = await peopleWorld()
    const token = (await signedIn()).cookie() ?? ''
    expect(token).toHaveLength(43)
    expect(JSON.stringify(await db.selectFrom('sessions').selectAll().execute())).not.toContain(token)
  })

  test('takes no token that the browser brings along, and ends the session that it had', async () => {
    const { browser, owner, signedIn } = await peopleWorld()
    const fixed = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    const victim = browser()
    victim.use(fixed)
    await victim.signIn(owner.email)
    expect(victim.cookie()).not.toBe(fixed)
    const attacker = browser()
    attacker.use(fixed)
    expect((await attacker.ask(listPeople.user)).status).toBe(401)

    const again = await signedIn()
    const earlier = again.cookie()
    await again.signIn(owner.email)
    const stale = browser()
    stale.use(earlier)
    expect((await stale.ask(listPeople.user)).status).toBe(401)
  })

  test('is refused from another site’s page, and from one that doesn’t say', async () => {
    const { service, owner } = await peopleWorld()
    const body = { email: owner.email, password: testPassword }
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'same-site', Origin: 'https://site.edge.example' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      {},
    ]) {
      const answer = await send(service, signIn, { ids: {}, body, headers })
      expect(answer.status, JSON.stringify(headers)).toBe(403)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    for (const headers of [{ Origin: 'https://perf.example' }, { 'Sec-Fetch-Site': 'same-origin' }])
      expect((await send(service, signIn, { ids: {}, body, headers })).status).toBe(200)
  })

  test('says the same of a wrong password and of an address that nobody has', async () => {
    const { browser, owner } = await peopleWorld()
    const [wrong, unknown] = [await browser().signIn(owner.email, 'wrong'), await browser().signIn('no@example.com')]
    expect({ ...wrong, headers: null }).toEqual({ ...unknown, headers: null })
    expect(wrong).toMatchObject({ status: 401, body: { error: 'The email address or the password is wrong.' } })
    const { limits } = { limits: wrong.headers.get('ratelimit-policy') }
    expect(limits).toBe(unknown.headers.get('ratelimit-policy'))
  })

  test('is limited for each address and each network, says how long to wait, and counts no good one', async () => {
    const { browser, owner } = await peopleWorld()
    for (let i = 0; i < 12; i++) expect((await browser().signIn(owner.email)).status).toBe(200)
    for (let i = 0; i < 10; i++) expect((await browser().signIn(owner.email, 'wrong')).status).toBe(401)
    const answer = await browser().signIn(owner.email)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    for (let i = 0; i < 20; i++) await browser().signIn(`a${i}@example.com`)
    expect((await browser().signIn('another@example.com')).status).toBe(429)
  })

  test('isn’t kept from somebody by who fails elsewhere; after too many everywhere, a new password ends the wait', async () => {
    const { service, browser, owner, mailed } = await peopleWorld()
    const attacker = browser(undefined, '198.51.100.7')
    for (let i = 0; i < 10; i++) await attacker.signIn(owner.email, 'wrong')
    expect((await attacker.signIn(owner.email)).status).toBe(429)
    expect((await browser().signIn(owner.email)).status).toBe(200)

    const { points } = personLimits.signInsAnywhere
    for (let i = 10; i < points; i++) await service.services.limits.signInsAnywhere.count(owner.email_lower)
    expect((await browser().signIn(owner.email)).status).toBe(429)
    await browser().ask(requestReset, { body: { email: owner.email } })
    const token = await mailed(owner.email, /\/reset#([\w-]{43})/)
    await browser().ask(resetPassword, { body: { token, new_password: nextPassword } })
    expect((await browser().signIn(owner.email, nextPassword)).status).toBe(200)
  })

  test('is an event of the account, and failures are one number a day', async () => {
    const { browser, owner, events, signedIn } = await peopleWorld()
    await signedIn()
    // at once, and the day has one number for all
    await Promise.all(Array.from({ length: 3 }, () => browser().signIn(owner.email, 'wrong')))
    await waitFor(async () =>
      expect(await events()).toMatchObject([
        { kind: 'person.sign_ins_failed', detail: { name: owner.name, count: 3 } },
        { kind: 'person.signed_in', person: { id: owner.id, name: owner.name } },
      ]),
    )
  })

  test('isn’t repeated without end, as each is an event', async () => {
    const { browser, account } = await peopleWorld()
    const keyIn = () => browser(undefined).ask(signInWithKey, { body: account })
    for (let i = 0; i < personLimits.sessions.points; i++) expect((await keyIn()).status).toBe(200)
    expect((await keyIn()).status).toBe(429)
  })

  test('with a key makes a session of its account or partner, which ends with the key', async () => {
    const { service, browser, account, partner, ask, db } = await peopleWorld()
    const [holder, host] = [browser(undefined), browser()]
    const keyIn = (who: typeof host, given: { id: string; key: string }) => who.ask(signInWithKey, { body: given })
    expect(await keyIn(host, { id: account.id, key: partner.key })).toMatchObject({ status: 401 })
    expect(sessionIn(await keyIn(holder, account))).toMatchObject({
      person: null,
      memberships: [{ kind: 'account', id: account.id, role: 'owner' }],
      method: 'key',
    })
    expect(sessionIn(await keyIn(host, partner))).toMatchObject({ memberships: [{ kind: 'partner', id: partner.id }] })
    expect((await holder.ask(listPeople.user)).status).toBe(200)
    expect((await host.ask(listPeople.user)).status).toBe(200)
    await ask(replaceKey.user, {}, account.key)
    expect((await holder.ask(listPeople.user)).status).toBe(401)
    await db.updateTable('partners').set({ granted: 0 }).where('id', '=', partner.id).execute()
    expect((await host.ask(listPeople.user)).status).toBe(401)
    await service.stop()
  })

  test('isn’t possible over plain http to another machine', async () => {
    const service = await testService({ env: { PUBLIC_URL: 'http://perf.example' } })
    const answer = await send(service, signIn, {
      ids: {},
      body: { email: 'a@example.com', password: 'x' },
      headers: { Origin: 'http://perf.example' },
    })
    expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining('https') } })
  })

  test.each([
    ['another address', 'http://192.0.2.9:4000', { Origin: 'http://192.0.2.9:4000' }],
    ['a proxy', 'http://127.0.0.1:4000', { Origin: 'https://perf.example', 'Sec-Fetch-Site': 'same-origin' }],
  ])('isn’t possible by %s where the service’s address is this machine’s', async (_, at, headers) => {
    const service = await testService({ env: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
    const account = await service.makeAccount(await service.makePartner())
    const body = JSON.stringify({ id: account.id, key: account.key })
    const sent = { method: 'POST', body, headers: { ...headers, 'Content-Type': 'application/json' } }
    const answer = await service.app.fetch(new Request(`${at}/api/session/key`, sent))
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('PUBLIC_URL') })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('on this machine does without https', async () => {
    const service = await testService({ env: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
    const account = await service.makeAccount(await service.makePartner())
    const headers = { Origin: 'http://127.0.0.1:4000' }
    const answer = await send(service, signInWithKey, { ids: {}, body: account, headers })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^site-performance=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })
})
