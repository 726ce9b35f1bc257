import { expect, test } from 'vitest'
import {
  type DeviceName,
  deviceOf,
  metricNames,
  type Metrics,
  readUsual,
  type RequestRecord,
} from '../../../contract/index.ts'
import { start, testService } from '../../test/service.ts'
import { packDetail } from './detail.ts'
import { packMetrics } from './metrics.ts'
import { usualLimits } from '../limits.ts'

const minute = 60_000
const nothing = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics

const request = (url: string, time: number, status = 200): RequestRecord => {
  const answer = { status, protocol: 'h2', bytes: 1, error: null }
  return {
    url,
    method: 'GET',
    type: 'js',
    start: 10,
    dns: null,
    connect: null,
    tls: null,
    wait: time,
    receive: 0,
    end: 10 + time,
    ...answer,
  }
}

interface Seed {
  /** Minutes before the sample that it is about. */
  readonly before: number
  readonly load: number
  readonly requests?: readonly RequestRecord[]
  readonly device?: DeviceName
  readonly own?: object
}

async function withSamples(seeds: readonly Seed[]) {
  const service = await testService()
  const { db, makePartner, makeAccount, call, ask } = service
  const account = await makeAccount(await makePartner())
  const json = { name: 'a', type: 'HTTP', constants: { url: 'http://www.example/' }, status: 'SUSPENDED' }
  const { body } = await call('POST', '/monitors', { key: account.key, json })
  const monitor = (body as { id: string }).id
  for (const [i, { before, load, requests, device, own }] of [{ before: 0, load: 0 } as Seed, ...seeds].entries()) {
    const where = { location: 'Oslo', data_center: 'no', connectivity: null, browser: null, view: null }
    const metrics = packMetrics({ ...nothing, load })
    const row = {
      id: `s${i}`,
      monitor_id: monitor,
      taken_at: start - before * minute,
      sample_type: 0,
      issues: '[]',
      metrics,
    }
    await db
      .insertInto('samples')
      .values({ ...row, ...where, ...own })
      .execute()
    if (!requests) continue
    const detail = await packDetail({
      requests: [...requests],
      headers: [],
      applied: null,
      ...(device && { device: deviceOf(device) }),
    })
    await db.insertInto('sample_details').values({ sample_id: row.id, detail }).execute()
  }
  const usual = (id = 's0') => ask(readUsual.user, { path: { sample_id: id } }, account.key)
  return { ...service, account, usual }
}

const five = [1, 2, 3, 4, 5].map((n) => ({
  before: n,
  load: 100 * n,
  requests: [request('/a', n), request('/b', 5, 404)],
}))

test('what earlier samples measured is usual, by metric and by address', async () => {
  const { usual } = await withSamples(five)
  expect(await usual()).toEqual({
    sample_id: 's0',
    samples: 5,
    detailed: 5,
    metrics: { load: { low: 100, high: 500 } },
    // the other one failed
    requests: [{ method: 'GET', url: '/a', low: 1, high: 5 }],
  })
})

test.each<[string, Partial<Seed>]>([
  ['later', { before: -1 }],
  ['a week before', { before: usualLimits.age / minute + 1 }],
  ['elsewhere', { own: { location: 'Rome' } }],
  ['over another connection', { own: { connectivity: '{"latency":100}' } }],
  ['by another browser', { own: { browser: '{"name":"x"}' } }],
  ['with a full cache', { own: { view: 'FULL' } }],
  ['worse', { own: { sample_type: 1 } }],
  ['by a busy runner', { own: { judged: 0 } }],
])('what was measured %s says nothing', async (_, own) => {
  const { usual } = await withSamples([...five, { before: 6, load: 600, requests: [request('/a', 6)], ...own }])
  expect(await usual()).toMatchObject({ samples: 5, detailed: 5, metrics: { load: { high: 500 } } })
})

test('the requests of a few samples are read, of all times', async () => {
  const many = Array.from({ length: 2 * usualLimits.details }, (_, i) => {
    return { before: i + 1, load: 100, requests: [request('/a', i)] }
  })
  const { usual } = await withSamples(many)
  const { samples, detailed, requests } = await usual()
  expect([samples, detailed]).toEqual([many.length, usualLimits.details])
  expect(requests).toMatchObject([{ low: 0, high: many.length - 2 }])
})

test('requests on another device say nothing, unless nobody knows on which the sample was', async () => {
  const seeds = five.flatMap((seed) => [
    { ...seed, device: 'DESKTOP' as const },
    { ...seed, device: 'PHONE' as const, requests: [request('/a', 90)] },
  ])
  const { usual, db } = await withSamples(seeds)
  expect((await usual()).detailed).toBe(10)
  const detail = await packDetail({ requests: [], headers: [], applied: null, device: deviceOf('DESKTOP') })
  await db.insertInto('sample_details').values({ sample_id: 's0', detail }).execute()
  expect(await usual()).toMatchObject({ samples: 10, detailed: 5, requests: [{ url: '/a', low: 1, high: 5 }] })
})

test('few samples tell nothing', async () => {
  const { usual } = await withSamples(five.slice(0, 4))
  expect(await usual()).toMatchObject({ samples: 4, detailed: 4, metrics: {}, requests: [] })
})

test('a sample of another account has none', async () => {
  const { call, makePartner, makeAccount } = await withSamples(five)
  const other = await makeAccount(await makePartner())
  expect((await call('GET', '/samples/s0/usual', { key: other.key })).status).toBe(404)
})
