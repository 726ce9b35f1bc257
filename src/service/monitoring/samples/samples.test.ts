import { describe, expect, test } from 'vitest'
import {
  deviceOf,
  listSamples,
  metricNames,
  type Metrics,
  readSample,
  type SampleType,
} from '../../../contract/index.ts'
import { Retention } from '../../retention/index.ts'
import { start, testService } from '../../test/service.ts'
import { packDetail } from './detail.ts'
import { packMetrics, unpackMetrics } from './metrics.ts'

const minute = 60_000
const nothing = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics

interface SampleSeed {
  readonly id: string
  readonly monitor: string
  readonly at: number
  readonly location?: string
  readonly dataCenter?: string
  readonly type?: SampleType
}

async function withMonitors() {
  const service = await testService()
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const create = async (name: string, key = account.key) => {
    const json = { name, type: 'HTTP', constants: { url: 'http://www.example/' }, status: 'SUSPENDED' }
    const { body } = await service.call('POST', '/monitors', { key, json })
    return (body as { id: string }).id
  }
  const [a, b] = [await create('a'), await create('b')]
  const add = async ({ id, monitor, at, location = 'Oslo', dataCenter = 'no-1', type = 0 }: SampleSeed) => {
    const metrics = packMetrics({ ...nothing, load: 1000 + at, last_byte: 12.5, status_code: 200 })
    const issues = JSON.stringify(type ? [{ severity: type, code: 'x', message: 'Something.' }] : [])
    const where = { location, data_center: dataCenter, connectivity: null, browser: null, view: null }
    const row = { id, monitor_id: monitor, taken_at: start + at * minute, sample_type: type, ...where, issues, metrics }
    await service.db.insertInto('samples').values(row).execute()
  }
  const list = (query: string | object, key = account.key) => service.call('GET', '/samples', { key, query })
  /** The ids of the samples, in the order of the reply. */
  const ids = async (query: string | object) => {
    const { status, body, text } = await list(query)
    expect(status, text).toBe(200)
    return (body as { rows: { id: string }[] }).rows.map(({ id }) => id).join('')
  }
  return { ...service, partner, account, create, a, b, add, list, ids }
}

async function withSamples() {
  const service = await withMonitors()
  const { a, b, add } = service
  await add({ id: 'p', monitor: a, at: 0 })
  await add({ id: 'q', monitor: a, at: 1, location: 'Rome', dataCenter: 'it-1', type: 1 })
  await add({ id: 'r', monitor: a, at: 2, location: 'Rome', dataCenter: 'it-2', type: 2 })
  await add({ id: 's', monitor: b, at: 3, type: 3 })
  // two with the same time, inserted in reverse order of their ids
  await add({ id: 'v', monitor: b, at: 4, location: 'Rome', dataCenter: 'it-1' })
  await add({ id: 'u', monitor: b, at: 4 })
  return service
}

describe('the list of samples', () => {
  test('is sorted newest first, then by id', async () => {
    const { ids, a, b } = await withSamples()
    expect(await ids({ profile_and_locations: [{ profile_id: a }, { profile_id: b }] })).toBe('uvsrqp')
    expect(await ids({ profile_and_locations: [{ profile_id: a }] })).toBe('rqp')
  })

  test('is paginated', async () => {
    const { list, ids, a, b } = await withSamples()
    const profile_and_locations = [{ profile_id: a }, { profile_id: b }]
    const { body } = await list({ profile_and_locations, per_page: 4, page: 2 })
    expect(body).toMatchObject({
      current_page: 2,
      per_page: 4,
      total_pages: 2,
      total_entries: 6,
      rows: [{ id: 'q' }, { id: 'p' }],
    })
    const pages = [1, 2, 3, 4, 5, 6, 7].map((page) => ids({ profile_and_locations, per_page: 1, page }))
    expect((await Promise.all(pages)).join('|')).toBe('u|v|s|r|q|p|')
  })

  test('accepts both bracket notations, and a single value in place of a list', async () => {
    const { ids, a, b } = await withSamples()
    const p = 'profile_and_locations'
    expect(await ids(`${p}[0][profile_id]=${a}&${p}[1][profile_id]=${b}&${p}[1][locations][0]=Rome`)).toBe('vrqp')
    expect(await ids(`${p}[][profile_id]=${a}&${p}[][profile_id]=${b}&${p}[][locations][]=Rome`)).toBe('vrqp')
    expect(await ids(`${p}[][profile_id]=${a}&${p}[][locations][]=Rome&${p}[][profile_id]=${b}`)).toBe('uvsrq')
    expect(await ids(`${p}[profile_id]=${a}`)).toBe('rqp')
    expect(await ids(`${p}[][profile_id]=${a}&${p}[][locations]=Rome`)).toBe('rq')
  })

  test('is filtered by the union of location and locations', async () => {
    const { ids, a } = await withSamples()
    const of = (more: object) => ids({ profile_and_locations: [{ profile_id: a, ...more }] })
    expect(await of({ locations: ['Rome'] })).toBe('rq')
    expect(await of({ location: 'Oslo' })).toBe('p')
    expect(await of({ locations: ['Rome'], location: 'Oslo' })).toBe('rqp')
    expect(await of({ locations: ['Atlantis'] })).toBe('')
  })

  test('is filtered by data center and severity', async () => {
    const { ids, a, b } = await withSamples()
    const profile_and_locations = [{ profile_id: a }, { profile_id: b }]
    expect(await ids({ profile_and_locations, location: ['it-1'] })).toBe('vq')
    expect(await ids({ profile_and_locations, location: ['it-1', 'no-1'] })).toBe('uvsqp')
    const bySeverity = [-1, 0, 1, 2, 3].map((sample_type) => ids({ profile_and_locations, sample_type }))
    expect(await Promise.all(bySeverity)).toEqual(['uvsrqp', 'uvp', 'q', 'r', 's'])
  })

  test('is filtered by issue, whatever a message or a code contains', async () => {
    const { db, ids, list, a } = await withSamples()
    const set = (id: string, ...issues: { code: string; message: string }[]) =>
      db
        .updateTable('samples')
        .set({ issues: JSON.stringify(issues.map((issue) => ({ severity: 1, ...issue }))) })
        .where('id', '=', id)
        .execute()
    await set('p', { code: 'asset-failed', message: 'One.' }, { code: 'timeout', message: 'Two.' })
    await set('q', { code: 'timeout-of-asset-failed', message: 'It said "code":"asset-failed".' })
    await set('r', { code: 'timeout', message: '' }, { code: String.raw`100 %_\"`, message: '' })
    const profile_and_locations = [{ profile_id: a }]
    const of = (issue: string) => ids({ profile_and_locations, issue })
    expect(await of('asset-failed')).toBe('p')
    expect(await of('timeout')).toBe('rp')
    expect(await of(String.raw`100 %_\"`)).toBe('r')
    expect(await of('%')).toBe('')
    expect(await of('t_meout')).toBe('')
    const { body } = await list({ profile_and_locations, issue: 'timeout', sample_type: 2 })
    expect(body).toMatchObject({ total_entries: 1, rows: [{ id: 'r' }] })
  })

  test('is filtered by an inclusive time range, given as dates or UNIX milliseconds', async () => {
    const { ids, a, b } = await withSamples()
    const profile_and_locations = [{ profile_id: a }, { profile_id: b }]
    const at = (minutes: number) => start + minutes * minute
    expect(await ids({ profile_and_locations, from: at(1), to: at(3) })).toBe('srq')
    expect(await ids({ profile_and_locations, from: new Date(at(1)).toISOString(), to: at(3) - 1 })).toBe('rq')
    expect(await ids({ profile_and_locations, from: new Date(at(3)).toUTCString() })).toBe('uvs')
    expect(await ids({ profile_and_locations, to: 'Sat Nov 21 2026 08:01:00 GMT+0000' })).toBe('qp')
    expect(await ids({ profile_and_locations, from: at(2), to: at(2) })).toBe('r')
    // its zone counts, also where the query's plus has become a space
    const inZone = new Date(at(3) + 3_600_000).toISOString().replace('Z', ' 01:00')
    expect(await ids({ profile_and_locations, from: inZone })).toBe('uvs')
  })

  test('contains the requested metrics, by default all of them', async () => {
    const { list, a } = await withSamples()
    const metricsOf = async (more: object) => {
      const { body } = await list({ profile_and_locations: [{ profile_id: a }], ...more })
      return (body as { rows: { metrics: object }[] }).rows[0]?.metrics
    }
    expect(Object.keys((await metricsOf({})) ?? {})).toEqual([...metricNames])
    expect(await metricsOf({})).toMatchObject({ load: 1002, last_byte: 12.5, status_code: 200, service_score: null })
    expect(await metricsOf({ metrics: ['last_byte', 'service_score'] })).toEqual({
      last_byte: 12.5,
      service_score: null,
    })
  })

  test.each<[problem: string, query: (id: string) => string, field: string]>([
    ['no profile', () => '', 'profile_and_locations'],
    ['an unknown metric', (id) => `profile_and_locations[][profile_id]=${id}&metrics[]=charm`, 'metrics.0'],
    ['a severity of 4', (id) => `profile_and_locations[][profile_id]=${id}&sample_type=4`, 'sample_type'],
    ['an invalid date', (id) => `profile_and_locations[][profile_id]=${id}&from=yesterday`, 'from'],
    ['a day that doesn’t exist', (id) => `profile_and_locations[][profile_id]=${id}&from=2026-02-30`, 'from'],
    ['half a millisecond', (id) => `profile_and_locations[][profile_id]=${id}&to=1790000000000.5`, 'to'],
    [
      'an end before the start',
      (id) => `profile_and_locations[][profile_id]=${id}&from=1790000000001&to=1790000000000`,
      'from',
    ],
    ['a profile without its id', () => 'profile_and_locations[][location]=Oslo', 'profile_and_locations.0.profile_id'],
    ['a page size that is too large', (id) => `profile_and_locations[][profile_id]=${id}&per_page=101`, 'per_page'],
  ])('with %s returns 422', async (_, query, field) => {
    const { list, a } = await withMonitors()
    expect(await list(query(a))).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
  })

  test('returns 404 if any profile doesn’t exist or belongs to another account', async () => {
    const { list, create, makeAccount, partner, a } = await withSamples()
    const other = await makeAccount(partner)
    const foreign = await create('theirs', other.key)
    for (const profile_id of [foreign, 'nothing']) {
      expect((await list({ profile_and_locations: [{ profile_id }] })).status).toBe(404)
      expect((await list({ profile_and_locations: [{ profile_id: a }, { profile_id }] })).status).toBe(404)
    }
    expect((await list({ profile_and_locations: [{ profile_id: a }] }, other.key)).status).toBe(404)
  })

  test('is also available in the partner API and as .csv', async () => {
    const { ask, call, list, partner, account, a } = await withSamples()
    const query = { profile_and_locations: [{ profile_id: a }] }
    const path = { partner_id: partner.id, account_id: account.id }
    expect(await ask(listSamples.partner, { path, query }, partner.key)).toEqual((await list(query)).body)
    const csv = await call('GET', '/samples.csv', { key: account.key, query })
    expect(csv.text.split('\r\n')).toHaveLength(5)
  })
})

describe('a sample', () => {
  async function withDetail() {
    const service = await withSamples()
    const headers = [{ name: 'server', value: 'test' }]
    const detail = await packDetail({ requests: [], headers, applied: null, device: deviceOf('PHONE') })
    await service.db.insertInto('sample_details').values({ sample_id: 'q', detail }).execute()
    const shot = { sample_id: 'q', content_type: 'image/webp' }
    await service.db
      .insertInto('screenshots')
      .values([
        { ...shot, position: 1, at: 500, data: Buffer.from('second') },
        { ...shot, position: 0, at: 100.5, data: Buffer.from('first') },
      ])
      .execute()
    return service
  }

  test('includes its requests and headers, and screenshots only on request', async () => {
    const { ask, account, a } = await withDetail()
    const path = { sample_id: 'q' }
    const sample = await ask(readSample.user, { path }, account.key)
    expect(sample).toMatchObject({
      id: 'q',
      profile_id: a,
      location: 'Rome',
      data_center: 'it-1',
      taken_at: '2026-11-21T08:01:00.000Z',
      sample_type: 1,
      issues: [{ severity: 1, code: 'x', message: 'Something.' }],
      headers: [{ name: 'server', value: 'test' }],
      requests: [],
      applied: null,
      device: deviceOf('PHONE'),
    })
    expect(sample).not.toHaveProperty('screenshots')
    const { screenshots } = await ask(readSample.user, { path, query: { screenshots: true } }, account.key)
    expect(screenshots).toEqual([
      { at: 100.5, content_type: 'image/webp', data: Buffer.from('first').toString('base64') },
      { at: 500, content_type: 'image/webp', data: Buffer.from('second').toString('base64') },
    ])
  })

  test('can’t be read from another account', async () => {
    const { call, makeAccount, partner, account } = await withDetail()
    const other = await makeAccount(partner)
    expect((await call('GET', '/samples/q', { key: account.key })).status).toBe(200)
    expect((await call('GET', '/samples/q', { key: other.key })).status).toBe(404)
    expect((await call('GET', '/samples/nothing', { key: account.key })).status).toBe(404)
  })

  test('is deleted with its monitor, screenshots included', async () => {
    const { call, account, a, db, services } = await withDetail()
    await call('DELETE', '/monitors', { key: account.key, json: { ids: [a] } })
    expect((await call('GET', '/samples/p', { key: account.key })).status).toBe(404)
    await new Retention(services).run()
    const left = await db.selectFrom('samples').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['s', 'u', 'v'])
    expect(await db.selectFrom('screenshots').select('sample_id').execute()).toEqual([])
    expect(await db.selectFrom('sample_details').select('sample_id').execute()).toEqual([])
  })
})

test('metrics are stored by position, and missing ones read as null', () => {
  const packed = packMetrics({ ...nothing, dns: 1.5, console_errors: 2 })
  expect(unpackMetrics(packed)).toEqual({ ...nothing, dns: 1.5, console_errors: 2 })
  expect(unpackMetrics('[1]')).toEqual({ ...nothing, dns: 1 })
})
