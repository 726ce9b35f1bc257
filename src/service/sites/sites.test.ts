import { describe, expect, test } from 'vitest'
import {
  createAccountSite,
  createUserSite,
  listAccountSites,
  listMonitors,
  listUserSites,
  readAccountSite,
  readUserSite,
} from '../../contract/index.ts'
import { start, type TestOptions, testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'

async function withAccount(kind: { reseller?: boolean } = {}, options: TestOptions = {}) {
  const service = await testService(options)
  const partner = await service.makePartner(kind)
  const account = await service.makeAccount(partner)
  const path = { partner_id: partner.id, account_id: account.id }
  const create = (host: string) => service.ask(createAccountSite, { path, body: { host } }, partner.key)
  const monitors = async () => (await service.ask(listMonitors.user, {}, account.key)).rows
  return {
    ...service,
    partner,
    account,
    path,
    base: `/partners/${partner.id}/accounts/${account.id}/sites`,
    create,
    monitors,
  }
}

describe('a site of a partner’s account', () => {
  test('is created, read and listed, oldest first', async () => {
    const { ask, create, partner, account, path } = await withAccount()
    const { site_id, ...created } = await create('HTTP://Shop.example/x')
    expect(created).toEqual({ host: 'shop.example', user_id: account.id })
    await create('a.example')
    const { sites } = await ask(listAccountSites, { path }, partner.key)
    expect(sites.map(({ host }) => host)).toEqual(['shop.example', 'a.example'])
    const addresses = {
      id: site_id,
      host: 'shop.example',
      portal_url: `https://perf.example/sites/${site_id}`,
      service_cname: expect.stringMatching(/^s-[0-9a-f]{12}\.edge\.example$/),
      preview_url: expect.stringMatching(/^http:\/\/p-[0-9a-f]{12}\.edge\.example:4080\/$/),
    }
    expect(sites[0]).toEqual({
      ...addresses,
      api_url: `https://perf.example/api/partners/${partner.id}/accounts/${account.id}/sites/${site_id}`,
    })
    const read = await ask(readAccountSite, { path: { ...path, site_id } }, partner.key)
    expect(read).toEqual({
      ...addresses,
      optimizer: 'preview',
      state_since: new Date(start).toISOString(),
      dns: {
        cname_seen: null,
        seen_at: null,
        root_domain: true,
        domain: 'shop.example',
        // without an address of the edge, none leads there
        records: [],
        addresses: {
          verdict: null,
          expected: [],
          seen: [],
          foreign: [],
          txt: { name: '_site-performance.shop.example', value: read.service_cname, seen: false },
        },
      },
      redirect: { host: 'www.shop.example', enabled: false, since: null, verdict: null, dns: null },
    })
  })

  test('has service_cname in the creation reply for resellers only', async () => {
    expect(await (await withAccount()).create('www.a.example')).not.toHaveProperty('service_cname')
    const reseller = await withAccount({ reseller: true })
    expect(await reseller.create('www.a.example')).toHaveProperty(
      'service_cname',
      expect.stringContaining('.edge.example'),
    )
  })

  test('isn’t found through another account or partner', async () => {
    const { call, create, partner, base, makePartner, makeAccount } = await withAccount()
    const { site_id } = await create('a.example')
    const sibling = await makeAccount(partner)
    const other = await makePartner()
    const get = async (path: string, key: string) => (await call('GET', path, { key })).status
    expect(await get(`${base}/${site_id}`, partner.key)).toBe(200)
    expect(await get(`/partners/${partner.id}/accounts/${sibling.id}/sites/${site_id}`, partner.key)).toBe(404)
    expect(await get(`/partners/${other.id}/accounts/${sibling.id}/sites/${site_id}`, other.key)).toBe(404)
    expect(await get(`${base}/${partner.id}`, partner.key)).toBe(404)
  })

  test('needs a host that is unique in the account, in whatever notation', async () => {
    const { call, create, partner, base, makeAccount } = await withAccount()
    await create('a.example')
    for (const host of ['A.EXAMPLE', 'http://a.example/x', 'https://a.example', 'a.example.', 'a.example:443']) {
      const answer = await call('POST', base, { key: partner.key, form: { host } })
      expect(answer, host).toMatchObject({ status: 422, body: { fields: { host: expect.any(String) } } })
    }
    expect((await create('a.example:8080')).host).toBe('a.example:8080')
    const sibling = await makeAccount(partner)
    const twin = await call('POST', `/partners/${partner.id}/accounts/${sibling.id}/sites`, {
      key: partner.key,
      form: { host: 'a.example' },
    })
    expect(twin.status).toBe(200)
  })

  test('is created once when several requests send the same host at once', async () => {
    const { call, partner, base, db } = await withAccount()
    const answers = await Promise.all(
      ['a.example', 'A.example', 'http://a.example'].map((host) =>
        call('POST', base, { key: partner.key, form: { host } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    expect(await db.selectFrom('sites').select('host').execute()).toHaveLength(1)
    expect(await db.selectFrom('monitors').select('id').execute()).toHaveLength(1)
  })

  test('needs a valid host', async () => {
    const { call, partner, base } = await withAccount()
    for (const form of [{}, { host: '' }, { host: ' ' }, { host: 'not a host' }, { host: 'ftp://a.example' }]) {
      const answer = await call('POST', base, { key: partner.key, form })
      expect(answer).toMatchObject({ status: 422, body: { fields: { host: expect.any(String) } } })
    }
  })

  test('of a reseller is subject to the restrictions', async () => {
    const { call, partner, account, base } = await withAccount({ reseller: true })
    for (const host of ['https://www.a.example', 'a.example', 'co.uk', 'github.io', 'a-record.a.example']) {
      expect((await call('POST', base, { key: partner.key, form: { host } })).status, host).toBe(422)
      expect((await call('POST', '/sites', { key: account.key, form: { host } })).status, host).toBe(422)
    }
    const silent = { host: 'silent-dns.a.example' }
    expect((await call('POST', base, { key: partner.key, form: silent })).status).toBe(409)
    expect((await call('POST', '/sites', { key: account.key, form: silent })).status).toBe(409)
  })
})

describe('the key page', () => {
  test('is monitored as soon as the site exists', async () => {
    const { create, monitors, account } = await withAccount()
    const { site_id } = await create('shop.example')
    expect(await monitors()).toMatchObject([
      {
        site_id,
        user_id: account.id,
        name: 'shop.example',
        type: 'WEBPAGE',
        status: 'RUNNING',
        constants: { url: 'https://shop.example/', protocol: 'HTTPS' },
        variables: { locations: ['local'] },
        timing: { interval: 30, policy: 'PARALLEL' },
        last_sample: null,
      },
    ])
  })

  test.each([
    ['shop.example', 'https://shop.example/', 'shop.example 443'],
    ['shop.example:8443', 'https://shop.example:8443/', 'shop.example 8443'],
    ['bad-certificate.example', 'https://bad-certificate.example/', 'bad-certificate.example 443'],
    ['http-only.example', 'http://http-only.example/', 'http-only.example 443'],
    ['http-only.example:8080', 'http://http-only.example:8080/', 'http-only.example 8080'],
  ])('of %s is %s', async (host, url, tried) => {
    const attempts: string[] = []
    const { create, monitors } = await withAccount(
      {},
      {
        world: (world) => ({
          ...world,
          network: {
            https: (name, port, options) => {
              attempts.push(`${name} ${port}`)
              return world.network.https(name, port, options)
            },
          },
        }),
      },
    )
    await create(host)
    expect((await monitors()).map(({ constants }) => constants.url)).toEqual([url])
    expect(attempts).toEqual([tried])
  })
})

describe('an account holder’s sites', () => {
  test('are created, read and listed with the key', async () => {
    const { ask, account } = await withAccount()
    const body = { host: 'mine.example', user_id: account.id }
    const created = await ask(createUserSite, { body }, account.key)
    expect(created).toEqual({
      site_id: expect.any(String),
      host: 'mine.example',
      service_cname: expect.stringContaining('.edge.example'),
    })
    const record = {
      id: created.site_id,
      host: 'mine.example',
      optimizer: 'preview',
      state_since: new Date(start).toISOString(),
      portal_url: `https://perf.example/sites/${created.site_id}`,
      api_url: `https://perf.example/api/sites/${created.site_id}`,
      service_cname: created.service_cname,
      preview_url: expect.stringMatching(/^http:/),
      dns: expect.objectContaining({ cname_seen: null, seen_at: null, root_domain: true, domain: 'mine.example' }),
      redirect: { host: 'www.mine.example', enabled: false, since: null, verdict: null, dns: null },
    }
    expect(await ask(listUserSites, {}, account.key)).toEqual({ sites: [record] })
    expect(await ask(listUserSites, { query: { user_id: account.id } }, account.key)).toEqual({ sites: [record] })
    expect(await ask(readUserSite, { path: { site_id: created.site_id } })).toEqual(record)
  })

  test('aren’t visible to other accounts', async () => {
    const { ask, create, makeAccount, partner } = await withAccount()
    await create('theirs.example')
    const other = await makeAccount(partner)
    expect(await ask(listUserSites, {}, other.key)).toEqual({ sites: [] })
  })
})

describe('a site created without a key', () => {
  test('has no owner, even if user_id is sent, and is monitored and readable by its id', async () => {
    const { ask, call, account, db } = await withAccount()
    const { site_id } = await ask(createUserSite, { body: { host: 'open.example', user_id: account.id } })
    expect(await ask(readUserSite, { path: { site_id } })).toMatchObject({ id: site_id, host: 'open.example' })
    expect(await ask(listUserSites, {}, account.key)).toEqual({ sites: [] })
    const row = await db.selectFrom('sites').select('account_id').where('id', '=', site_id).executeTakeFirst()
    expect(row?.account_id).toBeNull()
    const monitors = await db.selectFrom('monitors').select(['id', 'status', 'account_id']).execute()
    expect(monitors).toMatchObject([{ status: 'RUNNING', account_id: null }])
    const [monitor] = monitors
    expect((await call('GET', `/monitors/${monitor?.id}`, { key: account.key })).status).toBe(404)
  })

  test('may have the same host as another site', async () => {
    const { ask } = await withAccount()
    await ask(createUserSite, { body: { host: 'open.example' } })
    expect(await ask(createUserSite, { body: { host: 'open.example' } })).toMatchObject({ host: 'open.example' })
  })

  test('asks DNS for at most ten sites of an address at once', async () => {
    const asked: string[] = []
    const { promise: answered, resolve: answer } = Promise.withResolvers<{ kind: 'none' }>()
    const { call } = await testService({
      world: (world) => ({
        ...world,
        dns: {
          texts: async () => [],
          askAll: async () => ({ kind: 'none' }),
          ask: (host) => {
            asked.push(host)
            return answered
          },
        },
      }),
    })
    const creating = Array.from({ length: 30 }, (_, n) => call('POST', '/sites', { form: { host: `h${n}.example` } }))
    await waitFor(() => expect(asked).toHaveLength(10))
    answer({ kind: 'none' })
    const statuses = (await Promise.all(creating)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    expect(asked).toHaveLength(10)
  })

  test('is limited to ten an hour per address; requests with a key aren’t limited', async () => {
    const { call, account } = await withAccount()
    const create = (n: number, more: object = {}) =>
      call('POST', '/sites', { form: { host: `h${n}.example` }, ...more })
    // refused requests don't count
    for (let n = 0; n < 3; n++) expect((await call('POST', '/sites', { form: { host: 'no host' } })).status).toBe(422)
    for (let n = 0; n < 10; n++) expect((await create(n)).status).toBe(200)
    const refused = await create(10)
    expect(refused).toMatchObject({ status: 429, body: { error: expect.stringContaining('without an API key') } })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(3500)
    expect(seconds).toBeLessThanOrEqual(3600)
    expect((await create(11, { address: '192.0.2.99' })).status).toBe(200)
    expect((await create(12, { key: account.key })).status).toBe(200)
  })

  test('is refused if PUBLIC_SITE_CREATION is off', async () => {
    const { call, account } = await withAccount({}, { env: { PUBLIC_SITE_CREATION: 'off' } })
    const form = { host: 'open.example' }
    expect((await call('POST', '/sites', { form })).status).toBe(401)
    expect((await call('PUT', '/sites', { form })).status).toBe(401)
    expect((await call('POST', '/sites', { form, key: account.key })).status).toBe(200)
  })
})
