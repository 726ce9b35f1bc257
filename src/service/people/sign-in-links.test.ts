import { describe, expect, test } from 'vitest'
import {
  acceptInvitation,
  changePassword,
  createAccount,
  createSignInLink,
  endOtherSessions,
  flushCache,
  invite,
  listEvents,
  listPeople,
  listSessions,
  readSession,
  readSignInLink,
  readUserSite,
  removePerson,
  replaceKey,
  signIn,
  signInByLink,
} from '../../contract/index.ts'
import { eventInWords } from '../../words/events.ts'
import { insertLink, insertMember, insertPerson, join, sessionOf } from '../test/people.ts'
import { browserOf, hour, peopleWorld, sessionIn } from '../test/people-world.ts'
import { nextPassword } from '../test/password.ts'
import { personLimits } from './limits.ts'

/** An account that was created through the API, whose holder has signed in nowhere yet. */
async function world() {
  const made = await peopleWorld()
  const { service, partner, ask, db } = made
  const created = await ask(
    createAccount,
    { path: { partner_id: partner.id }, body: { email: 'new@example.com', site: 'new.example' } },
    partner.key,
  )
  const path = { partner_id: partner.id, account_id: created.user_id }
  const site = { site_id: created.site_id }
  const account = { id: created.user_id, key: created.api_key ?? '' }
  const link = (to?: string) => ask(createSignInLink, { path, body: to === undefined ? {} : { path: to } }, partner.key)
  const tokenOf = async (to?: string) => new URL((await link(to)).url).hash.slice(1)
  const browser = () => browserOf(service, account.id)
  const use = async (here: ReturnType<typeof browser>, token: string, replace = false) =>
    here.ask(signInByLink, { body: { token, replace } })
  /** A browser that has followed a link. */
  const arrived = async () => {
    const here = browser()
    expect((await use(here, await tokenOf())).status).toBe(200)
    return here
  }
  const holder = await db
    .selectFrom('people')
    .selectAll()
    .where('email', '=', 'new@example.com')
    .executeTakeFirstOrThrow()
  return { ...made, account, path, site, link, tokenOf, browser, use, arrived, holder }
}

describe('a link of the partner', () => {
  test('signs the holder in, once, on the page that it names, without the password of the mail', async () => {
    const { link, browser, use, holder, account, site } = await world()
    const { url, expires_at, email } = await link('/monitors?page=2')
    expect(url).toMatch(/^https:\/\/perf\.example\/sign-in-link#[\w-]{43}$/)
    expect({ expires_at, email }).toEqual({ expires_at: '2026-11-21T08:01:00.000Z', email: 'new@example.com' })
    const token = new URL(url).hash.slice(1)
    const here = browser()
    // read as often as one likes, as a scanner of mails might
    for (let i = 0; i < 3; i++)
      expect(await here.ask(readSignInLink, { body: { token } })).toMatchObject({
        status: 200,
        body: { email: 'new@example.com', partner: 'Nordhost', free: true },
      })
    const answer = await use(here, token)
    expect(answer.body).toMatchObject({ account_id: account.id, path: '/monitors?page=2' })
    expect(sessionIn(answer)).toMatchObject({
      method: 'link',
      person: { id: holder.id, must_change_password: false },
      memberships: [{ kind: 'account', id: account.id, role: 'manager' }],
      ends_at: '2026-11-21T20:00:00.000Z',
    })
    expect((await here.ask(flushCache, { path: site, body: {} })).status).toBe(200)
    for (const again of [browser(), here])
      expect(await use(again, token)).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('was used') },
      })
  })

  test('works for 60 seconds', async () => {
    const { tokenOf, browser, use, clock } = await world()
    const [first, second] = [await tokenOf(), await tokenOf()]
    await clock.advance(59_000)
    expect((await use(browser(), first)).status).toBe(200)
    await clock.advance(1000)
    expect((await use(browser(), second)).status).toBe(409)
  })

  test('used twice at once signs in once', async () => {
    const { tokenOf, browser, use } = await world()
    const token = await tokenOf()
    const answers = await Promise.all([use(browser(), token), use(browser(), token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('is stored without its token, and named in no other kind of link', async () => {
    const { tokenOf, db, browser } = await world()
    const token = await tokenOf()
    expect(JSON.stringify(await db.selectFrom('person_links').selectAll().execute())).not.toContain(token)
    expect((await browser().ask(acceptInvitation, { body: { token } })).status).toBe(409)
  })

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\u0000/evil.example',
    '/x/..//evil.example',
    '/./\\evil.example',
    'javascript:alert(1)',
    'monitors',
    '/sign-in?back=/',
    '/x/../sign-in-link',
    '/api/sites',
    '/API/sites',
    '',
  ])('isn’t made to %j', async (to) => {
    const { service, partner, path } = await world()
    const answer = await service.call('POST', `/partners/${partner.id}/accounts/${path.account_id}/sign_in_links`, {
      key: partner.key,
      json: { path: to },
    })
    expect(answer).toMatchObject({ status: 422, body: { fields: { path: expect.any(String) } } })
  })

  test('isn’t made more often than 60 times an hour', async () => {
    const { link, service, partner, path } = await world()
    for (let i = 0; i < personLimits.signInLinks.points; i++) await link()
    const address = `/partners/${partner.id}/accounts/${path.account_id}/sign_in_links`
    expect((await service.call('POST', address, { key: partner.key, json: {} })).status).toBe(429)
  })

  test('ends with the partner’s access, and with the holder’s', async () => {
    const { tokenOf, browser, use, db, partner, holder, account } = await world()
    const token = await tokenOf()
    await db.updateTable('partners').set({ granted: 0 }).where('id', '=', partner.id).execute()
    expect((await use(browser(), token)).status).toBe(409)
    await db.updateTable('partners').set({ granted: 1 }).where('id', '=', partner.id).execute()
    await db.deleteFrom('memberships').where('person_id', '=', holder.id).where('account_id', '=', account.id).execute()
    expect((await use(browser(), token)).status).toBe(409)
  })

  test('isn’t made for a holder who was removed from the people', async () => {
    const { service, partner, path, db, account, holder } = await world()
    await insertMember(db, { account_id: account.id }, 'owner')
    await service.ask(removePerson.partner, { path: { ...path, person_id: holder.id } }, partner.key)
    const answer = await service.call('POST', `/partners/${partner.id}/accounts/${account.id}/sign_in_links`, {
      key: partner.key,
      json: {},
    })
    expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining('Invite them first.') } })
  })
})

describe('whoever is signed in already', () => {
  test('as somebody else keeps the session unless they agree to switch', async () => {
    const { tokenOf, use, browser, owner } = await world()
    const token = await tokenOf()
    const victim = browser()
    await victim.signIn(owner.email)
    const before = victim.cookie()
    expect((await victim.ask(readSignInLink, { body: { token } })).body).toMatchObject({ free: false })
    expect((await use(victim, token)).status).toBe(409)
    expect(victim.cookie()).toBe(before)
    expect((await use(victim, token, true)).status).toBe(200)
    const earlier = browser()
    earlier.use(before)
    expect(sessionIn(await earlier.ask(readSession))).toBeNull()
  })

  test('as the holder stays signed in as they are', async () => {
    const { tokenOf, use, browser, holder, db, account } = await world()
    const own = await sessionOf(db, { person: holder })
    const here = browser()
    here.use(own.token)
    const token = await tokenOf('/tests')
    const answer = await use(here, token)
    expect(answer.body).toMatchObject({ path: '/tests', account_id: account.id, session: { id: own.id } })
    expect(here.cookie()).toBe(own.token)
    expect((await use(browser(), token)).status).toBe(409)
  })

  test('by single sign-on of another partner gets a session of the link', async () => {
    const { tokenOf, use, browser, holder, db, service } = await world()
    const other = await service.makePartner({ name: 'Other' })
    const own = await sessionOf(db, { person: holder })
    await db.updateTable('sessions').set({ method: 'sign_on', partner_id: other.id }).where('id', '=', own.id).execute()
    const here = browser()
    here.use(own.cookie)
    expect(sessionIn(await use(here, await tokenOf()))).toMatchObject({ method: 'link' })
  })

  test('isn’t switched by another site', async () => {
    const { tokenOf, service } = await world()
    const token = await tokenOf()
    const address = { json: { token, replace: true }, headers: { Origin: 'https://evil.example' } }
    expect((await service.call('PUT', '/sign_in_link', address)).status).toBe(403)
  })
})

describe('a session by link', () => {
  test('does what a manager may, and nothing that takes an owner', async () => {
    const { arrived, site, browser } = await world()
    const here = await arrived()
    expect((await here.ask(readUserSite, { path: site })).status).toBe(200)
    for (const [endpoint, input] of [
      [replaceKey.user, {}],
      [invite.user, { body: { email: 'b@example.com', role: 'owner' } }],
    ] as const)
      expect(await here.ask(endpoint, input)).toMatchObject({
        status: 403,
        body: { error: expect.stringContaining('You’re a manager') },
      })
    expect((await browser().ask(listPeople.user)).status).toBe(401)
  })

  test('is no more than the role of the person', async () => {
    const { arrived, db, holder, site } = await world()
    await db.updateTable('memberships').set({ role: 'viewer' }).where('person_id', '=', holder.id).execute()
    const here = await arrived()
    expect((await here.ask(flushCache, { path: site, body: {} })).status).toBe(403)
  })

  test('reaches no other place of the person', async () => {
    const { arrived, service, db, holder, account } = await world()
    const other = await service.makePartner({ name: 'Other' })
    const elsewhere = await service.makeAccount(other)
    await join(db, holder, { account_id: elsewhere.id }, 'owner')
    await join(db, holder, { partner_id: other.id }, 'owner')
    const here = await arrived()
    const there = browserOf(service, elsewhere.id)
    there.use(here.cookie())
    expect((await there.ask(listPeople.user)).status).toBe(403)
    expect(sessionIn(await here.ask(readSession))).toMatchObject({ memberships: [{ id: account.id }] })
    const answer = await service.call('GET', `/partners/${other.id}/people`, {
      headers: { Cookie: here.cookie() ?? '', 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(answer.status).toBe(403)
  })

  test('changes nothing about how the person signs in, and sees and ends no session but itself', async () => {
    const { arrived, browser, mailed } = await world()
    const own = browser()
    const password = await mailed('new@example.com', /Password: +(\S+)/)
    expect((await own.ask(signIn, { body: { email: 'new@example.com', password } })).status).toBe(200)
    const here = await arrived()
    const body = { current_password: password, new_password: nextPassword }
    expect(await here.ask(changePassword, { body })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('by a link of your hosting provider') },
    })
    expect((await here.ask(listSessions)).body).toMatchObject({ sessions: [{ current: true, method: 'link' }] })
    expect((await here.ask(endOtherSessions)).body).toEqual({ ended: 0 })
    const all = (await own.ask(listSessions)).body as { sessions: { method: string }[] }
    expect(all.sessions.map(({ method }) => method).toSorted()).toEqual(['link', 'password'])
  })

  test('accepts no invitation for the person', async () => {
    const { arrived, db, partner, holder } = await world()
    const { token } = await insertLink(db, {
      kind: 'invitation',
      email: holder.email,
      role: 'owner',
      partner_id: partner.id,
    })
    expect((await (await arrived()).ask(acceptInvitation, { body: { token } })).status).toBe(401)
  })

  test('ends after 12 hours, however much it is used', async () => {
    const { arrived, clock } = await world()
    const here = await arrived()
    for (let i = 0; i < 12; i++) {
      expect((await here.ask(listPeople.user)).status).toBe(200)
      await clock.advance(hour)
    }
    expect((await here.ask(listPeople.user)).status).toBe(401)
  })

  test('is one of 20 by link, and ends none of the person’s own', async () => {
    const { arrived, db, holder } = await world()
    await sessionOf(db, { person: holder })
    for (let i = 0; i < 21; i++) await arrived()
    const rows = await db.selectFrom('sessions').select('method').where('person_id', '=', holder.id).execute()
    expect(rows.filter(({ method }) => method === 'link')).toHaveLength(20)
    expect(rows.filter(({ method }) => method === 'password')).toHaveLength(1)
  })

  test('is an event of the account that says who made the link', async () => {
    const { arrived, use, browser, service, partner, path, account, db, holder } = await world()
    await arrived()
    const eve = await insertMember(db, { partner_id: partner.id }, 'manager', { name: 'Eve' })
    const { cookie } = await sessionOf(db, { person: eve })
    const answer = await service.call('POST', `/partners/${partner.id}/accounts/${path.account_id}/sign_in_links`, {
      json: {},
      headers: { Cookie: cookie, Origin: 'https://perf.example' },
    })
    await use(browser(), new URL((answer.body as { url: string }).url).hash.slice(1))
    const { rows } = await service.ask(listEvents.user, { query: { kind: ['person.signed_in'] } }, account.key)
    expect(rows.map((row) => row.person)).toEqual([holder, holder].map(({ id, name }) => ({ id, name })))
    expect(rows.map(eventInWords).toSorted()).toEqual([
      'Signed in by a link of Nordhost, made by Eve',
      'Signed in by a link of Nordhost, made with its key',
    ])
  })
})

test('nobody but the partner’s managers makes a link', async () => {
  const { service, path, db, partner, account } = await world()
  const stranger = await insertPerson(db)
  const operator = await insertMember(db, { partner_id: partner.id }, 'operator')
  const holders = await insertMember(db, { account_id: account.id }, 'owner')
  for (const person of [stranger, operator, holders]) {
    const { cookie } = await sessionOf(db, { person })
    const answer = await service.call('POST', `/partners/${partner.id}/accounts/${path.account_id}/sign_in_links`, {
      json: {},
      headers: { Cookie: cookie, Origin: 'https://perf.example' },
    })
    expect(answer.status).toBe(403)
  }
})
