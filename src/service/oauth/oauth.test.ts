import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  decideAuthorization,
  endKey,
  listEvents,
  listKeys,
  readAuthorization,
  type Role,
  signInWithKey,
} from '../../contract/index.ts'
import type { Schema } from '../database/index.ts'
import { insertKey } from '../test/keys.ts'
import { cookieOf, insertMember, join, sessionOf } from '../test/people.ts'
import { browserOf, hour, peopleWorld } from '../test/people-world.ts'
import { keyLimits } from '../keys/index.ts'
import { createApplication, removeApplication } from './applications.ts'
import { oauthLimits } from './limits.ts'

const redirect = 'https://shop.example/connected?from=perf'
const base64url = (bytes: Buffer) => bytes.toString('base64url')

/** An account with an owner and an application that wants to work for it. */
async function world() {
  const made = await peopleWorld()
  const { service, partner, db } = made
  const account = await service.makeAccount(partner)
  const application = await createApplication(service.services.database, {
    name: 'Shop Connector',
    redirectUris: [redirect, 'http://127.0.0.1/done'],
    now: service.clock.now(),
  })
  const verifier = base64url(randomBytes(32))
  const request = {
    response_type: 'code',
    client_id: application.id,
    redirect_uri: redirect,
    code_challenge: base64url(createHash('sha256').update(verifier).digest()),
    code_challenge_method: 'S256',
    scope: 'operator',
    state: 'a b&c',
  } as const
  const browserAs = async (role: Role, at: Parameters<typeof insertMember>[1] = { account_id: account.id }) => {
    const person = await insertMember(db, at, role)
    const browser = browserOf(service, account.id)
    browser.use((await sessionOf(db, { person })).token)
    return { ...browser, person }
  }
  type Browser = Pick<Awaited<ReturnType<typeof browserAs>>, 'ask'>
  const decide = (browser: Browser, more: object = {}) =>
    browser.ask(decideAuthorization, { body: { ...request, allow: true, place_id: account.id, ...more } })
  const codeFor = async (browser: Browser, more: object = {}) => {
    const { status, body } = await decide(browser, more)
    expect(status).toBe(200)
    return new URL((body as { redirect_to: string }).redirect_to).searchParams.get('code') ?? ''
  }
  const post = (form: Readonly<Record<string, string>>, path = '/oauth/token', headers = {}) =>
    service.app.fetch(
      new Request(`https://perf.example${path}`, { method: 'POST', body: new URLSearchParams(form), headers }),
      { incoming: { socket: { remoteAddress: '192.0.2.7' } } },
    )
  const exchange = async (code: string, more: Readonly<Record<string, string>> = {}, path?: string) => {
    const given = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      client_id: application.id,
      code_verifier: verifier,
    }
    const response = await post({ ...given, ...more }, path)
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, string>,
    }
  }
  const sites = (key: string, scheme = 'Bearer') =>
    service.call('GET', '/sites', { headers: { Authorization: `${scheme} ${key}` } })
  /** The key of an application that somebody with this role has allowed to do as much. */
  const keyFor = async (role: Role) => {
    const browser = await browserAs(role)
    const { body } = await exchange(await codeFor(browser, { role }))
    return { browser, key: body['access_token'] ?? '' }
  }
  const events = async () => (await service.ask(listEvents.user, {}, account.key)).rows
  return {
    ...made,
    events,
    account,
    application,
    verifier,
    request,
    browserAs,
    decide,
    codeFor,
    post,
    exchange,
    sites,
    keyFor,
  }
}

const keysIn = (db: Kysely<Schema>) => db.selectFrom('api_keys').selectAll().where('main', '=', 0).execute()
const refused = (error: string) => ({ status: 400, body: { error, error_description: expect.any(String) } })

describe('an application', () => {
  test('gets a key for a code, with the role that was chosen, listed by its name and ended there', async () => {
    const { account, application, request, browserAs, decide, exchange, sites, ask, service } = await world()
    const browser = await browserAs('owner')
    expect(await browser.ask(readAuthorization, { body: request })).toMatchObject({
      status: 200,
      body: {
        name: 'Shop Connector',
        origin: 'https://shop.example',
        role: 'operator',
        memberships: [{ kind: 'account', id: account.id, role: 'owner' }],
      },
    })
    const { redirect_to: to } = (await decide(browser)).body as { redirect_to: string }
    const url = new URL(to)
    expect(url.href.startsWith('https://shop.example/connected?from=perf&')).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      from: 'perf',
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'a b&c',
      iss: 'https://perf.example',
    })
    const answer = await exchange(url.searchParams.get('code') ?? '')
    expect(answer).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', scope: 'operator', user_id: account.id },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(Object.keys(answer.body).toSorted()).toEqual(['access_token', 'scope', 'token_type', 'user_id'])
    const key = answer.body['access_token'] ?? ''
    for (const scheme of ['Bearer', 'bearer', 'OAuth']) expect((await sites(key, scheme)).status).toBe(200)
    expect((await service.call('GET', '/sites', { key })).status).toBe(200)
    const rule = { kinds: ['down'], channel: 'email' }
    const denied = await service.call('POST', '/alert_rules', {
      headers: { Authorization: `Bearer ${key}` },
      json: rule,
    })
    expect(denied.status).toBe(403)
    const { keys } = await ask(listKeys.user, {}, account.key)
    const [listed] = keys.filter(({ main }) => !main)
    expect(listed).toMatchObject({
      name: 'Shop Connector',
      role: 'operator',
      sites: null,
      application: 'Shop Connector',
      created_by: browser.person.name,
    })
    await ask(endKey.user, { path: { key_id: listed?.id ?? '' } }, account.key)
    expect(await sites(key)).toMatchObject({ status: 401 })
    expect((await sites(key)).headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    expect(application.name).toBe('Shop Connector')
  })

  test('works for a partner and all its accounts', async () => {
    const { partner, browserAs, codeFor, exchange, service, account } = await world()
    const browser = await browserAs('manager', { partner_id: partner.id })
    const answer = await exchange(
      await codeFor(browser, { place_id: partner.id, role: 'viewer' }),
      {},
      '/oauth/access_token',
    )
    expect(answer.body).toMatchObject({ scope: 'viewer', partner_id: partner.id })
    const headers = { Authorization: `Bearer ${answer.body['access_token']}` }
    expect(
      (await service.call('GET', `/partners/${partner.id}/accounts/${account.id}/sites`, { headers })).status,
    ).toBe(200)
    const remove = await service.call('DELETE', `/partners/${partner.id}/accounts/${account.id}`, { headers })
    expect(remove.status).toBe(403)
  })

  test('that is refused is told so, and gets nothing', async () => {
    const { browserAs, decide, db } = await world()
    const { body } = await decide(await browserAs('owner'), { allow: false, place_id: undefined })
    const { searchParams } = new URL((body as { redirect_to: string }).redirect_to)
    expect(Object.fromEntries(searchParams)).toEqual({
      from: 'perf',
      error: 'access_denied',
      state: 'a b&c',
      iss: 'https://perf.example',
    })
    expect(await db.selectFrom('authorization_codes').selectAll().execute()).toEqual([])
  })

  test('on somebody’s own machine may come back to any port', async () => {
    const { browserAs, codeFor, exchange } = await world()
    const uri = 'http://127.0.0.1:51234/done'
    const code = await codeFor(await browserAs('owner'), { redirect_uri: uri })
    expect((await exchange(code, { redirect_uri: uri })).status).toBe(200)
  })

  test('that is removed loses its keys', async () => {
    const { keyFor, sites, application, service, events, clock } = await world()
    const { key } = await keyFor('viewer')
    expect(await removeApplication(service.services.database, application.id, clock.now())).toBe(true)
    expect((await sites(key)).status).toBe(401)
    expect((await events())[0]).toMatchObject({
      kind: 'key.ended',
      actor: 'operator',
      detail: { name: 'Shop Connector' },
    })
  })

  test('finds where to ask by itself', async () => {
    const { service } = await world()
    const response = await service.app.fetch(new Request('https://perf.example/.well-known/oauth-authorization-server'))
    expect(await response.json()).toMatchObject({
      issuer: 'https://perf.example',
      authorization_endpoint: 'https://perf.example/oauth/authorize',
      token_endpoint: 'https://perf.example/oauth/token',
      code_challenge_methods_supported: ['S256'],
    })
  })
})

describe('the key of an application', () => {
  test('does no more than the person who allowed it, and ends with their membership', async () => {
    const { keyFor, service, db, ask, account, sites } = await world()
    const { key, browser } = await keyFor('manager')
    const flush = () => service.call('POST', '/monitors', { headers: { Authorization: `Bearer ${key}` }, json: {} })
    expect((await flush()).status).toBe(422)
    await db.updateTable('memberships').set({ role: 'viewer' }).where('person_id', '=', browser.person.id).execute()
    expect((await flush()).status).toBe(403)
    expect((await sites(key)).status).toBe(200)
    await db.deleteFrom('memberships').where('person_id', '=', browser.person.id).execute()
    expect((await sites(key)).status).toBe(401)
    expect((await ask(listKeys.user, {}, account.key)).keys).toHaveLength(1)
  })

  test('ends after half a year without use', async () => {
    const { keyFor, sites, clock } = await world()
    const { key } = await keyFor('viewer')
    await clock.advance(keyLimits.unused - hour)
    expect((await sites(key)).status).toBe(200)
    await clock.advance(keyLimits.unused - hour)
    expect((await sites(key)).status).toBe(200)
    await clock.advance(keyLimits.unused + hour)
    expect((await sites(key)).status).toBe(401)
  })

  test('isn’t rotated, as the application wouldn’t learn the new one', async () => {
    const { keyFor, ask, account, service } = await world()
    await keyFor('viewer')
    const { keys } = await ask(listKeys.user, {}, account.key)
    const id = keys.find(({ main }) => !main)?.id
    expect((await service.call('POST', `/keys/${id}/rotate`, { key: account.key })).status).toBe(409)
  })
})

describe('a code', () => {
  test('works once, and a second use ends the key that the first one brought', async () => {
    const { browserAs, codeFor, exchange, sites, events } = await world()
    const code = await codeFor(await browserAs('owner'))
    const first = await exchange(code)
    expect(first.status).toBe(200)
    expect(await exchange(code)).toMatchObject(refused('invalid_grant'))
    expect((await sites(first.body['access_token'] ?? '')).status).toBe(401)
    expect((await events()).map(({ kind, actor }) => [kind, actor]).slice(0, 2)).toEqual([
      ['key.ended', 'service'],
      ['key.created', 'holder'],
    ])
  })

  test('that comes again later ends the key, too', async () => {
    const { browserAs, codeFor, exchange, sites, clock } = await world()
    const code = await codeFor(await browserAs('owner'))
    const first = await exchange(code)
    await clock.advance(hour)
    expect(await exchange(code)).toMatchObject(refused('invalid_grant'))
    expect((await sites(first.body['access_token'] ?? '')).status).toBe(401)
  })

  test('of two at once gives at most one key', async () => {
    const { browserAs, codeFor, exchange, db } = await world()
    const code = await codeFor(await browserAs('owner'))
    const answers = await Promise.all([1, 2, 3].map(() => exchange(code)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2)
    // nor does that one go on: whoever was slower has stolen the code, or was stolen from
    expect(await keysIn(db)).toEqual([])
  })

  test.each([
    ['no address', {}],
    ['an empty one', { redirect_uri: '' }],
  ])('works with %s, as OAuth 2.1 sends none', async (_, more) => {
    const { browserAs, codeFor, application, verifier, post } = await world()
    const code = await codeFor(await browserAs('owner'))
    const given = { grant_type: 'authorization_code', code, client_id: application.id, code_verifier: verifier }
    expect((await post({ ...given, ...more })).status).toBe(200)
  })

  test.each([
    ['another verifier', { code_verifier: base64url(randomBytes(32)) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another address', { redirect_uri: 'http://127.0.0.1/done' }, 'invalid_request'],
    ['another application', { client_id: 'somebody-else' }, 'invalid_client'],
    ['another grant', { grant_type: 'password', username: 'a', password: 'b' }, 'invalid_client'],
    ['another code', { code: 'made-up' }, 'invalid_grant'],
  ])('with %s is worth nothing', async (_, more, error) => {
    const { browserAs, codeFor, exchange, db } = await world()
    const answer = await exchange(await codeFor(await browserAs('owner')), more)
    expect(answer).toMatchObject(refused(error))
    expect(await keysIn(db)).toEqual([])
  })

  test('that was tried with another verifier doesn’t work with its own afterwards', async () => {
    const { browserAs, codeFor, exchange } = await world()
    const code = await codeFor(await browserAs('owner'))
    await exchange(code, { code_verifier: base64url(randomBytes(32)) })
    expect(await exchange(code)).toMatchObject(refused('invalid_grant'))
  })

  test('is over after a minute', async () => {
    const { browserAs, codeFor, exchange, clock } = await world()
    const code = await codeFor(await browserAs('owner'))
    await clock.advance(oauthLimits.code)
    expect(await exchange(code)).toMatchObject(refused('invalid_grant'))
  })

  test('is worth nothing to another application', async () => {
    const { browserAs, codeFor, exchange, service } = await world()
    const other = { name: 'Other', redirectUris: [redirect], now: service.clock.now() }
    const { id } = await createApplication(service.services.database, other)
    const code = await codeFor(await browserAs('owner'))
    expect(await exchange(code, { client_id: id })).toMatchObject(refused('invalid_grant'))
  })

  test('is worth nothing once there are as many keys as allowed', async () => {
    const { browserAs, codeFor, exchange, db, account } = await world()
    const browser = await browserAs('owner')
    const codes = [await codeFor(browser), await codeFor(browser)]
    for (let i = 1; i < keyLimits.keys; i++) await insertKey(db, { account_id: account.id })
    expect((await exchange(codes[0] ?? '')).status).toBe(200)
    expect(await exchange(codes[1] ?? '')).toMatchObject(refused('invalid_grant'))
    expect(await keysIn(db)).toHaveLength(keyLimits.keys)
  })

  test('of a person with 10 keys of applications ends the one used least recently, so that nobody fills the place', async () => {
    const { browserAs, codeFor, exchange, sites, db, clock, events } = await world()
    const [browser, other] = [await browserAs('viewer'), await browserAs('viewer')]
    const allow = async (by: typeof browser) =>
      (await exchange(await codeFor(by, { role: 'viewer' }))).body['access_token'] ?? ''
    const ofOther = await allow(other)
    const keys: string[] = []
    for (let i = 0; i < oauthLimits.keysOfPerson; i++) {
      await clock.advance(hour)
      keys.push(await allow(browser))
    }
    const [first = '', second = '', third = ''] = keys
    await clock.advance(hour)
    expect((await sites(first)).status).toBe(200)
    const last = await allow(browser)
    for (const key of [first, third, last, ofOther]) expect((await sites(key)).status).toBe(200)
    expect((await sites(second)).status).toBe(401)
    expect(await keysIn(db)).toHaveLength(oauthLimits.keysOfPerson + 1)
    const { name } = browser.person
    expect((await events()).slice(0, 2)).toMatchObject([
      { kind: 'key.created', person: { name } },
      { kind: 'key.ended', person: { name } },
    ])
  })

  test('makes room in a full place for whoever has 10 keys of applications, and for nobody else', async () => {
    const { browserAs, codeFor, exchange, decide, sites, db, clock, account } = await world()
    const [browser, other] = [await browserAs('viewer'), await browserAs('viewer')]
    const keys: string[] = []
    for (let i = 0; i < oauthLimits.keysOfPerson; i++) {
      await clock.advance(hour)
      keys.push((await exchange(await codeFor(browser, { role: 'viewer' }))).body['access_token'] ?? '')
    }
    for (let i = keys.length; i < keyLimits.keys; i++) await insertKey(db, { account_id: account.id })
    expect((await decide(other, { role: 'viewer' })).status).toBe(409)
    const answer = await exchange(await codeFor(browser, { role: 'viewer' }))
    expect((await sites(answer.body['access_token'] ?? '')).status).toBe(200)
    expect((await sites(keys[0] ?? '')).status).toBe(401)
    expect((await sites(keys[1] ?? '')).status).toBe(200)
    expect(await keysIn(db)).toHaveLength(keyLimits.keys)
  })

  test('is worth nothing once the person has left', async () => {
    const { browserAs, codeFor, exchange, db } = await world()
    const browser = await browserAs('owner')
    const code = await codeFor(browser)
    await db.deleteFrom('memberships').where('person_id', '=', browser.person.id).execute()
    expect(await exchange(code)).toMatchObject(refused('invalid_grant'))
  })
})

describe('asking is refused, without sending the browser anywhere,', () => {
  test.each([
    ['for an address that isn’t registered', { redirect_uri: 'https://evil.example/' }, 422],
    ['for a longer address', { redirect_uri: `${redirect}/more` }, 422],
    ['for a script', { redirect_uri: 'javascript:alert(1)' }, 422],
    ['for an application that nobody registered', { client_id: 'made-up' }, 404],
    ['without a challenge', { code_challenge: undefined }, 422],
    ['for a challenge in the open', { code_challenge_method: 'plain' }, 422],
    ['for a token at once', { response_type: 'token' }, 422],
    ['for a scope that is no role', { scope: 'everything' }, 422],
  ])('%s', async (_, more, status) => {
    const { browserAs, decide, request, db } = await world()
    const browser = await browserAs('owner')
    for (const answer of [
      await browser.ask(readAuthorization, { body: { ...request, ...more } }),
      await decide(browser, more),
    ])
      expect(answer).toMatchObject({ status, body: { error: expect.any(String) } })
    expect(await db.selectFrom('authorization_codes').selectAll().execute()).toEqual([])
  })

  test('for more than one’s own role, and for where one doesn’t belong', async () => {
    const { browserAs, decide, service, partner } = await world()
    const other = await service.makeAccount(partner)
    const browser = await browserAs('operator')
    expect((await decide(browser, { role: 'manager' })).status).toBe(403)
    expect((await decide(browser, { place_id: other.id })).status).toBe(403)
    expect((await decide(browser, { place_id: partner.id })).status).toBe(403)
  })

  test('for one of several places without saying which', async () => {
    const { browserAs, decide, db, partner } = await world()
    const browser = await browserAs('operator')
    expect((await decide(browser, { place_id: undefined })).status).toBe(200)
    await join(db, browser.person, { partner_id: partner.id }, 'viewer')
    expect((await decide(browser, { place_id: undefined })).status).toBe(422)
  })

  test('by another site’s page, and by nobody', async () => {
    const { browserAs, request, account, service } = await world()
    const browser = await browserAs('owner')
    const json = { ...request, allow: true, place_id: account.id }
    const cross = {
      Cookie: cookieOf(browser.cookie() ?? ''),
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
    }
    expect((await service.call('PUT', '/oauth/authorization', { json, headers: cross })).status).toBe(403)
    expect((await service.call('PUT', '/oauth/authorization', { json })).status).toBe(401)
    expect((await service.call('PUT', '/oauth/authorization', { json, key: account.key })).status).toBe(401)
  })

  test('without the second factor that is required', async () => {
    const { browserAs, decide, db, account } = await world()
    const browser = await browserAs('owner')
    await db.updateTable('accounts').set({ factor_required: 1 }).where('id', '=', account.id).execute()
    expect((await decide(browser)).status).toBe(403)
  })

  test('with a key besides the main one, which may end or be for some sites', async () => {
    const { service, account, db, decide, request } = await world()
    const { key } = await insertKey(db, { account_id: account.id }, { role: 'owner' })
    const browser = browserOf(service, account.id)
    expect((await browser.ask(signInWithKey, { body: { id: account.id, key } })).status).toBe(200)
    const denied = {
      status: 403,
      body: { error: 'You signed in with the key Deployment, which can’t give access to others.' },
    }
    expect(await decide(browser)).toMatchObject(denied)
    expect(await browser.ask(readAuthorization, { body: request })).toMatchObject(denied)
  })

  test('more than 60 times in an hour', async () => {
    const { browserAs, decide } = await world()
    const [browser, other] = [await browserAs('owner'), await browserAs('owner')]
    for (let i = 0; i < 60; i++) expect((await decide(browser)).status).toBe(200)
    expect((await decide(browser)).status).toBe(429)
    expect((await decide(other)).status).toBe(200)
  })

  test('after a link of the partner, or with the password of the mail', async () => {
    const { service, db, account, decide } = await world()
    const browser = browserOf(service, account.id)
    const person = await insertMember(db, { account_id: account.id }, 'owner', { password_is_generated: 1 })
    browser.use((await sessionOf(db, { person })).token)
    expect((await decide(browser)).status).toBe(403)
    const row = await db.selectFrom('accounts').selectAll().where('id', '=', account.id).executeTakeFirstOrThrow()
    browser.use((await sessionOf(db, { person, account: row })).token)
    expect(await decide(browser)).toMatchObject({
      status: 403,
      body: {
        error: 'You came by a link of your hosting provider. Sign in with your own password or passkey to do this.',
      },
    })
  })
})

describe('the endpoint of tokens', () => {
  test('takes forms by POST only, of some size', async () => {
    const { service, post } = await world()
    const at = (init: RequestInit) => service.app.fetch(new Request('https://perf.example/oauth/token', init), {})
    expect((await at({ method: 'GET' })).status).toBe(405)
    const json = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
    expect((await at(json)).status).toBe(400)
    expect((await post({ code: 'x'.repeat(10_000) })).status).toBe(413)
  })

  test('stops reading a body that is too long and doesn’t say so', async () => {
    const { service } = await world()
    let read = 0
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        if (++read > 20) stream.close()
        else stream.enqueue(new Uint8Array(4096))
      },
    })
    const init = { method: 'POST', body, duplex: 'half' }
    const request = new Request('https://perf.example/oauth/token', init)
    expect((await service.app.fetch(request, {})).status).toBe(413)
    expect(read).toBeLessThan(10)
  })

  test('takes only so many codes from a network', async () => {
    const { exchange } = await world()
    for (let i = 0; i < 60; i++) expect((await exchange('made-up')).status).toBe(400)
    const answer = await exchange('made-up')
    expect(answer).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test.each([
  ['http://shop.example/'],
  ['https://user@shop.example/'],
  ['https://shop.example/#there'],
  ['javascript:alert(1)'],
  ['shop.example'],
])('%s can’t be registered', async (uri) => {
  const { service } = await world()
  const given = { name: 'Shop', redirectUris: [uri], now: service.clock.now() }
  await expect(createApplication(service.services.database, given)).rejects.toThrow('A redirect URI is https')
})

test('the key of a session allows what its owner may', async () => {
  const { service, account, db, decide, ask, exchange } = await world()
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', account.id).executeTakeFirstOrThrow()
  const browser = browserOf(service, account.id)
  browser.use((await sessionOf(db, { account: row })).token)
  const { body } = await decide(browser)
  const code = new URL((body as { redirect_to: string }).redirect_to).searchParams.get('code') ?? ''
  expect((await exchange(code)).status).toBe(200)
  const { keys } = await ask(listKeys.user, {}, account.key)
  expect(keys.find(({ main }) => !main)).toMatchObject({ created_by: null, role: 'operator' })
})
