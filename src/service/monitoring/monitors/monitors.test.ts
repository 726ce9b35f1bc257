import { describe, expect, test } from 'vitest'
import {
  createMonitor,
  createTest,
  listMonitors,
  type MonitorBodyInput,
  readCapabilities,
  readMonitor,
  startMonitor,
  stopMonitor,
} from '../../../contract/index.ts'
import { Runner } from '../runner/runner.ts'
import { http, page, withAccount } from './testing.ts'

describe('a record', () => {
  test('of an HTTP monitor is the submitted body plus defaults', async () => {
    const { create, account, ask } = await withAccount()
    const record = await create(http)
    expect(record).toEqual({
      id: expect.any(String),
      site_id: null,
      user_id: account.id,
      name: 'Home',
      template_type: 'multi-location',
      type: 'HTTP',
      status: 'RUNNING',
      suspended_message: null,
      constants: {
        url: 'https://www.example/x',
        protocol: 'HTTPS',
        http_headers: null,
        auth: null,
        password: null,
        http_method: 'GET',
        http_body: null,
      },
      variables: { locations: ['local'], connectivities: [] },
      timing: { interval: 30, policy: 'PARALLEL', duration: null, run_times: null },
      created_at: '2026-11-21T08:00:00.000Z',
      updated_at: '2026-11-21T08:00:00.000Z',
      last_sample: null,
      next_round_at: '2026-11-21T08:00:00.000Z',
      limits: null,
    })
    expect(await ask(readMonitor.user, { path: { monitor_id: record.id } }, account.key)).toEqual(record)
  })

  test('of a page monitor is the submitted body plus defaults, without fields of the HTTP type', async () => {
    const { create } = await withAccount()
    const record = await create({
      ...page,
      constants: { ...page.constants, http_method: 'POST', http_body: 'x' },
      colour: 'red',
    })
    expect(record).toMatchObject({
      type: 'WEBPAGE',
      variables: { locations: ['local'], connectivities: [], browsers: [{ name: 'Chromium', version: '150' }] },
    })
    expect(record['constants']).toEqual({
      url: 'https://www.example/x',
      protocol: 'HTTPS',
      http_headers: null,
      auth: null,
      password: null,
      screenshots: false,
      browser_cache: 'EMPTY',
      device: 'DESKTOP',
    })
    expect(record).not.toHaveProperty('colour')
  })

  test('of a test has no default interval', async () => {
    const { create } = await withAccount()
    expect(await create(http, '/tests')).toMatchObject({ timing: { interval: null, policy: 'PARALLEL' } })
  })

  test('has its keywords in upper case, however they were sent', async () => {
    const { create } = await withAccount()
    const record = await create({
      ...http,
      status: 'Suspended',
      constants: { ...http.constants, protocol: 'https', http_method: 'put' },
      timing: { policy: 'parallel' },
    })
    expect(record).toMatchObject({
      type: 'HTTP',
      status: 'SUSPENDED',
      constants: { protocol: 'HTTPS', http_method: 'PUT' },
      timing: { policy: 'PARALLEL' },
    })
  })

  test('accepts duration and screen_capture as the API’s examples send them', async () => {
    const { create } = await withAccount()
    expect(await create({ ...page, screen_capture: true })).toMatchObject({ constants: { screenshots: true } })
    const record = await create({ ...http, duration: { policy: 'duration', length: 10 } }, '/tests')
    expect(record).toMatchObject({ timing: { policy: 'DURATION', duration: 10 } })
  })

  test('never shows the password, which is stored encrypted', async () => {
    const { create, call, account, db, services } = await withAccount()
    const record = await create({ ...http, constants: { ...http.constants, auth: 'ada', password: 'hunter2-hunter2' } })
    expect(record).toMatchObject({ constants: { auth: 'ada', password: null } })
    expect((await call('GET', '/monitors', { key: account.key })).text).not.toContain('hunter2')
    const row = await db.selectFrom('monitors').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('hunter2')
    expect(services.vault.open(row.secret_sealed ?? '')).toBe('hunter2-hunter2')
  })
})

describe('lists', () => {
  test('contain monitors or tests sorted by name, can be searched, and are the same in both APIs', async () => {
    const { create, ask, call, account, partner, base } = await withAccount()
    for (const name of ['beta', 'Alpha', 'gamma', 'ALPHABET']) await create({ ...http, name })
    await create({ ...http, name: 'alpha test' }, '/tests')
    const names = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name)
    const all = await ask(listMonitors.user, {}, account.key)
    expect(names(all)).toEqual(['Alpha', 'ALPHABET', 'beta', 'gamma'])
    expect(all).toMatchObject({ current_page: 1, per_page: 10, total_pages: 1, total_entries: 4 })
    expect(names(await ask(listMonitors.user, { query: { search_term: 'alpha' } }, account.key))).toEqual([
      'Alpha',
      'ALPHABET',
    ])
    const second = await ask(listMonitors.user, { query: { per_page: 3, page: 2 } }, account.key)
    expect(names(second)).toEqual(['gamma'])
    expect((await call('GET', `${base}/monitors`, { key: partner.key })).body).toEqual(all)
    expect((await call('GET', '/tests', { key: account.key })).body).toMatchObject({ rows: [{ name: 'alpha test' }] })
  })
})

test('the list is filtered by state and by the severity of the latest round', async () => {
  const { create, ask, account, db } = await withAccount()
  const last = (sample_type: number, round?: number) =>
    JSON.stringify({
      id: 'x',
      taken_at: '2026-11-21T08:00:00.000Z',
      sample_type,
      metrics: { load: 2 },
      ...(round === undefined
        ? {}
        : { round: { due_at: '2026-11-21T08:00:00.000Z', sample_type: round, judged: true } }),
    })
  const samples = { fine: last(0, 0), 'worse elsewhere': last(0, 2), 'from before rounds': last(2), none: null }
  for (const [name, last_sample] of Object.entries(samples)) {
    await create({ ...http, name, status: name === 'fine' ? 'RUNNING' : 'SUSPENDED' })
    await db.updateTable('monitors').set({ last_sample }).where('name', '=', name).execute()
  }
  const names = async (query: object) =>
    (await ask(listMonitors.user, { query }, account.key)).rows.map(({ name }) => name)
  expect(await names({ severity: 0 })).toEqual(['fine'])
  expect(await names({ severity: 2 })).toEqual(['from before rounds', 'worse elsewhere'])
  expect(await names({ severity: 3 })).toEqual([])
  expect(await names({ status: 'RUNNING' })).toEqual(['fine'])
  expect(await names({ status: 'SUSPENDED', severity: 2, search_term: 'else' })).toEqual(['worse elsewhere'])
})

describe('start and stop', () => {
  test('return a list with the one record, and are idempotent', async () => {
    const { create, ask, account, clock, db } = await withAccount()
    const { id } = await create(http)
    const path = { monitor_id: id }
    const due = async () => (await db.selectFrom('monitors').select('next_due_at').executeTakeFirst())?.next_due_at
    await clock.advance(60_000)
    expect(await ask(startMonitor.user, { path }, account.key)).toMatchObject([
      { id, status: 'RUNNING', updated_at: '2026-11-21T08:00:00.000Z' },
    ])
    expect(await ask(stopMonitor.user, { path }, account.key)).toMatchObject([
      { id, status: 'SUSPENDED', updated_at: '2026-11-21T08:01:00.000Z' },
    ])
    expect(await due()).toBeNull()
    await clock.advance(60_000)
    expect(await ask(startMonitor.user, { path }, account.key)).toMatchObject([{ id, status: 'RUNNING' }])
    expect(await due()).toBe(clock.now())
  })

  test('accept monitors only', async () => {
    const { create, call, account } = await withAccount()
    const { id } = await create(http, '/tests')
    expect((await call('PUT', `/monitors/${id}/start`, { key: account.key })).status).toBe(404)
    expect((await call('GET', `/monitors/${id}`, { key: account.key })).status).toBe(404)
    expect((await call('GET', `/tests/${id}`, { key: account.key })).status).toBe(200)
  })
})

describe('deletion', () => {
  test('returns the deleted records; a repeated id counts once', async () => {
    const { create, call, account } = await withAccount()
    const [b, a] = [await create({ ...http, name: 'b' }), await create({ ...http, name: 'a' })]
    const answer = await call('DELETE', '/monitors', { key: account.key, json: { ids: [b.id, a.id, b.id] } })
    expect(answer).toMatchObject({ status: 200, body: [{ id: a.id }, { id: b.id }] })
    expect((await call('GET', '/monitors', { key: account.key })).body).toMatchObject({ total_entries: 0 })
  })

  test('returns 404 naming the unknown ids, and deletes nothing', async () => {
    const { create, call, account, partner, makeAccount, ask } = await withAccount()
    const mine = await create(http)
    const ownTest = await create(http, '/tests')
    const other = await makeAccount(partner)
    const body = { name: 'x', type: 'HTTP', constants: { url: 'http://a.example' } } as const
    const foreign = await ask(createMonitor.user, { body }, other.key)
    const json = { ids: [mine.id, 'nothing', foreign.id, ownTest.id] }
    const answer = await call('DELETE', '/monitors', { key: account.key, json })
    expect(answer).toMatchObject({
      status: 404,
      body: {
        error: `Nothing was deleted, because these monitors don't exist: nothing, ${foreign.id}, ${ownTest.id}.`,
      },
    })
    expect((await call('GET', `/monitors/${mine.id}`, { key: account.key })).status).toBe(200)
  })

  test.each([[{}], [{ ids: [] }], [{ ids: 'x' }], [{ ids: [1] }]])('with body %j returns 422', async (json) => {
    const { call, account } = await withAccount()
    expect((await call('DELETE', '/monitors', { key: account.key, json })).status).toBe(422)
    expect((await call('DELETE', '/tests', { key: account.key, json })).status).toBe(422)
  })
})

test('capabilities list what a monitor can request, in both APIs', async () => {
  const { ask, services, account, partner } = await withAccount()
  const oslo = new Runner(services, { location: 'Oslo', dataCenter: 'no-1' })
  await oslo.start()
  await oslo.stop()
  const capabilities = await ask(readCapabilities.user, {}, account.key)
  expect(capabilities).toMatchObject({
    locations: [
      { name: 'local', data_center: 'local' },
      { name: 'Oslo', data_center: 'no-1' },
    ],
    browsers: [{ name: 'Chromium', version: '150' }],
  })
  const path = { partner_id: partner.id, account_id: account.id }
  expect(await ask(readCapabilities.partner, { path }, partner.key)).toEqual(capabilities)
  const body: MonitorBodyInput = {
    name: 'x',
    type: 'HTTP',
    constants: { url: 'http://a.example' },
    variables: { locations: ['Oslo'], connectivities: capabilities.connectivities },
  }
  expect(await ask(createTest.user, { body }, account.key)).toMatchObject({ variables: { locations: ['Oslo'] } })
})
