import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Issue, metricNames, type Metrics } from '../../../contract/index.ts'
import type { Measurement } from '../../checks/index.ts'
import { start, type TestService } from '../../test/service.ts'
import { newMonitorRow } from '../monitors/create.ts'
import { type PackedCheck, packSamples, storeSamples } from '../samples/store-samples.ts'

const minute = 60_000
/** Between two rounds. */
export const interval = 30 * minute
const none = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics

const issue = (severity: Issue['severity'], code: string, message = code): Issue => ({ severity, code, message })

/** A certificate of the host, or of another one that redirects to it. */
const certificateUntil = (ends: number, hostname = 'www.example', authority: string | null = null) => ({
  ends,
  hostname,
  authority,
})

/** What a check can find, by the letter that stands for it in a history. */
const results: Readonly<Record<string, Partial<Measurement>>> = {
  // good, also where something smaller is wrong
  '.': {},
  w: { issues: [issue(1, 'console-error')] },
  o: { issues: [issue(1, 'third-party-failed')] },
  // the page fails
  '5': { issues: [issue(3, 'http-5xx')], metrics: { ...none, status_code: 503 } },
  '4': { issues: [issue(2, 'http-4xx')], metrics: { ...none, status_code: 404 } },
  t: { issues: [issue(3, 'timeout')] },
  d: { issues: [issue(3, 'dns-failed')] },
  // a resource of its own fails
  r: { issues: [issue(2, 'asset-failed', 'https://www.example/app.js failed: status 404')] },
  // it's shown, but waits for a resource: one of its own, one of others
  u: { issues: [issue(2, 'timeout', 'www.example did not finish loading')] },
  v: { issues: [issue(1, 'timeout', 'www.example did not finish loading')] },
  // slower than the limit of its monitor
  s: { metrics: { ...none, first_byte: 900 } },
  S: { metrics: { ...none, first_byte: 2400 } },
  // nobody can tell
  b: { issues: [issue(0, 'timeout'), issue(0, 'busy-runner')], runnerDelay: { ms: 900, isBusy: true } },
  n: { issues: [issue(3, 'no-browser')] },
  // a certificate with 30, 10 and 2 days left
  c: { certificate: certificateUntil(start + 30 * 1440 * minute) },
  C: { certificate: certificateUntil(start + 10 * 1440 * minute) },
  X: { certificate: certificateUntil(start + 2 * 1440 * minute) },
  // that of another host on the way, or of an authority
  O: { certificate: certificateUntil(start + 10 * 1440 * minute, 'shop.example') },
  A: { certificate: certificateUntil(start + 10 * 1440 * minute, 'www.example', 'R3') },
}

/**
 * What each round found at each location of a monitor, one letter for each check. A `-` is a check that was never made, a
 * space separates rounds where they have several checks.
 */
export type Places = Readonly<Record<string, string>>

export interface History {
  readonly monitors: readonly { readonly host?: string; readonly places: Places }[]
  /** Rounds whose samples are stored only after those of this round. */
  readonly late?: Readonly<Record<number, number>>
  /** Whether each location has a runner of its own, and both store at the same time. */
  readonly atOnce?: true
}

/** Stores the samples of a history as runners do, round by round. */
export async function play(service: TestService, { monitors, late = {}, atOnce }: History): Promise<void> {
  const account = await service.makeAccount(await service.makePartner())
  const made = await Promise.all(monitors.map(({ host = 'www.example' }) => addMonitor(service, account.id, host)))
  const rounds = Math.max(
    ...monitors.flatMap(({ places }) => Object.values(places).map((line) => roundsOf(line).length)),
  )
  const order = Array.from({ length: rounds }, (_, i) => i).toSorted(
    (a, b) => (late[a] ?? a - 0.5) - (late[b] ?? b - 0.5),
  )
  for (const round of order) {
    const now = start + Math.max(round, late[round] ?? 0) * interval + minute
    const batches = monitors.flatMap(({ places }, i) =>
      Object.entries(places).map(([location, line]) => checksOf(made[i], location, roundsOf(line)[round] ?? '', round)),
    )
    const runners = atOnce ? batches : [batches.flat()]
    await Promise.all(runners.map((checks, i) => store(service, `runner ${i}`, checks, now)))
  }
}

const roundsOf = (line: string) => (line.includes(' ') ? line.split(' ') : line.split(''))

type MonitorRow = Awaited<ReturnType<typeof addMonitor>>

/** A monitor of a host, which measures at location `a` and has a limit of 800 ms. */
export async function addMonitor({ db }: TestService, accountId: string, host: string) {
  const spec = {
    template_type: 'multi-location',
    constants: { url: `https://${host}/`, protocol: 'HTTPS', http_headers: null, auth: null },
    variables: { locations: ['a'], connectivities: [] },
    timing: { interval: interval / minute, policy: 'PARALLEL', duration: null, run_times: null },
  }
  const row = newMonitorRow('monitor', host, 'HTTP', spec, start, { account_id: accountId, running: false })
  const limits = JSON.stringify({ first_byte: 800 })
  await db
    .insertInto('monitors')
    .values({ ...row, limits })
    .execute()
  return { ...row, limits, url: spec.constants.url }
}

/** The checks of a monitor's round at a location. */
export function checksOf(monitor: MonitorRow | undefined, location: string, letters: string, round: number) {
  if (!monitor) throw new Error('a history without its monitor')
  return letters
    .split('')
    .flatMap((letter, variant) =>
      letter === '-' ? [] : [{ monitor, location, variant, letter, round, checksAtPlace: letters.length }],
    )
}

type ScriptedCheck = ReturnType<typeof checksOf>[number]

/** Has a runner make these checks and store their samples, at a time. */
export async function store(
  service: TestService,
  runner: string,
  checks: readonly ScriptedCheck[],
  now: number,
): Promise<void> {
  if (checks.length === 0) return
  const packed = await takeChecks(service, runner, checks)
  const { database, world } = service.services
  const at = { ...world, clock: { ...world.clock, now: () => now } }
  expect((await storeSamples(packed, runner, { database, world: at })).size).toBe(checks.length)
}

/** Has a runner take these checks and make them, up to where their samples are stored. */
export function takeChecks(
  { db }: TestService,
  runner: string,
  checks: readonly ScriptedCheck[],
): Promise<readonly PackedCheck[]> {
  return Promise.all(
    checks.map(async ({ monitor, location, variant, letter, round, checksAtPlace }) => {
      const roundAt = start + round * interval
      const check = {
        id: randomUUID(),
        monitor_id: monitor.id,
        variant,
        location,
        type: 'HTTP' as const,
        round_at: roundAt,
        not_before: roundAt,
        lease_by: runner,
        lease_until: roundAt + 2 * minute,
        owner: monitor.account_id ?? '',
        target: '',
        queue: '',
        silent: 0,
      }
      await db.insertInto('checks').values(check).execute()
      const measurements = [{ ...good, takenAt: roundAt, ...results[letter] }]
      const { url } = monitor
      return packSamples({
        check,
        monitor,
        variant: { connectivity: null, browser: null },
        url,
        checksAtPlace,
        usual: new Map(),
        dataCenter: location,
        lateMs: 0,
        measurements,
      })
    }),
  )
}

const good: Measurement = {
  view: null,
  takenAt: 0,
  metrics: none,
  issues: [],
  requests: [],
  headers: [],
  applied: null,
  screenshots: [],
  loadedFirst: null,
  certificate: null,
  runnerDelay: null,
}

/** The incidents as a person would write them down. */
export async function incidentsOf({ db }: TestService): Promise<string[]> {
  const incidents = await db.selectFrom('incidents').selectAll().orderBy('kind').orderBy('started_at').execute()
  const places = await db.selectFrom('incident_places').selectAll().orderBy('since').orderBy('location').execute()
  const round = (at: number | null) => (at === null ? 'open' : (at - start) / interval)
  return incidents.map(({ id, kind, started_at, ended_at, cause, partly }) => {
    const seen = places
      .filter(({ incident_id }) => incident_id === id)
      .map(({ location, since, until }) => `${location} ${round(since)}-${round(until)}`)
    return `${kind} ${round(started_at)}-${round(ended_at)} ${cause.replaceAll('\u00a0', ' ')}${partly ? ', partly' : ''}: ${seen.join(', ')}`
  })
}
