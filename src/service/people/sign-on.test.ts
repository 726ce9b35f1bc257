import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  acceptInvitation,
  beginSignOn,
  changePassword,
  finishSignOn,
  listPeople,
  listSessions,
  partnerPeople,
  readSession,
  readSignOn,
  signIn,
} from '../../contract/index.ts'
import { eventInWords } from '../../words/events.ts'
import { realIdentityProviders } from '../world/identity-providers.ts'
import { client, type KnownTo, startIdentityProvider } from '../test/identity-provider.ts'
import { insertLink, insertMember, insertPerson, join, sessionOf } from '../test/people.ts'
import { nextPassword, testPassword } from '../test/password.ts'
import { browserOf, sessionIn } from '../test/people-world.ts'
import { type TestOptions, testService } from '../test/service.ts'
import { removeSignOn, setSignOn, type SignOnSettings } from './sign-on.ts'

const ada = { email: 'ada@nordhost.example', email_verified: true, name: 'Ada Berg' } as const

/** A provider that stops when the test ends. */
async function identityProvider() {
  // it warns of what suits a test only
  for (const how of ['info', 'warn'] as const) vi.spyOn(console, how).mockImplementation(() => {})
  const provider = await startIdentityProvider('https://perf.example/sso/callback')
  onTestFinished(() => provider.stop())
  return provider
}

/** A partner with single sign-on at a real provider. */
async function world(more: Partial<SignOnSettings> = {}, options: TestOptions = {}) {
  const service = await testService(options)
  const { database, vault } = service.services
  const partner = await service.makePartner()
  const provider = await identityProvider()
  const set = (partnerId: string, settings: Partial<SignOnSettings>) =>
    setSignOn(
      partnerId,
      {
        issuer: provider.issuer,
        ...client,
        domains: ['nordhost.example'],
        defaultRole: 'operator',
        only: false,
        ...settings,
      },
      { database, vault, now: service.clock.now() },
    )
  await set(partner.id, more)
  const browser = (account?: string) => browserOf(service, account)
  type Browser = ReturnType<typeof browser>
  /** Begins in a browser. @returns where it is sent */
  const begin = async (here: Browser, email: string = ada.email, body: object = {}) => {
    const answer = await here.ask(beginSignOn, { body: { email, ...body } })
    expect(answer.status, answer.text).toBe(200)
    // the cookie that was set replaces the session's in this browser of tests
    return { url: (answer.body as { url: string }).url, pending: here.cookie() }
  }
  const finish = (here: Browser, response: string) => here.ask(finishSignOn, { body: { response } })
  /** Signs somebody in whom the provider knows. */
  const come = async (who: KnownTo = ada, { subject = 'ada', body = {} }: { subject?: string; body?: object } = {}) => {
    const here = browser()
    provider.signIn(subject, who)
    const { url } = await begin(here, who.email, body)
    return { here, answer: await finish(here, await provider.follow(url)) }
  }
  const people = async () =>
    (await service.ask(partnerPeople.list, { path: { partner_id: partner.id } }, partner.key)).people
  return { ...service, service, partner, provider, set, browser, begin, finish, come, people }
}

const said = ({ body }: { body: unknown }) => (body as { error?: string }).error

describe('single sign-on', () => {
  test('makes whoever is new one of the partner’s people, with the default role', async () => {
    const { come, people, partner, db } = await world()
    const { answer } = await come(ada, { body: { path: '/alerts?rule_id=1' } })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ partner_id: partner.id, path: '/alerts?rule_id=1' })
    expect(sessionIn(answer)).toMatchObject({
      method: 'sign_on',
      person: { name: 'Ada Berg', email: ada.email, must_change_password: false },
      memberships: [{ kind: 'partner', id: partner.id, role: 'operator' }],
      kept: false,
    })
    expect(await people()).toMatchObject([{ email: ada.email, role: 'operator' }])
    const events = await db.selectFrom('partner_events').selectAll().orderBy('id').execute()
    expect(events.map((row) => eventInWords({ ...row, detail: JSON.parse(row.detail) as unknown }))).toEqual([
      'Ada Berg joined as operator',
      expect.stringMatching(/^Signed in by single sign-on at http:\/\/127\.0\.0\.1/),
    ])
  })

  test('leads to the first page where no browser would keep the address of the wanted one', async () => {
    const { browser } = await world()
    const long = `/samples?q=${'ä'.repeat(2000)}`
    const answer = await browser().ask(beginSignOn, { body: { email: ada.email, path: long } })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie().map((cookie) => cookie.length < 1000)).toEqual([true])
    const { answer: arrived } = await (await world()).come(ada, { body: { path: long } })
    expect(arrived.body).toMatchObject({ path: '/' })
  })

  test('knows somebody again by the subject, whatever the address is by then', async () => {
    const { come, people } = await world()
    await come()
    const { answer } = await come({ ...ada, email: 'ada.berg@nordhost.example' })
    expect(sessionIn(answer)).toMatchObject({ person: { email: ada.email } })
    expect(await people()).toHaveLength(1)
  })

  test('knows one of the partner’s people by the address, and leaves their role', async () => {
    const { come, people, db, partner } = await world()
    const known = await insertMember(db, { partner_id: partner.id }, 'owner', { email: 'Ada@Nordhost.example' })
    const { answer } = await come()
    expect(sessionIn(answer)).toMatchObject({ person: { id: known.id }, memberships: [{ role: 'owner' }] })
    expect(await people()).toHaveLength(1)
  })

  test('speaks for nobody who belongs elsewhere only', async () => {
    const { come, db, service, people } = await world()
    const other = await service.makePartner({ name: 'Other' })
    await insertMember(db, { partner_id: other.id }, 'owner', { email: ada.email })
    const { answer, here } = await come()
    expect([answer.status, said(answer)]).toEqual([409, expect.stringContaining('isn’t one of the people of Nordhost')])
    expect(sessionIn(await here.ask(readSession))).toBeNull()
    expect(await people()).toEqual([])
  })

  test('opens the partner and its accounts, and no other place of the person', async () => {
    const { come, db, service, partner, browser } = await world()
    const person = await insertMember(db, { partner_id: partner.id }, 'viewer', { email: ada.email })
    const [own, foreign] = [await service.makeAccount(partner), await service.makePartner({ name: 'Other' })]
    const elsewhere = await service.makeAccount(foreign)
    await join(db, person, { partner_id: foreign.id }, 'owner')
    await join(db, person, { account_id: elsewhere.id }, 'owner')
    await join(db, person, { account_id: own.id }, 'owner')
    const { here, answer } = await come()
    const memberships = (sessionIn(answer)?.['memberships'] ?? []) as { id: string }[]
    expect(memberships.map(({ id }) => id).toSorted()).toEqual([partner.id, own.id].toSorted())
    const [inOwn, inForeign] = [browser(own.id), browser(elsewhere.id)]
    for (const one of [inOwn, inForeign]) one.use(here.cookie())
    expect((await inOwn.ask(listPeople.user)).status).toBe(200)
    expect((await inForeign.ask(listPeople.user)).status).toBe(403)
    expect((await here.ask(partnerPeople.list, { path: { partner_id: partner.id } })).status).toBe(200)
    expect((await here.ask(partnerPeople.list, { path: { partner_id: foreign.id } })).status).toBe(403)
  })

  test('changes nothing about how the person signs in, and sees only its own sessions', async () => {
    const { come, db, partner } = await world()
    const person = await insertMember(db, { partner_id: partner.id }, 'viewer', { email: ada.email })
    await sessionOf(db, { person })
    const { here } = await come()
    const body = { current_password: testPassword, new_password: nextPassword }
    expect(said(await here.ask(changePassword, { body }))).toContain('You signed in by single sign-on.')
    expect((await here.ask(listSessions)).body).toMatchObject({ sessions: [{ method: 'sign_on' }] })
  })

  test('ends with its removal, and with the partner’s access', async () => {
    const { come, db, partner, services } = await world()
    const { here } = await come()
    const path = { partner_id: partner.id }
    await db.updateTable('partners').set({ granted: 0 }).where('id', '=', partner.id).execute()
    expect((await here.ask(partnerPeople.list, { path })).status).toBe(403)
    await db.updateTable('partners').set({ granted: 1 }).where('id', '=', partner.id).execute()
    expect((await here.ask(partnerPeople.list, { path })).status).toBe(200)
    expect(await removeSignOn(partner.id, services.database)).toBe(true)
    expect((await here.ask(partnerPeople.list, { path })).status).toBe(401)
  })

  test('ends with its provider, and not with another setting', async () => {
    const { come, set, partner } = await world()
    const { here } = await come()
    const path = { partner_id: partner.id }
    await set(partner.id, { defaultRole: 'viewer' })
    expect((await here.ask(partnerPeople.list, { path })).status).toBe(200)
    await set(partner.id, { issuer: 'https://login.nordhost.example' })
    expect((await here.ask(partnerPeople.list, { path })).status).toBe(401)
  })

  test('is known by domain, whoever has an address there', async () => {
    const { browser } = await world({ only: true })
    const read = async (domain: string) => {
      const query = new URLSearchParams({ domain })
      return (await browser().ask({ ...readSignOn, path: `${readSignOn.path}?${query}` })).body
    }
    expect(await read('NORDHOST.example')).toEqual({ available: true, only: true })
    expect(await read('sub.nordhost.example')).toEqual({ available: false, only: false })
  })

  test('is beside the password unless it’s the only way', async () => {
    const { browser, db, partner, set, service } = await world()
    const person = await insertMember(db, { partner_id: partner.id }, 'viewer', { email: ada.email })
    const signInTo = (email: string) => browser().ask(signIn, { body: { email, password: testPassword } })
    expect((await signInTo(person.email)).status).toBe(200)
    await set(partner.id, { only: true })
    const refused = await signInTo(person.email)
    expect([refused.status, said(refused)]).toEqual([409, expect.stringContaining('sign in by single sign-on here')])
    const account = await service.makeAccount(partner)
    const invited = {
      kind: 'invitation',
      email: 'new@nordhost.example',
      role: 'viewer',
      account_id: account.id,
    } as const
    const { token } = await insertLink(db, invited)
    const accept = () => browser().ask(acceptInvitation, { body: { token, name: 'New', password: nextPassword } })
    expect(said(await accept())).toContain('sign in by single sign-on here')
    await set(partner.id, { only: false })
    // the link wasn't used up
    expect((await accept()).status).toBe(200)
    const elsewhere = await insertPerson(db)
    expect((await signInTo(elsewhere.email)).status).toBe(200)
  })

  test('keeps its client’s secret sealed, and in no other place', async () => {
    const { db } = await world()
    const rows = JSON.stringify(await db.selectFrom('sign_ons').selectAll().execute())
    expect(rows).not.toContain('a-secret-of')
  })
})

describe('refused is', () => {
  test.each([
    ['what isn’t an address', { ...ada, email: 'ada\r\nBcc: eve@nordhost.example' }, 'isn’t one'],
    ['an address that isn’t verified', { ...ada, email_verified: false }, 'isn’t verified'],
    ['an address that may be verified', { email: ada.email }, 'isn’t verified'],
    ['an address of another domain', { ...ada, email: 'ada@evil.example' }, 'isn’t an address of Nordhost'],
    ['an address below the domain', { ...ada, email: 'ada@x.nordhost.example' }, 'isn’t an address of Nordhost'],
    ['no address', { name: 'Ada' }, 'doesn’t say your email address'],
  ])('%s', async (_, who, words) => {
    const { browser, provider, begin, finish, people } = await world()
    provider.signIn('ada', who)
    const here = browser()
    const { url } = await begin(here)
    const answer = await finish(here, await provider.follow(url))
    expect([answer.status, said(answer)]).toEqual([409, expect.stringContaining(words)])
    expect(sessionIn(await here.ask(readSession))).toBeNull()
    expect(await people()).toEqual([])
  })

  test('another state, nonce or verifier', async () => {
    const { browser, provider, begin, finish } = await world()
    provider.signIn('ada', ada)
    const changed = async (change: (url: URL) => void, after: (response: URLSearchParams) => void = () => {}) => {
      const here = browser()
      const { url } = await begin(here)
      const asked = new URL(url)
      change(asked)
      const response = new URLSearchParams(await provider.follow(asked.href))
      after(response)
      return finish(here, response.toString())
    }
    const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value)
    const nothing = () => {}
    expect((await changed(nothing)).status).toBe(200)
    for (const answer of [
      await changed(set('nonce', 'another-nonce')),
      await changed((url) => url.searchParams.delete('nonce')),
      await changed(set('state', 'another-state')),
      await changed(nothing, (response) => response.set('state', 'another-state')),
      await changed(nothing, (response) => response.delete('state')),
      await changed(set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')),
    ])
      expect([answer.status, said(answer)]).toEqual([409, expect.stringContaining('doesn’t fit')])
  })

  test('an answer in another browser, and one that comes twice or late', async () => {
    const { browser, provider, begin, finish, clock } = await world()
    provider.signIn('ada', ada)
    const [here, victim] = [browser(), browser()]
    const { url, pending } = await begin(here)
    const response = await provider.follow(url)
    for (const cookie of [undefined, `${pending?.split('=')[0]}=made-up`]) {
      victim.use(cookie)
      expect(said(await finish(victim, response))).toContain('wasn’t begun in this browser')
    }
    expect((await finish(here, response)).status).toBe(200)
    expect((await finish(here, response)).status).toBe(409)
    // whoever has kept the cookie gets no second session for the code
    here.use(pending)
    expect((await finish(here, response)).status).toBe(409)
    const late = await begin(here)
    const answer = await provider.follow(late.url)
    await clock.advance(10 * 60_000)
    expect(said(await finish(here, answer))).toContain('took too long')
  })

  test('the answer of another issuer, with or without its name', async () => {
    const { browser, provider, begin, finish, service, set } = await world()
    const [attacker, other] = [await identityProvider(), await service.makePartner({ name: 'Other' })]
    await set(other.id, { issuer: attacker.issuer, domains: ['other.example'] })
    for (const one of [provider, attacker]) one.signIn('ada', ada)
    const here = browser()
    const asked = new URL((await begin(here)).url)
    // the same request, sent to the attacker
    const response = new URLSearchParams(await attacker.follow(`${attacker.issuer}/auth${asked.search}`))
    expect(response.get('iss')).toBe(attacker.issuer)
    expect((await finish(here, response.toString())).status).toBe(409)
    const { url } = await begin(here)
    const unnamed = new URLSearchParams(await provider.follow(url))
    unnamed.delete('iss')
    expect((await finish(here, unnamed.toString())).status).toBe(409)
  })

  test('an ID token whose signature isn’t the issuer’s', async () => {
    const { come } = await world(
      {},
      {
        world: (scripted) => ({
          ...scripted,
          identityProviders: {
            async fetch(url, init) {
              const reply = await realIdentityProviders.fetch(url, init)
              const text = await reply.text()
              // one character of the signature
              const changed = text.replace(/("id_token":"[^"]+\.)(.)([^".]+")/, (_, head, one, rest) =>
                [head, one === 'A' ? 'B' : 'A', rest].join(''),
              )
              return new Response(changed, { status: reply.status, headers: reply.headers })
            },
          },
        }),
      },
    )
    const { answer } = await come()
    expect([answer.status, said(answer)]).toEqual([409, expect.stringContaining('doesn’t fit')])
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'to lead to %j afterwards',
    async (path) => {
      const { browser } = await world()
      const answer = await browser().ask(beginSignOn, { body: { email: ada.email, path } })
      expect(answer).toMatchObject({ status: 422, body: { fields: { path: expect.any(String) } } })
    },
  )

  test('what the person refuses at the provider, in words', async () => {
    const { browser, begin, finish, provider } = await world()
    const here = browser()
    const { url } = await begin(here)
    const state = new URL(url).searchParams.get('state') ?? ''
    const answer = await finish(here, `error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`)
    expect(said(answer)).toContain('didn’t let you in')
  })

  test('a provider that is away, or is another one than it says', async () => {
    const { browser, set, partner, provider } = await world()
    for (const issuer of ['http://127.0.0.1:9', provider.issuer.replace('127.0.0.1', 'localhost')]) {
      await set(partner.id, { issuer })
      const answer = await browser().ask(beginSignOn, { body: { email: ada.email } })
      expect([answer.status, said(answer)]).toEqual([409, expect.stringContaining('doesn’t answer as it should')])
    }
  })

  test('a session of it for whoever was signed in as somebody else, from another site', async () => {
    const { service } = await world()
    for (const [method, json] of [
      ['POST', { email: ada.email }],
      ['PUT', { response: 'code=1' }],
    ] as const) {
      const headers = { Origin: 'https://evil.example' }
      expect((await service.call(method, '/sign_on', { json, headers })).status).toBe(403)
    }
  })
})

test('an invitation to another place takes a password, which somebody new then chooses', async () => {
  const { come, db, service, partner } = await world()
  const { here } = await come()
  const account = await service.makeAccount(partner)
  const { token } = await insertLink(db, {
    kind: 'invitation',
    email: ada.email,
    role: 'manager',
    account_id: account.id,
  })
  expect((await here.ask(acceptInvitation, { body: { token } })).status).toBe(422)
  const chosen = { name: 'Ada', password: nextPassword }
  const answer = await here.ask(acceptInvitation, { body: { token, ...chosen } })
  expect(sessionIn(answer)).toMatchObject({ method: 'password', person: { email: ada.email } })
})

test('a domain has the single sign-on of one partner', async () => {
  const { set, service } = await world()
  const other = await service.makePartner({ name: 'Other' })
  await expect(set(other.id, {})).rejects.toThrow('nordhost.example belongs to the single sign-on of another partner.')
})

test('a reply that is too large or too slow is given up', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/large') response.end('x'.repeat(600_000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(realIdentityProviders.fetch(`${base}/large`, {})).rejects.toThrow('too large')
  const signal = AbortSignal.timeout(10)
  await expect(realIdentityProviders.fetch(`${base}/silent`, { signal })).rejects.toThrow()
})
