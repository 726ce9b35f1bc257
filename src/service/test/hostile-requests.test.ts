import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileRequest, seeded, sendBytes } from './hostile-requests.ts'
import { freePort } from './free-port.ts'
import { type RunningService, startService } from './process.ts'

const requests = 2000
/** So many at a time. */
const batch = 50
/** Of CPU time of the service for one batch. They normally take less than 100. */
const maxBatchMs = 1500
// HOSTILE_SEED repeats a run
const seed = Number(process.env['HOSTILE_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

/** Without a built dashboard, its pages are answered 503. */
const isBuilt = existsSync(join(import.meta.dirname, '..', '..', '..', 'dist'))
const isFailure = (status: number) => status >= 500 && (isBuilt || status !== 503)

let service: RunningService
let metricsPort: string
beforeAll(async () => {
  metricsPort = String(await freePort())
  service = await startService({
    CHROMIUM_PATH: '/nonexistent',
    DNS_SERVERS: '127.0.0.1:9',
    METRICS_PORT: metricsPort,
  })
})
afterAll(() => service.stop())

/** The service's CPU time so far, in ms. */
function cpuOf({ child }: RunningService): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // utime and stime (proc_pid_stat(5)), in ticks of 10 ms
  return (Number(fields[11]) + Number(fields[12])) * 10
}

test(`${requests} hostile requests without a key get no 5xx and cost little, with seed ${seed}`, async () => {
  const random = seeded(seed)
  const port = Number(new URL(service.url).port)
  for (let i = 0; i < requests; i += batch) {
    const sent = Array.from({ length: batch }, () => hostileRequest(random))
    const before = cpuOf(service)
    const answers = await Promise.all(sent.map((request) => sendBytes(port, request)))
    const cpu = cpuOf(service) - before
    const beginnings = sent.map(({ bytes }) => bytes.subarray(0, 300).toString('latin1'))
    const failed = answers.flatMap(({ statuses }, at) =>
      statuses.some(isFailure) ? [{ statuses, request: beginnings[at] }] : [],
    )
    expect(failed, `seed ${seed}`).toEqual([])
    const silent = answers.flatMap(({ statuses, timedOut }, at) =>
      timedOut || (statuses.length === 0 && !sent[at]?.isBroken) ? [{ timedOut, request: beginnings[at] }] : [],
    )
    expect(silent, `without an answer, seed ${seed}`).toEqual([])
    expect(cpu, `CPU time of requests ${i} to ${i + batch}, seed ${seed}`).toBeLessThan(maxBatchMs)
  }
  expect(service.child.exitCode).toBeNull()
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
})

test('requests are counted where METRICS_PORT says', async () => {
  expect((await fetch(`${service.url}/api/nothing`)).status).toBe(404)
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(text).toMatch(/^site_performance_api_requests_total\{.*status="4\d\d"\} [1-9]/m)
  expect(text).toContain('site_performance_checks_running')
  expect(text).toContain('nodejs_eventloop_lag_seconds')
})
