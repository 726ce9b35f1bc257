import { request } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { listAccounts } from '../../contract/index.ts'
import { openDatabase } from '../database/index.ts'
import { checks, runnerDelays } from '../../shared/observed.ts'
import { insertSample, populate } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'
import { serveTelemetry, type TelemetrySources } from './index.ts'

const nobody = pino({ level: 'silent' })
const edge = {
  totals: () => ({ serviceRequests: 10, serviceBytes: 2000, originRequests: 3, originBytes: 900, hits: 8, misses: 2 }),
  originFailures: () => 0,
  cachedBytes: () => 4096,
  httpsCounts: { requests: 6, handshakes: 4, failures: 1 },
  report: () => ({
    form: 'embedded',
    version: '1',
    port: 80,
    started_at: 0,
    sites: 5,
    stored_bytes: 4096,
    requests: 10,
    minute_requests: 1,
    hits: 8,
    misses: 2,
    origin_failures: 0,
    caught_up_at: Date.now() - 60_000,
    snapshot_at: null,
    certificates: null,
    problems: [
      { text: 'One that lasts.', since: 1, until: null },
      { text: 'One that is over.', since: 1, until: 2 },
    ],
  }),
} satisfies TelemetrySources['edge']

/** Serves the metrics of a service with a runner and an edge, and reads them. */
async function measured() {
  const service = await testService()
  const { database } = service.services
  const telemetry = await serveTelemetry(
    { host: '127.0.0.1', port: 0 },
    { database, clock: service.clock, lines: { dropped: 3 }, runner: { busy: 2 }, edge },
    nobody,
  )
  onTestFinished(() => telemetry.close())
  const url = `http://127.0.0.1:${telemetry.port}/metrics`
  const read = async () => (await fetch(url)).text()
  return { service, url, port: telemetry.port, read }
}

const valueOf = (text: string, name: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`site_performance_${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('requests are counted by operation and status', async () => {
  const { service, read } = await measured()
  const partner = await service.makePartner()
  await service.ask(listAccounts, { path: { partner_id: partner.id } }, partner.key)
  await service.call('GET', '/nowhere')
  const text = await read()
  expect(valueOf(text, 'api_requests_total{operation="partner.accounts.list",status="200"}')).toBe(1)
  expect(valueOf(text, 'api_requests_total{operation="unknown",status="404"}')).toBe(1)
  expect(valueOf(text, 'api_request_duration_seconds_count{operation="partner.accounts.list"}')).toBe(1)
})

test('checks are counted with how late they began, and those that wait', async () => {
  const { service, read } = await measured()
  const { ids } = await populate(service, await service.makePartner())
  await insertSample(service.db, { monitorId: ids['monitor_id'] ?? '' })
  checks.record({ type: 'HTTP', lateMs: 400, ms: 1500, severity: 'ok' })
  checks.record({ type: 'WEBPAGE', lateMs: 3000, ms: 9000, severity: 'critical' })
  const text = await read()
  expect(valueOf(text, 'checks_total{type="HTTP",severity="ok"}')).toBe(1)
  expect(valueOf(text, 'checks_total{type="WEBPAGE",severity="critical"}')).toBe(1)
  expect(valueOf(text, 'check_lag_seconds_bucket{le="0.25",type="HTTP"}')).toBe(0)
  expect(valueOf(text, 'check_lag_seconds_bucket{le="0.5",type="HTTP"}')).toBe(1)
  expect(valueOf(text, 'check_duration_seconds_sum{type="WEBPAGE"}')).toBe(9)
  expect(valueOf(text, 'checks_running')).toBe(2)
  const waiting = await service.db.selectFrom('checks').select(['type', 'location']).execute()
  for (const { type, location } of waiting) {
    const count = waiting.filter((one) => one.type === type && one.location === location).length
    expect(valueOf(text, `checks_waiting{location="${location}",type="${type}"}`)).toBe(count)
  }
})

test('the runner’s own delay is there, and how many checks it has spoiled', async () => {
  const { read } = await measured()
  runnerDelays.record({ type: 'HTTP', ms: 2, isBusy: false })
  runnerDelays.record({ type: 'HTTP', ms: 340, isBusy: true })
  const text = await read()
  expect(valueOf(text, 'check_runner_delay_seconds_count{type="HTTP"}')).toBe(2)
  expect(valueOf(text, 'check_runner_delay_seconds_sum{type="HTTP"}')).toBeCloseTo(0.342)
  expect(valueOf(text, 'checks_unjudged_total{type="HTTP"}')).toBe(1)
})

test('the edge’s traffic is there', async () => {
  const { read } = await measured()
  // read twice: totals don’t add up
  await read()
  const text = await read()
  expect(valueOf(text, 'edge_requests_total')).toBe(10)
  expect(valueOf(text, 'edge_hits_total')).toBe(8)
  expect(valueOf(text, 'edge_misses_total')).toBe(2)
  expect(valueOf(text, 'edge_origin_requests_total')).toBe(3)
  expect(valueOf(text, 'edge_sent_bytes_total')).toBe(2000)
  expect(valueOf(text, 'edge_origin_received_bytes_total')).toBe(900)
  expect(valueOf(text, 'edge_cache_bytes')).toBe(4096)
  expect(valueOf(text, 'edge_https_requests_total')).toBe(6)
  expect(valueOf(text, 'edge_tls_handshakes_total')).toBe(4)
  expect(valueOf(text, 'edge_tls_handshake_failures_total')).toBe(1)
  expect(valueOf(text, 'edge_sites')).toBe(5)
  expect(valueOf(text, 'edge_lag_seconds')).toBeGreaterThanOrEqual(60)
  expect(valueOf(text, 'edge_problems')).toBe(1)
})

test('log lines that were dropped are counted', async () => {
  const { read } = await measured()
  expect(valueOf(await read(), 'log_lines_dropped_total')).toBe(3)
})

test('statements are measured if the database was opened for that', async () => {
  const { read } = await measured()
  const count = async () => valueOf(await read(), 'database_query_duration_seconds_count{failed="false"}') ?? 0
  const before = await count()
  const database = await openDatabase(':memory:', true)
  await database.db.selectFrom('accounts').selectAll().execute()
  await database.close()
  expect(await count()).toBeGreaterThan(before)
})

test.each([
  ['/', 'GET', 404],
  ['/metrics', 'POST', 405],
  ['/metrics?x=1', 'GET', 200],
])('%s by %s is answered with %i', async (path, method, status) => {
  const { port } = await measured()
  const sent = request({ port, path, method }).end()
  const [response] = await once(sent, 'response')
  expect(response.statusCode).toBe(status)
  response.resume()
})

test('the dashboard for Grafana asks for nothing that isn’t there', async () => {
  const { read } = await measured()
  const dashboard = readFileSync(join(import.meta.dirname, '../../../docs/grafana-dashboard.json'), 'utf8')
  const names = new Set(dashboard.match(/\b(?:site_performance|nodejs|process)_\w+/g))
  expect(names.size).toBeGreaterThan(10)
  const known = new Set((await read()).match(/^# TYPE \S+/gm)?.map((line) => line.slice('# TYPE '.length)))
  for (const name of names) expect(known).toContain(name.replace(/_(?:bucket|sum|count)$/, ''))
})
