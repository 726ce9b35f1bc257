import { describe, expect, test } from 'vitest'
import {
  acceptInvitation,
  changePassword,
  createAccount,
  type Endpoint,
  endOtherSessions,
  endSession,
  invite,
  listEvents,
  listPeople,
  listSessions,
  partnerPeople,
  readAccount,
  readInvitation,
  readSession,
  removePerson,
  replaceKey,
  requestReset,
  resendInvitation,
  resetPassword,
  sendWelcomeEmail,
  setRole,
  signIn,
  signInWithKey,
  signOut,
  updateAccountEmail,
  withdrawInvitation,
} from '../../contract/index.ts'
import { insertMember, join, ownPage, sessionOf, testPassword } from '../test/people.ts'
import { send } from '../test/send.ts'
import { type Answer, testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'
import { isEasyPassword } from './easy-password.ts'
import { personLimits } from './limits.ts'

const hour = 3600_000
const day = 24 * hour
const next = 'another lantern by the harbour'

/** A browser: it keeps the cookie that it is given. */
function browserOf(service: Awaited<ReturnType<typeof testService>>, account?: string) {
  let cookie: string | undefined
  const ask = async (endpoint: Endpoint, input: { path?: Record<string, string>; body?: unknown } = {}) => {
    const headers = { ...ownPage, ...(account === undefined ? {} : { 'SERVICE-ACCOUNT-ID': account }) }
    const answer = await send(service, endpoint, {
      ids: {},
      ...input,
      ...(input.path ? { ids: input.path } : {}),
      cookie,
      headers,
    })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      cookie = pair.endsWith('=') ? undefined : pair
    }
    return answer
  }
  return {
    ask,
    cookie: () => cookie,
    use: (given: string | undefined) => (cookie = given),
    signIn: (email: string, password = testPassword, keep = false) => ask(signIn, { body: { email, password, keep } }),
  }
}

async function world() {
  const service = await testService()
  await service.mailer.start()
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const owner = await insertMember(service.db, { account_id: account.id }, 'owner', { email: 'Ada@Example.com' })
  const mailed = (to: string, wanted: RegExp, count = 1) =>
    waitFor(() => {
      const found = service.world.mail.letters
        .filter((letter) => letter.to === to)
        .flatMap(({ text }) => wanted.exec(text)?.[1] ?? [])
      expect(found).toHaveLength(count)
      return found.at(-1) ?? ''
    }, 5)
  const browser = (of: string | undefined = account.id) => browserOf(service, of)
  const signedIn = async (email = owner.email) => {
    const made = browser()
    expect((await made.signIn(email)).status).toBe(200)
    return made
  }
  const events = async () => (await service.ask(listEvents.user, { query: { per_page: 100 } }, account.key)).rows
  return { ...service, service, partner, account, owner, browser, signedIn, mailed, events }
}

const sessionIn = ({ body }: Answer) => (body as { session: Record<string, unknown> | null }).session

describe('signing in', () => {
  test('gives the browser a cookie that nothing else can read, and a session that says who it is', async () => {
    const { browser, owner, account } = await world()
    const here = browser()
    expect(sessionIn(await here.ask(readSession))).toBeNull()
    const answer = await here.signIn('ada@example.COM')
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-site-performance=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
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
    const { signedIn, db } = await world()
    const token = (await signedIn()).cookie()?.split('=')[1] ?? ''
    expect(token).toHaveLength(43)
    expect(JSON.stringify(await db.selectFrom('sessions').selectAll().execute())).not.toContain(token)
  })

  test('takes no token that the browser brings along, and ends the session that it had', async () => {
    const { browser, owner, signedIn } = await world()
    const fixed = '__Host-site-performance=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
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
    const { service, owner } = await world()
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
    const { browser, owner } = await world()
    const [wrong, unknown] = [await browser().signIn(owner.email, 'wrong'), await browser().signIn('no@example.com')]
    expect({ ...wrong, headers: null }).toEqual({ ...unknown, headers: null })
    expect(wrong).toMatchObject({ status: 401, body: { error: 'The email address or the password is wrong.' } })
    const { limits } = { limits: wrong.headers.get('ratelimit-policy') }
    expect(limits).toBe(unknown.headers.get('ratelimit-policy'))
  })

  test('is limited for each address and each network, says how long to wait, and counts no good one', async () => {
    const { browser, owner } = await world()
    for (let i = 0; i < 12; i++) expect((await browser().signIn(owner.email)).status).toBe(200)
    for (let i = 0; i < 10; i++) expect((await browser().signIn(owner.email, 'wrong')).status).toBe(401)
    const answer = await browser().signIn(owner.email)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    for (let i = 0; i < 20; i++) await browser().signIn(`a${i}@example.com`)
    expect((await browser().signIn('another@example.com')).status).toBe(429)
  })

  test('is an event of the account, and failures are one number a day', async () => {
    const { browser, owner, events, signedIn } = await world()
    await signedIn()
    for (let i = 0; i < 3; i++) await browser().signIn(owner.email, 'wrong')
    await waitFor(async () =>
      expect(await events()).toMatchObject([
        { kind: 'person.sign_ins_failed', detail: { name: owner.name, count: 3 } },
        { kind: 'person.signed_in', person: { id: owner.id, name: owner.name } },
      ]),
    )
  })

  test('with a key makes a session of its account or partner, which ends with the key', async () => {
    const { service, browser, account, partner, ask, db } = await world()
    const [holder, host] = [browser(undefined), browser()]
    const keyIn = (who: typeof host, given: { id: string; key: string }) => who.ask(signInWithKey, { body: given })
    expect(await keyIn(host, { id: account.id, key: partner.key })).toMatchObject({ status: 401 })
    expect(sessionIn(await keyIn(holder, account))).toMatchObject({
      person: null,
      memberships: [{ kind: 'account', id: account.id, role: 'owner' }],
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

describe('a session', () => {
  test('ends after 12 hours without a request; a kept one after 30 days', async () => {
    const { browser, signedIn, owner, clock } = await world()
    const [short, kept] = [await signedIn(), browser()]
    const answer = await kept.signIn(owner.email, testPassword, true)
    expect(answer.headers.getSetCookie()[0]).toContain('; Max-Age=2592000;')
    await clock.advance(11 * hour)
    expect((await short.ask(listPeople.user)).status).toBe(200)
    await clock.advance(11 * hour)
    expect((await short.ask(listPeople.user)).status).toBe(200)
    await clock.advance(12 * hour)
    expect((await short.ask(listPeople.user)).status).toBe(401)
    expect((await kept.ask(listPeople.user)).status).toBe(200)
    await clock.advance(29 * day)
    expect((await kept.ask(listPeople.user)).status).toBe(401)
    // what is over is taken back
    expect((await kept.ask(readSession)).headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
  })

  test('that is used all the time ends after 30 days', async () => {
    const { signedIn, clock } = await world()
    const used = await signedIn()
    for (let i = 0; i < 60; i++) {
      expect((await used.ask(listPeople.user)).status, String(i)).toBe(200)
      await clock.advance(12 * hour - 60_000)
    }
    await clock.advance(hour)
    expect((await used.ask(listPeople.user)).status).toBe(401)
  })

  test('is listed with the others, and each can be ended, or all others', async () => {
    const { signedIn } = await world()
    const all = [await signedIn(), await signedIn(), await signedIn()] as const
    const list = async () =>
      ((await all[0].ask(listSessions)).body as { sessions: { id: string; current: boolean }[] }).sessions
    expect((await list()).filter(({ current }) => current)).toHaveLength(1)
    const [other] = (await list()).filter(({ current }) => !current)
    expect((await all[0].ask(endSession, { path: { session_id: other?.id ?? '' } })).status).toBe(200)
    expect(await list()).toHaveLength(2)
    expect((await all[0].ask(endOtherSessions)).body).toEqual({ ended: 1 })
    expect((await all[1].ask(listPeople.user)).status).toBe(401)
    expect((await all[2].ask(listPeople.user)).status).toBe(401)
    expect((await all[0].ask(signOut)).status).toBe(200)
    expect(all[0].cookie()).toBeUndefined()
  })

  test('is one of 20 at most: with one more, the one used least recently ends', async () => {
    const { signedIn, clock, db, owner } = await world()
    const first = await signedIn()
    const second = await signedIn()
    for (let i = 0; i < 18; i++) await sessionOf(db, { person: owner }, clock.now())
    await clock.advance(60_000)
    expect((await first.ask(listPeople.user)).status).toBe(200)
    await signedIn()
    expect((await first.ask(listPeople.user)).status).toBe(200)
    expect((await second.ask(listPeople.user)).status).toBe(401)
  })

  test('of somebody else can’t be ended', async () => {
    const { signedIn, db, account } = await world()
    const stranger = await sessionOf(db, { person: await insertMember(db, { account_id: account.id }, 'owner') })
    const answer = await (await signedIn()).ask(endSession, { path: { session_id: stranger.id } })
    expect(answer.status).toBe(404)
  })
})

describe('a password', () => {
  test('is changed with the current one; other sessions end, and this one gets a new token', async () => {
    const { signedIn, browser, owner, mailed } = await world()
    const [here, there] = [await signedIn(), await signedIn()]
    const before = here.cookie()
    const change = (current_password: string, new_password: string) =>
      here.ask(changePassword, { body: { current_password, new_password } })
    expect(await change('wrong', next)).toMatchObject({
      status: 422,
      body: { fields: { current_password: 'is wrong' } },
    })
    for (const bad of ['short', 'passwordpassword', 'Ada@Example.com', testPassword])
      expect((await change(testPassword, bad)).status, bad).toBe(422)
    expect((await change(testPassword, next)).status).toBe(200)
    expect(here.cookie()).not.toBe(before)
    expect((await here.ask(listPeople.user)).status).toBe(200)
    expect((await there.ask(listPeople.user)).status).toBe(401)
    const stolen = browser()
    stolen.use(before)
    expect((await stolen.ask(listPeople.user)).status).toBe(401)
    expect((await browser().signIn(owner.email)).status).toBe(401)
    expect((await browser().signIn(owner.email, next)).status).toBe(200)
    await mailed(owner.email, /(Your password was changed)/)
  })

  test('of the mail lets one read, and change it, and nothing else', async () => {
    const { service, partner, ask, mailed } = await world()
    const path = { partner_id: partner.id }
    const made = await ask(
      createAccount,
      { path, body: { email: 'new@example.com', site: 'new.example' } },
      partner.key,
    )
    const password = await mailed('new@example.com', /Password: +(\S+)/)
    const holder = browserOf(service, made.user_id)
    expect(sessionIn(await holder.signIn('new@example.com', password))).toMatchObject({
      person: { must_change_password: true },
    })
    expect((await holder.ask(listPeople.user)).status).toBe(200)
    const write = () => holder.ask(invite.user, { body: { email: 'x@example.com', role: 'viewer' } })
    expect(await write()).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('password of your own') },
    })
    const changed = await holder.ask(changePassword, { body: { current_password: password, new_password: next } })
    expect(sessionIn(changed)).toMatchObject({ person: { must_change_password: false } })
    expect((await write()).status).toBe(200)
  })

  test('is set by a link that works once, for 30 minutes, and ends all sessions', async () => {
    const { signedIn, browser, owner, mailed, clock } = await world()
    const here = await signedIn()
    const request = () => browser().ask(requestReset, { body: { email: owner.email.toUpperCase() } })
    const reset = (token: string) => browser().ask(resetPassword, { body: { token, new_password: next } })
    expect((await request()).status).toBe(200)
    const first = await mailed(owner.email, /\/reset#([\w-]{43})/)
    await request()
    const second = await mailed(owner.email, /\/reset#([\w-]{43})/, 2)
    expect((await reset(first)).status).toBe(409)
    expect((await reset('made-up')).status).toBe(409)
    expect((await reset(second)).status).toBe(200)
    expect((await reset(second)).status).toBe(409)
    expect((await here.ask(listPeople.user)).status).toBe(401)
    expect((await browser().signIn(owner.email, next)).status).toBe(200)
    await request()
    const third = await mailed(owner.email, /\/reset#([\w-]{43})/, 3)
    await clock.advance(30 * 60_000)
    expect((await reset(third)).status).toBe(409)
  })

  test('can be asked for by anybody, and the answer says nothing', async () => {
    const { browser, owner } = await world()
    const asked = async (email: string) => {
      const answer = await browser().ask(requestReset, { body: { email } })
      return { status: answer.status, text: answer.text.replace(email, 'X'), limits: answer.headers.get('ratelimit') }
    }
    const known = await asked(owner.email)
    expect(known.status).toBe(200)
    expect(await asked('nobody@example.com')).toMatchObject({ status: 200, text: known.text })
    for (let i = 0; i < 2; i++) await asked('nobody@example.com')
    expect((await asked('nobody@example.com')).status).toBe(429)
  })

  test.each([
    ['123456789012', true],
    ['aaaaaaaaaaaa', true],
    ['abcabcabcabc', true],
    ['Password1234', true],
    ['passwordpassword', true],
    ['!!Sunshine2024!!', true],
    ['qwertyuiop123', true],
    ['1qaz2wsx3edc', true],
    ['Ada.Byron@example.com', true],
    ['ada.byron1815', true],
    ['SitePerformance1', true],
    ['correct horse battery staple', false],
    ['a lantern by the harbour', false],
    ['9b1f2ac07d3e', false],
  ])('like %s: too easy to guess is %s', (password, easy) => {
    expect(isEasyPassword(password, ['ada.byron@example.com', 'Ada Byron'])).toBe(easy)
  })
})

describe('people', () => {
  test('are invited by mail, join with a name and a password, and are signed in', async () => {
    const { signedIn, browser, mailed, account, events, owner } = await world()
    const here = await signedIn()
    expect((await here.ask(invite.user, { body: { email: 'Grace@Example.com', role: 'operator' } })).status).toBe(200)
    const token = await mailed('Grace@Example.com', /https:\/\/perf\.example\/invitation#([\w-]{43})/)
    const guest = browser()
    expect((await guest.ask(readInvitation, { body: { token } })).body).toMatchObject({
      email: 'Grace@Example.com',
      role: 'operator',
      kind: 'account',
      name: 'Fjord Bikes',
      invited_by: owner.name,
      known: false,
    })
    const accept = (body: object) => guest.ask(acceptInvitation, { body: { token, ...body } })
    expect((await accept({})).body).toMatchObject({ fields: { name: 'is required', password: expect.anything() } })
    expect((await accept({ name: 'Grace', password: 'passwordpassword' })).status).toBe(422)
    expect(sessionIn(await accept({ name: 'Grace', password: next }))).toMatchObject({
      person: { name: 'Grace', email: 'Grace@Example.com' },
      memberships: [{ id: account.id, role: 'operator' }],
    })
    guest.use(undefined)
    expect((await accept({ name: 'Grace', password: next })).status).toBe(409)
    const list = (await here.ask(listPeople.user)).body as { people: object[]; invitations: object[] }
    expect(list.invitations).toEqual([])
    expect(list.people).toMatchObject([
      { name: owner.name, role: 'owner', you: true },
      { name: 'Grace', role: 'operator', you: false },
    ])
    expect((await events()).map(({ kind }) => kind)).toEqual([
      'person.signed_in',
      'person.joined',
      'person.invited',
      'person.signed_in',
    ])
  })

  test('who are known accept as themselves only', async () => {
    const { db, signedIn, browser, mailed, partner } = await world()
    const grace = await insertMember(db, { partner_id: partner.id }, 'viewer', { email: 'grace@example.com' })
    const eve = await insertMember(db, { partner_id: partner.id }, 'viewer')
    await (await signedIn()).ask(invite.user, { body: { email: 'grace@example.com', role: 'manager' } })
    const token = await mailed('grace@example.com', /\/invitation#([\w-]{43})/)
    const accept = (who: ReturnType<typeof browser>, body: object = {}) =>
      who.ask(acceptInvitation, { body: { token, ...body } })
    expect((await browser().ask(readInvitation, { body: { token } })).body).toMatchObject({ known: true })
    const other = browser()
    await other.signIn(eve.email)
    expect(await accept(other)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Sign out first') },
    })
    expect((await accept(browser())).status).toBe(401)
    expect((await accept(browser(), { password: 'wrong', name: 'Eve' })).status).toBe(401)
    const herself = browser()
    await herself.signIn(grace.email)
    const answer = await accept(herself)
    expect(sessionIn(answer)?.['memberships']).toMatchObject([{ role: 'manager' }, { role: 'viewer' }])
  })

  test('aren’t let in by an invitation that was withdrawn, sent again, replaced, or is over', async () => {
    const { signedIn, browser, mailed, clock } = await world()
    const here = await signedIn()
    const inviteTo = async (email: string) => {
      const { id } = (await here.ask(invite.user, { body: { email, role: 'viewer' } })).body as { id: string }
      return { id, token: await mailed(email, /\/invitation#([\w-]{43})/) }
    }
    const statusOf = async (token: string) => (await browser().ask(readInvitation, { body: { token } })).status
    const withdrawn = await inviteTo('a@example.com')
    expect(await statusOf(withdrawn.token)).toBe(200)
    expect((await here.ask(withdrawInvitation.user, { path: { invitation_id: withdrawn.id } })).status).toBe(200)
    expect(await statusOf(withdrawn.token)).toBe(409)

    const again = await inviteTo('b@example.com')
    await here.ask(resendInvitation.user, { path: { invitation_id: again.id } })
    expect(await statusOf(again.token)).toBe(409)
    const latest = await mailed('b@example.com', /\/invitation#([\w-]{43})/, 2)
    expect(await statusOf(latest)).toBe(200)
    await here.ask(invite.user, { body: { email: 'B@example.com', role: 'viewer' } })
    expect(await statusOf(latest)).toBe(409)

    const late = await inviteTo('c@example.com')
    await clock.advance(7 * day)
    expect(await statusOf(late.token)).toBe(409)
  })

  test('have at least one owner, also if two leave at once', async () => {
    const { db, signedIn, account, owner, ask, service } = await world()
    const here = await signedIn()
    const only = { path: { person_id: owner.id } }
    expect((await here.ask(removePerson.user, only)).status).toBe(409)
    expect((await here.ask(setRole.user, { ...only, body: { role: 'manager' } })).status).toBe(409)
    for (let i = 0; i < 5; i++) {
      const other = await insertMember(db, { account_id: account.id }, 'owner')
      const [a, b] = [owner.id, other.id].map((person_id) => ({ path: { person_id } }))
      const both = await Promise.allSettled([
        ask(setRole.user, { ...(a ?? only), body: { role: 'viewer' } }, account.key),
        i % 2
          ? ask(removePerson.user, b ?? only, account.key)
          : ask(setRole.user, { ...(b ?? only), body: { role: 'viewer' } }, account.key),
      ])
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await db.updateTable('memberships').set({ role: 'owner' }).where('person_id', '=', owner.id).execute()
      await db.deleteFrom('people').where('id', '=', other.id).execute()
    }
    await service.stop()
  })

  test('who are removed are out at once, and forgotten if they belong nowhere else', async () => {
    const { db, service, account, partner, signedIn } = await world()
    const [stays, goes] = [
      await insertMember(db, { account_id: account.id }, 'viewer'),
      await insertMember(db, { account_id: account.id }, 'viewer'),
    ]
    await join(db, stays, { partner_id: partner.id }, 'viewer')
    const theirs = browserOf(service, account.id)
    await theirs.signIn(goes.email)
    const here = await signedIn()
    for (const { id } of [stays, goes])
      expect((await here.ask(removePerson.user, { path: { person_id: id } })).status).toBe(200)
    expect((await theirs.ask(listPeople.user)).status).toBe(401)
    const left = await db.selectFrom('people').select('id').execute()
    expect(left.map(({ id }) => id)).toContain(stays.id)
    expect(left.map(({ id }) => id)).not.toContain(goes.id)
  })

  test('of a partner are another list, whose owners invite for the partner', async () => {
    const { db, service, partner, ask } = await world()
    const boss = await insertMember(db, { partner_id: partner.id }, 'owner')
    const here = browserOf(service)
    await here.signIn(boss.email)
    const path = { partner_id: partner.id }
    expect(
      (await here.ask(partnerPeople.invite, { path, body: { email: 'a@example.com', role: 'viewer' } })).status,
    ).toBe(200)
    const list = await ask(partnerPeople.list, { path }, partner.key)
    expect(list).toMatchObject({ people: [{ id: boss.id, you: false }], invitations: [{ email: 'a@example.com' }] })
  })

  test('can’t be invited without end', async () => {
    const { account, ask, db } = await world()
    for (let i = 0; i < 5; i++) {
      const { id } = await ask(invite.user, { body: { email: 'a@example.com', role: 'viewer' } }, account.key)
      await ask(withdrawInvitation.user, { path: { invitation_id: id } }, account.key)
    }
    await expect(ask(invite.user, { body: { email: 'a@example.com', role: 'viewer' } }, account.key)).rejects.toThrow(
      '429',
    )
    for (let i = 0; i < personLimits.openInvitations; i++)
      await ask(invite.user, { body: { email: `b${i}@example.com`, role: 'viewer' } }, account.key)
    await expect(ask(invite.user, { body: { email: 'c@example.com', role: 'viewer' } }, account.key)).rejects.toThrow(
      '409',
    )
    await db.deleteFrom('person_links').execute()
    for (let i = 1; i < personLimits.people; i++) await insertMember(db, { account_id: account.id }, 'viewer')
    await expect(ask(invite.user, { body: { email: 'd@example.com', role: 'viewer' } }, account.key)).rejects.toThrow(
      '409',
    )
  })
})

describe('a holder', () => {
  const made = async ({ ask, partner }: Awaited<ReturnType<typeof world>>, email: string) =>
    ask(createAccount, { path: { partner_id: partner.id }, body: { email, site: 'new.example' } }, partner.key)

  test('who is somebody already becomes an owner, and gets no password', async () => {
    const here = await world()
    const { service, owner, mailed, ask, partner } = here
    const { user_id } = await made(here, owner.email)
    await mailed(owner.email, /(Sign in with your email address and the password that you already have)/)
    const hers = browserOf(service, user_id)
    expect((await hers.signIn(owner.email)).status).toBe(200)
    expect((await hers.ask(listPeople.user)).body).toMatchObject({ people: [{ id: owner.id, role: 'owner' }] })
    const path = { partner_id: partner.id, account_id: user_id }
    expect(await ask(sendWelcomeEmail, { path }, partner.key)).toMatchObject({ new_password: false })
    expect((await hers.signIn(owner.email)).status).toBe(200)
  })

  test('who has chosen a password keeps it when the welcome is sent again', async () => {
    const here = await world()
    const { service, mailed, ask, partner } = here
    const { user_id } = await made(here, 'new@example.com')
    const path = { partner_id: partner.id, account_id: user_id }
    const first = await mailed('new@example.com', /Password: +(\S+)/)
    await waitFor(async () => expect((await ask(readAccount, { path }, partner.key)).welcome_email?.state).toBe('sent'))
    expect(await ask(sendWelcomeEmail, { path }, partner.key)).toMatchObject({ new_password: true })
    const second = await mailed('new@example.com', /Password: +(\S+)/, 2)
    const holder = browserOf(service, user_id)
    expect((await holder.signIn('new@example.com', first)).status).toBe(401)
    await holder.signIn('new@example.com', second)
    await holder.ask(changePassword, { body: { current_password: second, new_password: next } })
    await waitFor(async () => expect((await ask(readAccount, { path }, partner.key)).welcome_email?.state).toBe('sent'))
    expect(await ask(sendWelcomeEmail, { path }, partner.key)).toMatchObject({ new_password: false })
    expect((await holder.signIn('new@example.com', next)).status).toBe(200)
  })

  test('moves with the account’s address, and chooses a new password there', async () => {
    const here = await world()
    const { service, mailed, ask, partner, browser } = here
    const { user_id } = await made(here, 'old@example.com')
    const password = await mailed('old@example.com', /Password: +(\S+)/)
    const holder = browserOf(service, user_id)
    await holder.signIn('old@example.com', password)
    const path = { partner_id: partner.id, account_id: user_id }
    await ask(updateAccountEmail, { path, body: { new_email: 'new@example.com' } }, partner.key)
    expect((await holder.ask(listPeople.user)).status).toBe(401)
    for (const email of ['old@example.com', 'new@example.com'])
      expect((await browser().signIn(email, password)).status, email).toBe(401)
    const token = await mailed('new@example.com', /\/reset#([\w-]{43})/)
    expect((await browser().ask(resetPassword, { body: { token, new_password: next } })).status).toBe(200)
    expect((await browser().signIn('new@example.com', next)).status).toBe(200)
  })

  test('who belongs elsewhere stays there, and the account goes to whoever has the new address', async () => {
    const here = await world()
    const { db, ask, partner, owner, account, mailed } = here
    const { user_id } = await made(here, owner.email)
    const other = await insertMember(db, { account_id: account.id }, 'viewer', { email: 'other@example.com' })
    const path = { partner_id: partner.id, account_id: user_id }
    await ask(updateAccountEmail, { path, body: { new_email: 'other@example.com' } }, partner.key)
    await mailed('other@example.com', /(an owner of)/)
    const people = async (id: string) =>
      (await ask(listPeople.partner, { path: { ...path, account_id: id } }, partner.key)).people
    expect(await people(user_id)).toMatchObject([{ id: other.id, role: 'owner' }])
    expect((await people(account.id)).map(({ id }) => id)).toContain(owner.id)
  })
})

test('a manager doesn’t read what an owner may do: the account’s key', async () => {
  const { db, service, partner, account, ask } = await world()
  const path = { partner_id: partner.id, account_id: account.id }
  expect((await ask(readAccount, { path }, partner.key)).api_key).toBe(account.key)
  for (const role of ['manager', 'operator', 'viewer'] as const) {
    const here = browserOf(service)
    await here.signIn((await insertMember(db, { partner_id: partner.id }, role)).email)
    expect((await here.ask(readAccount, { path })).body, role).not.toHaveProperty('api_key')
  }
  const manager = browserOf(service)
  await manager.signIn((await insertMember(db, { partner_id: partner.id }, 'manager')).email)
  const made = await manager.ask(createAccount, {
    path,
    body: { email: 'a@example.com', site: 'new.example' },
  })
  expect(made.status).toBe(200)
  expect(made.body).not.toHaveProperty('api_key')
})

test('a partner’s person works in an account under their own name', async () => {
  const { db, service, partner, account, events } = await world()
  const grace = await insertMember(db, { partner_id: partner.id }, 'owner', { name: 'Grace' })
  const here = browserOf(service, account.id)
  await here.signIn(grace.email)
  expect((await here.ask(invite.user, { body: { email: 'a@example.com', role: 'viewer' } })).status).toBe(200)
  expect(await events()).toMatchObject([
    {
      kind: 'person.invited',
      actor: 'partner_as_holder',
      actor_name: 'Nordhost',
      person: { id: grace.id, name: 'Grace' },
    },
  ])
})

test('what is over is deleted', async () => {
  const { db, signedIn, account, clock, ask, service } = await world()
  const { Retention } = await import('../retention/index.ts')
  await signedIn()
  await ask(invite.user, { body: { email: 'a@example.com', role: 'viewer' } }, account.key)
  const counts = async () => ({
    sessions: (await db.selectFrom('sessions').select('id').execute()).length,
    links: (await db.selectFrom('person_links').select('id').execute()).length,
    people: (await db.selectFrom('people').select('id').execute()).length,
  })
  const run = () => new Retention(service.services).run()
  await run()
  expect(await counts()).toEqual({ sessions: 1, links: 1, people: 1 })
  await clock.advance(9 * day)
  await run()
  expect(await counts()).toEqual({ sessions: 0, links: 0, people: 1 })
  await db.deleteFrom('memberships').execute()
  await clock.advance(2 * hour)
  await run()
  expect(await counts()).toEqual({ sessions: 0, links: 0, people: 0 })
})
