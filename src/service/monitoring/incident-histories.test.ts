import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Issue, metricNames, type Metrics } from '../../contract/index.ts'
import type { Measurement } from '../checks/index.ts'
import { start, testService, type TestService } from '../test/service.ts'
import { newMonitorRow } from './create.ts'
import { packSamples, storeSamples } from './store-samples.ts'

const minute = 60_000
/** Between two rounds. */
const interval = 30 * minute
const none = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics

const issue = (severity: Issue['severity'], code: string, message = code): Issue => ({ severity, code, message })

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
  // slower than the limit of its monitor
  s: { metrics: { ...none, first_byte: 900 } },
  // nobody can tell
  b: { issues: [issue(0, 'timeout'), issue(0, 'busy-runner')], runnerDelay: { ms: 900, isBusy: true } },
  n: { issues: [issue(3, 'no-browser')] },
  // a certificate with 30, 10 and 2 days left
  c: { certificateEnds: start + 30 * 1440 * minute },
  C: { certificateEnds: start + 10 * 1440 * minute },
  X: { certificateEnds: start + 2 * 1440 * minute },
}

/**
 * What each round found at each location of a monitor, one letter for each check. A `-` is a check that was never made, a
 * space separates rounds where they have several checks.
 */
type Places = Readonly<Record<string, string>>

interface History {
  readonly monitors: readonly { readonly host?: string; readonly places: Places }[]
  /** Rounds whose samples are stored only after those of this round. */
  readonly late?: Readonly<Record<number, number>>
  /** Whether each location has a runner of its own, and both store at the same time. */
  readonly atOnce?: true
}

/** A round number of an incident is that of its first failing sample, and that of the first good one after it. */
const histories: readonly (readonly [what: string, history: Places | History, incidents: readonly string[]])[] = [
  ['nothing but good rounds', { a: '........' }, []],
  ['warnings and failures of others', { a: 'wowoowwo' }, []],
  ['a single failure', { a: '..5.....' }, []],
  ['failures three rounds apart', { a: '5..5..5..5..' }, []],
  ['two failures in a row', { a: '..55...' }, ['down 2-4 HTTP 503: a 2-4']],
  ['two failures of three', { a: '..5.5...' }, ['down 2-5 HTTP 503: a 2-5']],
  ['a failure that stays', { a: '..55555' }, ['down 2-open HTTP 503: a 2-open']],
  ['failures from the first round on', { a: '555...' }, ['down 0-3 HTTP 503: a 0-3']],
  ['a single round that fails', { a: '5' }, []],
  ['two rounds that fail', { a: '55' }, ['down 0-open HTTP 503: a 0-open']],
  ['one good round is no recovery', { a: '55.5' }, ['down 0-open HTTP 503: a 0-open']],
  ['two good rounds are no recovery', { a: '55..5' }, ['down 0-open HTTP 503: a 0-open']],
  ['three good rounds are one', { a: '55...5' }, ['down 0-2 HTTP 503: a 0-2']],
  ['a flapping target', { a: '5.5.5.5.5...' }, ['down 0-9 HTTP 503: a 0-9']],
  ['one that comes back within an hour', { a: '55...55...' }, ['down 0-7 HTTP 503: a 0-2, a 5-7']],
  ['one that comes back later', { a: '55......55...' }, ['down 0-2 HTTP 503: a 0-2', 'down 8-10 HTTP 503: a 8-10']],
  ['a cause that changes', { a: '.5ttd' }, ['down 1-open DNS lookup failed: a 1-open']],
  ['an error page', { a: '.44...' }, ['down 1-3 HTTP 404: a 1-3']],
  ['an error page that becomes an outage', { a: '.4455' }, ['down 1-open HTTP 503: a 1-open']],
  ['time-outs of the target', { a: '.tt...' }, ['down 1-3 Timeout: a 1-3']],
  ['time-outs of a busy runner', { a: '.bbbbbb.' }, []],
  ['a busy runner during an outage', { a: '5b5bb5' }, ['down 0-open HTTP 503: a 0-open']],
  ['a runner without a browser', { a: '.nnnnn.' }, []],
  ['no rounds for a while between two failures', { a: '..5-----5..' }, []],
  ['no rounds for a while in an outage', { a: '.55-----5...' }, ['down 1-9 HTTP 503: a 1-9']],
  ['an outage that ended while nothing was measured', { a: '.55-----...' }, ['down 1-8 HTTP 503: a 1-8']],
  ['a restart that skipped one round', { a: '.5-5...' }, ['down 1-4 HTTP 503: a 1-4']],
  ['one of two places', { a: '.555', b: '....' }, ['down 1-open HTTP 503, partly: a 1-open']],
  ['both places', { a: '.555', b: '.555' }, ['down 1-open HTTP 503: a 1-open, b 1-open']],
  ['places that fail one after the other', { a: '.555.....', b: '...555...' }, ['down 1-6 HTTP 503: a 1-4, b 3-6']],
  ['places that fail in turn', { a: '.5...5...', b: '...5...5.' }, []],
  [
    'two monitors of one host',
    { monitors: [{ places: { a: '.555...' } }, { places: { a: '.555...' } }] },
    ['down 1-4 HTTP 503: a 1-4, a 1-4'],
  ],
  [
    'monitors of two hosts',
    { monitors: [{ places: { a: '.555' } }, { host: 'other.example', places: { a: '..555' } }] },
    ['down 1-open HTTP 503: a 1-open', 'down 2-open HTTP 503: a 2-open'],
  ],
  [
    'twelve monitors of one dead host',
    { monitors: Array.from({ length: 12 }, () => ({ places: { a: '.tt' } })) },
    [`down 1-open Timeout: ${Array(12).fill('a 1-open').join(', ')}`],
  ],
  ['one of two connections fails', { a: '.. .5 .5 .. .. ..' }, ['down 1-3 HTTP 503: a 1-3']],
  ['different connections fail in turn', { a: '.. 5. .5 .. .. ..' }, ['down 1-3 HTTP 503: a 1-3']],
  ['a good check is no recovery while others wait', { a: '55 55 .. .. .-' }, ['down 0-open HTTP 503: a 0-open']],
  [
    'late samples that complete an outage',
    { monitors: [{ places: { a: '.5.5...' } }], late: { 1: 4 } },
    ['down 1-4 HTTP 503: a 1-4'],
  ],
  [
    'late samples from before its start',
    { monitors: [{ places: { a: '.555...' } }], late: { 1: 3 } },
    ['down 1-4 HTTP 503: a 1-4'],
  ],
  [
    'late good samples',
    { monitors: [{ places: { a: '.55.555' } }], late: { 3: 5 } },
    ['down 1-open HTTP 503: a 1-open'],
  ],
  [
    'two runners at the same time',
    { monitors: [{ places: { a: '.555...', b: '.555...' } }], atOnce: true },
    ['down 1-4 HTTP 503: a 1-4, b 1-4'],
  ],
  ['a resource that fails', { a: '.rrr...' }, ['resources 1-4 https://www.example/app.js failed: status 404: a 1-4']],
  [
    'resources, then the page itself',
    { a: '.rr55' },
    ['down 3-open HTTP 503: a 3-open', 'resources 1-3 https://www.example/app.js failed: status 404: a 1-3'],
  ],
  ['slow rounds', { a: '.sss...' }, ['slow 1-4 First byte 900 ms, limit 800 ms: a 1-4']],
  ['a slow round now and then', { a: '.s..s..s' }, []],
  [
    'slow, then down',
    { a: '.ss55' },
    ['down 3-open HTTP 503: a 3-open', 'slow 1-3 First byte 900 ms, limit 800 ms: a 1-3'],
  ],
  [
    'resources that fail and slowness, in turn',
    { a: '.rsrs' },
    [
      'resources 1-open https://www.example/app.js failed: status 404: a 1-open',
      'slow 2-open First byte 900 ms, limit 800 ms: a 2-open',
    ],
  ],
  ['a certificate with time left', { a: 'cccc' }, []],
  [
    'a certificate about to end, then renewed',
    { a: 'cCCcc' },
    ['certificate 1-3 Certificate ends on 2026-12-01: a 1-3'],
  ],
  ['a certificate that ends in two days', { a: 'X' }, ['certificate 0-open Certificate ends on 2026-11-23: a 0-open']],
]

test.each(histories)('%s', async (_, given, expected) => {
  const history: History = Array.isArray((given as History).monitors)
    ? (given as History)
    : { monitors: [{ places: given as Places }] }
  const service = await testService()
  await play(service, history)
  expect(await incidentsOf(service)).toEqual(expected)
})

test('every round counts towards availability for as long as it stands', async () => {
  const service = await testService()
  await play(service, { monitors: [{ places: { a: '.54.bn..', b: '.......5' } }] })
  const hours = await service.db.selectFrom('availability').selectAll().orderBy('hour').execute()
  const sum = (column: 'measured_ms' | 'failed_ms' | 'rounds' | 'failed_rounds' | 'samples' | 'clean_samples') =>
    hours.reduce((total, row) => total + row[column], 0)
  // an error page isn't an outage; what nobody could tell at one place, the other could
  expect(['measured_ms', 'failed_ms', 'rounds', 'failed_rounds'].map((name) => sum(name as 'rounds'))).toEqual([
    8 * interval,
    2 * interval,
    8,
    2,
  ])
  // a busy runner's samples have no issue of the page's
  expect([sum('samples'), sum('clean_samples')]).toEqual([16, 12])
})

/** Stores the samples of a history as runners do, round by round. */
async function play(service: TestService, { monitors, late = {}, atOnce }: History): Promise<void> {
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

async function addMonitor({ db }: TestService, accountId: string, host: string) {
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

function checksOf(monitor: MonitorRow | undefined, location: string, letters: string, round: number) {
  if (!monitor) throw new Error('a history without its monitor')
  return letters
    .split('')
    .flatMap((letter, variant) =>
      letter === '-' ? [] : [{ monitor, location, variant, letter, round, checksAtPlace: letters.length }],
    )
}

async function store(
  { services, db }: TestService,
  runner: string,
  checks: readonly ReturnType<typeof checksOf>[number][],
  now: number,
): Promise<void> {
  if (checks.length === 0) return
  const packed = await Promise.all(
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
        lease_until: now + minute,
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
  const world = { ...services.world, clock: { ...services.world.clock, now: () => now } }
  expect((await storeSamples(packed, runner, { database: services.database, world })).size).toBe(checks.length)
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
  certificateEnds: null,
  runnerDelay: null,
}

/** The incidents as a person would write them down. */
async function incidentsOf({ db }: TestService): Promise<string[]> {
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
