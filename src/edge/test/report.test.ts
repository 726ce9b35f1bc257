import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { edgeProcesses, reportOf } from '../../service/database/index.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { testEdge, testOrigin } from './edge.ts'
import { Follower } from '../control/follower.ts'
import { OriginResults } from '../control/origin-results.ts'
import { Problems } from '../control/problems.ts'
import { Recent } from '../control/recent.ts'
import { Reporter } from '../control/report.ts'
import { SitesTable } from '../control/sites-table.ts'
import { TrafficCounter } from '../control/traffic.ts'

test('a node reports what it serves, and how', async () => {
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600' }).end('x')
  })
  const before = Date.now()
  const { database, visit, report } = await testEdge({
    sites: [{ port: origin.port }, { port: 1, hostname: 'b.example' }],
  })
  for (let i = 0; i < 4; i++) await visit('/a')
  await waitFor(() => expect(report()).toMatchObject({ hits: 3, misses: 1, origin_failures: 0 }))
  await visit('/', { host: 'b.example' })
  await waitFor(() => expect(report()).toMatchObject({ requests: 5, minute_requests: 5, origin_failures: 1 }))
  expect(report()).toMatchObject({ form: 'embedded', sites: 2, snapshot_at: null, problems: [] })
  // and says so by itself
  await waitFor(async () => {
    const [process] = await edgeProcesses(database)
    const said = process && reportOf(process)
    expect(said?.requests).toBe(5)
    expect(said?.stored_bytes).toBeGreaterThan(0)
    expect(said?.started_at).toBeGreaterThanOrEqual(before)
    expect(said?.caught_up_at).toBeGreaterThan(before)
  })
})

test('what grew in the last minute is counted, whatever the clock does', () => {
  const recent = new Recent()
  const looks = [
    [0, 0, 0],
    [5000, 10, 10],
    [60_000, 100, 100],
    [65_000, 110, 100],
    [125_000, 150, 40],
    // set back by an hour
    [-3_475_000, 160, 50],
  ] as const
  for (const [at, count, expected] of looks) expect(recent.look(at, count)).toBe(expected)
})

test('a clock that differs from the database’s is a problem, until it’s right', async () => {
  const { database } = await testEdge()
  const log = pino({ level: 'silent' })
  const problems = new Problems(log, Date.now)
  const nothing = { follow: async () => {}, missed: () => {} }
  const reporter = new Reporter({
    form: 'embedded',
    version: '1',
    port: 80,
    sites: new SitesTable(() => {}),
    follower: new Follower({ prepare: async () => {}, purges: nothing, sites: nothing, problems, now: Date.now }),
    traffic: new TrafficCounter(Date.now),
    originResults: new OriginResults(Date.now),
    problems,
    storedBytes: () => 0,
    certificates: () => 3,
    snapshotAt: () => null,
  })
  const now = Date.now()
  const theirs = vi.spyOn(Date, 'now')
  const check = async (offset: number) => {
    // the machine's time before, the database's, and the machine's after
    theirs
      .mockReturnValueOnce(now)
      .mockReturnValueOnce(now + offset)
      .mockReturnValueOnce(now + 100)
    await reporter.checkClock(database)
    return reporter.report().problems.filter(({ until }) => until === null)
  }
  expect(await check(0)).toEqual([])
  expect(await check(-42_000)).toMatchObject([{ text: 'This machine’s clock is 42 s ahead of the database’s.' }])
  expect(await check(50)).toEqual([])
  expect(await check(7100)).toMatchObject([{ text: 'This machine’s clock is 7 s behind the database’s.' }])
  expect(await check(4000)).toEqual([])
})

test('problems that are over are remembered for a day, the latest first', () => {
  let now = 0
  const problems = new Problems(pino({ level: 'silent' }), () => now)
  problems.begin('a', 'First.')
  problems.begin('a', 'The same, in other words.')
  now = 10
  problems.end('a')
  problems.end('never begun')
  problems.begin('b', 'Second.')
  expect(problems.list()).toEqual([
    { text: 'Second.', since: 10, until: null },
    { text: 'First.', since: 0, until: 10 },
  ])
  now = 25 * 3600_000
  expect(problems.list()).toEqual([{ text: 'Second.', since: 10, until: null }])
})
