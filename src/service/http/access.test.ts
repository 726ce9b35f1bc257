import { describe, expect, test } from 'vitest'
import { listAccounts, readAccount, readUserEmail } from '../../contract/index.ts'
import { Partners } from '../accounts/index.ts'
import { newKey } from '../secrets/index.ts'
import { populate } from '../test/fixtures.ts'
import { type SignIn, testService, type TestService } from '../test/service.ts'

const nobody = '01990000-0000-7000-8000-000000000000'
const denied = { error: 'access denied' }
const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }

async function setUp() {
  const service = await testService()
  const [mine, other] = [await service.makePartner(), await service.makePartner({ name: 'Other' })]
  const [account, foreign] = [await service.makeAccount(mine), await service.makeAccount(other)]
  const partners = new Partners(service.services.database, service.services.vault)
  return { ...service, mine, other, account, foreign, partners }
}

/** Two accounts, of which the first has one of each record. */
async function withEverything() {
  const service = await testService()
  const partner = await service.makePartner()
  return { ...service, ...(await populate(service, partner)), foreign: await service.makeAccount(partner) }
}

describe('a partner', () => {
  test('reads itself with its key, in the header or in the query', async () => {
    const { call, mine } = await setUp()
    const expected = { id: mine.id, name: 'Nordhost', email: 'partner@example.com' }
    expect(await call('GET', `/partners/${mine.id}`, { key: mine.key })).toMatchObject({ status: 200, body: expected })
    const byQuery = await call('GET', `/partners/${mine.id}`, { query: { service_api_key: mine.key } })
    expect(byQuery).toMatchObject({ status: 200, body: expected })
  })

  test('gets the same refusal for every invalid key', async () => {
    const { call, mine, other, account } = await setUp()
    const path = `/partners/${mine.id}`
    const refused = [
      await call('GET', path),
      await call('GET', path, { key: '' }),
      await call('GET', path, { key: newKey() }),
      await call('GET', path, { key: other.key }),
      await call('GET', path, { key: account.key }),
      await call('GET', `/partners/${nobody}`, { key: mine.key }),
      await call('GET', `${path}/accounts`),
      await call('GET', `${path}/accounts/${account.id}`, { key: other.key }),
      await call('GET', `${path}/accounts/${account.id}/sites`, { key: newKey() }),
      await call('POST', `${path}/accounts`, { key: other.key, form: { email: 'a@example.com', site: 'a.example' } }),
    ]
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, body: denied })
  })

  test('is refused before the body is read', async () => {
    const { call, mine } = await setUp()
    const answer = await call('POST', `/partners/${mine.id}/accounts`, { json: 'x'.repeat(300 * 1024) })
    expect(answer.status).toBe(403)
  })

  test('sends a key in the header that wins over the query', async () => {
    const { call, mine } = await setUp()
    const path = `/partners/${mine.id}`
    const wrongHeader = await call('GET', path, { key: newKey(), query: { service_api_key: mine.key } })
    expect(wrongHeader.status).toBe(403)
    const wrongQuery = await call('GET', path, { key: mine.key, query: { service_api_key: newKey() } })
    expect(wrongQuery.status).toBe(200)
  })

  test('loses access at once when revoked, and regains it with the same key when granted', async () => {
    const { call, mine, partners } = await setUp()
    const status = async () => (await call('GET', `/partners/${mine.id}`, { key: mine.key })).status
    expect(await status()).toBe(200)
    expect(await partners.setGranted(mine.id, false)).toBe(true)
    expect(await status()).toBe(403)
    expect(await partners.setGranted(mine.id, true)).toBe(true)
    expect(await status()).toBe(200)
  })

  test('can use only the new key after a rotation', async () => {
    const { call, mine, partners } = await setUp()
    const key = await partners.rotateKey(mine.id)
    expect((await call('GET', `/partners/${mine.id}`, { key: mine.key })).status).toBe(403)
    expect((await call('GET', `/partners/${mine.id}`, { key })).status).toBe(200)
  })

  test('finds no account of another partner', async () => {
    const { call, mine, foreign } = await setUp()
    for (const id of [foreign.id, nobody, 'x', '%00', '..%2F', 'a'.repeat(65)]) {
      const answer = await call('GET', `/partners/${mine.id}/accounts/${id}`, { key: mine.key })
      expect(answer, id).toMatchObject({ status: 404, body: { error: "This account doesn't exist." } })
    }
    const site = await call('GET', `/partners/${mine.id}/accounts/${foreign.id}/sites/${nobody}`, { key: mine.key })
    expect(site.status).toBe(404)
  })
})

describe('an account holder', () => {
  test('is identified by the key, with or without the matching user_id', async () => {
    const { call, ask, account } = await setUp()
    expect(await ask(readUserEmail, {}, account.key)).toMatchObject({ user_id: account.id })
    expect(await ask(readUserEmail, { query: { user_id: account.id } }, account.key)).toMatchObject({
      user_id: account.id,
    })
    const byQuery = await call('GET', '/users/email', { query: { service_api_key: account.key, user_id: account.id } })
    expect(byQuery.status).toBe(200)
  })

  test('is refused without a key, with an unknown key and with a partner’s key', async () => {
    const { call, mine } = await setUp()
    for (const key of [undefined, newKey(), mine.key]) {
      expect((await call('GET', '/users/email', { key })).status).toBe(401)
    }
  })

  test('can’t send another account’s id, in the query or in the form', async () => {
    const { call, account, foreign } = await setUp()
    const query = { user_id: foreign.id }
    expect((await call('GET', '/sites', { key: account.key, query })).status).toBe(403)
    expect((await call('GET', '/monitors', { key: account.key, query })).status).toBe(403)
    expect((await call('POST', '/sites', { key: account.key, query, form: { host: 'a.example' } })).status).toBe(403)
    const inForm = await call('POST', '/sites', { key: account.key, form: { host: 'a.example', user_id: foreign.id } })
    expect(inForm.status).toBe(403)
    const inJson = await call('POST', '/sites', { key: account.key, json: { host: 'a.example', user_id: foreign.id } })
    expect(inJson.status).toBe(403)
  })

  test.each([
    ['repeated in the query', 'PUT', '?user_id=THEIRS&user_id=MINE', {}],
    ['repeated in the query, theirs last', 'PUT', '?user_id=MINE&user_id=THEIRS', {}],
    ['as a list', 'PUT', '?user_id[]=MINE&user_id[]=THEIRS', {}],
    ['as a nested value', 'PUT', '?user_id[id]=THEIRS', {}],
    ['in the form, mine in the query', 'PUT', '?user_id=MINE', { form: { user_id: 'THEIRS' } }],
    ['in the query, mine in the form', 'PUT', '?user_id=THEIRS', { form: { user_id: 'MINE' } }],
    ['in JSON, mine in the query', 'PUT', '?user_id=MINE', { json: { user_id: 'THEIRS' } }],
    ['as a list in JSON', 'PUT', '', { json: { user_id: ['MINE', 'THEIRS'] } }],
    ['as a number in JSON', 'PUT', '', { json: { user_id: 7 } }],
    ['in JSON that says it’s a form', 'PUT', '', { json: { user_id: 'THEIRS' }, headers: formType }],
  ] as const)('may not name another user %s', async (_, method, query, body) => {
    const { call, account, foreign, ids } = await withEverything()
    const filled = <T>(value: T): T =>
      JSON.parse(JSON.stringify(value).replaceAll('THEIRS', foreign.id).replaceAll('MINE', account.id)) as T
    for (const path of [`/sites/${ids['site_id']}/flush_cache`, `/monitors/${ids['monitor_id']}/start`]) {
      const answer = await call(method, path + filled(query), { key: account.key, ...filled(body) })
      expect(answer).toMatchObject({ status: 403, body: { error: 'This API key belongs to another user.' } })
    }
  })

  test('may send their own id in several places', async () => {
    const { call, account, ids } = await withEverything()
    const [query, form] = [{ user_id: account.id }, { user_id: account.id }]
    const answer = await call('PUT', `/sites/${ids['site_id']}/flush_cache`, { key: account.key, query, form })
    expect(answer.status).toBe(200)
    const start = `/monitors/${ids['monitor_id']}/start`
    expect((await call('PUT', start, { key: account.key, query, form })).status).toBe(200)
    // a body that the operation doesn't take may hold anything else
    expect(
      (await call('PUT', start, { key: account.key, body: '{', headers: { 'Content-Type': 'application/json' } }))
        .status,
    ).toBe(200)
  })

  test('needs no key for open operations, but a key that is sent must be valid', async () => {
    const { call, account } = await setUp()
    const made = await call('POST', '/sites', { form: { host: 'open.example' } })
    expect(made.status).toBe(200)
    const { site_id } = made.body as { site_id: string }
    expect((await call('GET', `/sites/${site_id}`)).status).toBe(200)
    expect((await call('GET', `/sites/${site_id}`, { key: account.key })).status).toBe(200)
    expect((await call('GET', `/sites/${site_id}`, { key: newKey() })).status).toBe(401)
    expect((await call('POST', '/sites', { key: newKey(), form: { host: 'b.example' } })).status).toBe(401)
  })

  test('has the time of its last request recorded, to the minute', async () => {
    const { ask, clock, mine, account } = await setUp()
    const lastSeen = async () => {
      const path = { partner_id: mine.id, account_id: account.id }
      return (await ask(readAccount, { path }, mine.key)).last_sign_in_at
    }
    expect(await lastSeen()).toBeNull()
    await clock.advance(90_000)
    await ask(readUserEmail, {}, account.key)
    expect(await lastSeen()).toBe('2026-11-21T08:01:00.000Z')
    await clock.advance(60_000)
    expect(await lastSeen()).toBe('2026-11-21T08:01:00.000Z')
    await ask(readUserEmail, {}, account.key)
    expect(await lastSeen()).toBe('2026-11-21T08:02:00.000Z')
  })
})

describe('guessing keys', () => {
  async function guess({ call }: TestService, { id }: SignIn, times: number, address?: string): Promise<number[]> {
    const statuses: number[] = []
    for (let i = 0; i < times; i++) {
      const given = { key: newKey(), ...(address === undefined ? {} : { address }) }
      statuses.push((await call('GET', i % 2 ? '/users/email' : `/partners/${id}`, given)).status)
    }
    return statuses
  }

  test('returns 429 with Retry-After after 30 unknown keys', async () => {
    const service = await setUp()
    const statuses = await guess(service, service.mine, 31)
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, i) => (i % 2 ? 401 : 403)))
    expect(statuses[30]).toBe(429)
    const answer = await service.call('GET', `/partners/${service.mine.id}`, { key: newKey() })
    expect(answer.status).toBe(429)
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(290)
    expect(seconds).toBeLessThanOrEqual(300)
    expect(answer.body).toEqual({ error: expect.stringContaining(`Try again in ${seconds} s.`) })
  })

  test('then limits every failing request of the address, but not valid keys or other addresses', async () => {
    const service = await setUp()
    const { call, mine, other, account } = service
    await guess(service, mine, 30)
    expect((await call('GET', `/partners/${mine.id}`)).status).toBe(429)
    expect((await call('GET', '/users/email')).status).toBe(429)
    expect((await call('GET', `/partners/${mine.id}`, { key: newKey() })).status).toBe(429)
    // a known key gets its normal answer
    expect((await call('GET', `/partners/${mine.id}`, { key: other.key })).status).toBe(403)
    expect((await call('GET', `/partners/${mine.id}`, { key: mine.key })).status).toBe(200)
    expect((await call('GET', '/users/email', { key: account.key })).status).toBe(200)
    expect((await call('GET', `/partners/${mine.id}`, { key: newKey(), address: '192.0.2.2' })).status).toBe(403)
  })

  test('doesn’t count missing keys and the ids of other accounts', async () => {
    const { call, ask, mine, other, account } = await setUp()
    for (let i = 0; i < 35; i++) {
      expect((await call('GET', `/partners/${mine.id}`)).status).toBe(403)
      expect((await call('GET', `/partners/${mine.id}`, { key: other.key })).status).toBe(403)
      expect((await call('GET', `/partners/${mine.id}`, { key: account.key })).status).toBe(403)
      expect((await call('GET', '/users/email', { key: mine.key })).status).toBe(401)
      expect((await call('GET', '/users/email', { key: account.key, query: { user_id: other.id } })).status).toBe(403)
    }
    expect((await call('GET', '/users/email')).status).toBe(401)
    expect(await ask(listAccounts, { path: { partner_id: mine.id } }, mine.key)).toMatchObject({ total_entries: 1 })
  })

  test('counts the addresses of one IPv6 network, a /64, as one', async () => {
    const { call, mine } = await setUp()
    const from = (address: string) => call('GET', `/partners/${mine.id}`, { key: newKey(), address })
    for (let i = 1; i <= 30; i++) expect((await from(`2001:db8:0:7::${i}`)).status).toBe(403)
    expect((await from('2001:db8:0:7:ffff::1')).status).toBe(429)
    expect((await from('2001:db8:0:8::1')).status).toBe(403)
    expect((await from('192.0.2.7')).status).toBe(403)
    // an IPv4 address isn't in a network, however it is written
    expect((await from('::ffff:192.0.2.8')).status).toBe(403)
  })

  test('counts by the client’s address that a trusted proxy forwards', async () => {
    const service = await testService({ env: { TRUSTED_PROXIES: '192.0.2.0/24' } })
    const mine = await service.makePartner()
    const from = (client: string) => ({ key: newKey(), headers: { 'X-Forwarded-For': client } })
    for (let i = 0; i < 31; i++) await service.call('GET', `/partners/${mine.id}`, from('198.51.100.7'))
    expect((await service.call('GET', `/partners/${mine.id}`, from('198.51.100.7'))).status).toBe(429)
    expect((await service.call('GET', `/partners/${mine.id}`, from('198.51.100.8'))).status).toBe(403)
  })
})

describe('keys', () => {
  test('and passwords are never stored in plain text', async () => {
    const { call, mine, services } = await setUp()
    const made = await call('POST', `/partners/${mine.id}/accounts`, {
      key: mine.key,
      form: { email: 'new@example.com', site: 'new.example' },
    })
    const { api_key } = made.body as { api_key: string }
    const rows = [
      await services.database.db.selectFrom('partners').selectAll().execute(),
      await services.database.db.selectFrom('accounts').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(api_key)
    expect(JSON.stringify(rows)).not.toContain(mine.key)
    expect(rows.flat().map((row) => row.key_hash)).toContainEqual(expect.stringMatching(/^[0-9a-f]{64}$/))
  })
})
