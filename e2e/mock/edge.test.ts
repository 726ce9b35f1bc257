import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listIncidents, type OptimizerState, optimizerStates, usageRecord } from '../../src/contract/index.ts'
import { ScriptedClock } from './clock.ts'
import { waitFor } from '../../src/service/test/wait-for.ts'
import type { MockEdge } from './edge.ts'
import { type Mock, startMock } from './mock.ts'
import { trafficBetween } from './ongoing-traffic.ts'
import { latestTraffic } from './seed-traffic.ts'

const size = { accounts: 10, daysOfSamples: 0.1, daysElsewhere: 0.1, trafficEverywhere: false }
// not at the end of a bucket of traffic, or visits would fall in the next one, which no read shows yet
const clock = new ScriptedClock(Date.UTC(2026, 10, 21, 10, 2))
const host = 'www.fjordbikes.example'

let mock: Mock
let edge: MockEdge
beforeAll(async () => {
  mock = await startMock({ clock, size })
  edge = await mock.edge()
})
afterAll(() => mock.stop())

function hostIn(state: OptimizerState): string {
  return state === 'active' ? host : `${state.replace(' ', '')}.fjordbikes.example`
}

async function siteOf(hostname: string) {
  const { db } = mock.service.services.database
  return db.selectFrom('sites').selectAll().where('host', '=', hostname).executeTakeFirstOrThrow()
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const headers = { 'SERVICE-API-KEY': mock.account.key, ...(body ? { 'Content-Type': 'application/json' } : {}) }
  const reply = await fetch(`${mock.url}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
  expect(reply.ok, `${method} ${path}: ${reply.status}`).toBe(true)
  return reply.json()
}

async function counted(siteId: string) {
  const { metrics } = usageRecord.parse(await ask('GET', `/sites/${siteId}/optimizer`))
  return { service: metrics.traffic.Service.numOfReq, origin: metrics.traffic.Origin.numOfReq }
}

const cacheStatus = async (path: string) => (await edge.visit(host, path)).headers['cache-status']
const hit = expect.stringMatching(/^site-performance; hit/)
const miss = expect.stringMatching(/^site-performance; fwd=uri-miss/)

test.each(
  optimizerStates.map((state) => {
    const own = state === 'maintenance' ? 503 : state === 'off' ? 421 : 200
    return [state, own] as const
  }),
)('serves a site in state %s with status %d', async (state, status) => {
  const { preview_host } = await siteOf(hostIn(state))
  expect(await edge.visit(hostIn(state), '/')).toMatchObject({ status })
  expect(await edge.visit(preview_host, '/')).toMatchObject({ status })
  expect(await edge.visit(`${hostIn(state)}.localhost:${edge.port}`, '/')).toMatchObject({ status })
})

test('adds visits to the scripted history of a site’s traffic', async () => {
  const { id } = await siteOf(host)
  const before = await counted(id)
  expect(before.service).toBeGreaterThan(1000)
  for (let i = 0; i < 5; i++) await edge.visit(host, '/counted')
  expect(await counted(id)).toEqual({ service: before.service + 5, origin: before.origin + 1 })
})

test('a purge, a flush and a move act with the reply', async () => {
  const { id } = await siteOf(host)
  expect([await cacheStatus('/a'), await cacheStatus('/a')]).toEqual([miss, hit])
  await ask('POST', `/sites/${id}/purge_cache`, [{ condition: '/a' }])
  expect([await cacheStatus('/a'), await cacheStatus('/a')]).toEqual([miss, hit])
  await ask('PUT', `/sites/${id}/flush_cache`)
  expect(await cacheStatus('/a')).toEqual(miss)
  await ask('PUT', `/optimizers/${id}/maintenance`)
  expect(await edge.visit(host, '/a')).toMatchObject({
    status: 503,
    text: expect.stringContaining('<h1>Down for maintenance</h1>'),
  })
  await ask('PUT', `/optimizers/${id}/resume`)
  expect((await edge.visit(host, '/a')).text).toContain('This is answer')
})

test('settings act with the reply', async () => {
  const { id } = await siteOf(host)
  const path = `/sites/${id}/settings`
  const before = z.looseObject({ defaultActions: z.looseObject({}) }).parse(await ask('GET', path))
  const off = { cache: [{ _id: 'cache', enabled: false, filters: [] }] }
  await ask('PUT', path, { ...before, defaultActions: { ...before.defaultActions, resourceActions: off } })
  expect(await cacheStatus('/settings')).toMatch(/^site-performance; fwd=bypass/)
  await ask('PUT', path, { ...before, revision: undefined })
  expect([await cacheStatus('/settings'), await cacheStatus('/settings')]).toEqual([miss, hit])
})

test('paths of the origin behave as their names say', async () => {
  const [first, second] = [await edge.visit(host, '/cart'), await edge.visit(host, '/cart')]
  expect(first.headers['set-cookie']).not.toEqual(second.headers['set-cookie'])
  expect(await edge.visit(host, '/cart', { headers: { Cookie: 'session=1' } })).not.toHaveProperty('headers.set-cookie')
  expect(await edge.visit(host, '/cart', { method: 'POST' })).toMatchObject({ status: 303 })
  expect(await edge.visit(host, '/fails')).toMatchObject({ status: 503, text: 'Out of order' })
  expect(await edge.visit(host, '/breaks')).toMatchObject({ status: 502 })
  expect(await edge.visit(host, '/missing')).toMatchObject({ status: 404 })
  expect(await edge.visit(host, '/slow')).toMatchObject({ status: 200 })
  expect((await edge.visit(host, '/images/front.png')).headers['content-type']).toBe('image/png')
  expect(await edge.visit('no-dns.test', '/')).toMatchObject({
    status: 502,
    headers: { 'proxy-status': 'site-performance; error=dns_error' },
  })
})

test('each world has an edge of its own, and the API names its port', async () => {
  const other = await startMock({ clock, size })
  try {
    const otherEdge = await other.edge()
    expect(await other.edge()).toBe(otherEdge)
    expect(otherEdge.port).not.toBe(edge.port)
    expect(other.service.services.settings.edgePort).toBe(otherEdge.port)
    const asked = edge.origin.asked.length
    expect((await otherEdge.visit(host, '/first')).text).toContain('This is answer 1 of the server')
    expect(edge.origin.asked).toHaveLength(asked)
  } finally {
    await other.stop()
  }
})

test('traffic grows from one time to the next by as much as a seed at each of them differs', async () => {
  const site = await siteOf(host)
  const at = Date.UTC(2026, 10, 21, 10, 4)
  const [earlier, later] = [at, at + 3 * 60_000]
  const sum = new Map(latestTraffic(site, earlier).map((row) => [`${row.width} ${row.at}`, row.service_requests]))
  for (const row of trafficBetween(site, earlier, later)) {
    const key = `${row.width} ${row.at}`
    sum.set(key, (sum.get(key) ?? 0) + row.service_requests)
  }
  for (const row of latestTraffic(site, later)) expect(sum.get(`${row.width} ${row.at}`)).toBe(row.service_requests)
})

test('an origin that fails is an incident until it answers again', async () => {
  const { id } = await siteOf(host)
  const incidents = async () =>
    z.parse(listIncidents.user.reply, await ask('GET', `/incidents?site_id=${id}&kind=origin`)).rows
  /** Visits, and what the service says once it has looked at them. */
  const after = async (path: string, expected: object) => {
    for (let i = 0; i < 5; i++) await edge.visit(host, `${path}?${i}`)
    await edge.flush()
    await waitFor(async () => {
      await clock.advance(15_000)
      expect(await incidents()).toMatchObject([expected])
    })
  }
  // what other tests have asked says nothing any more
  await clock.advance(6 * 60_000)
  await after('/fails', { cause: 'HTTP 503', severity: 3, ended_at: null, requests: { asked: 5, failed: 5 } })
  await clock.advance(6 * 60_000)
  await after('/well-again', { end_reason: 'recovered', requests: { asked: 10, failed: 5 } })
})
