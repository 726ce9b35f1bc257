import { describe, expect, test } from 'vitest'
import { createMonitor as createMonitorEndpoint, createTest, type MonitorBodyInput } from '../../../contract/index.ts'
import { start, testService, type TestService } from '../../test/service.ts'
import { beginRounds, nextRound } from './begin-rounds.ts'

const minute = 60_000
const interval = 30 * minute

describe('the next round', () => {
  const monitor = {
    kind: 'monitor',
    status: 'RUNNING',
    interval_ms: interval,
    next_due_at: start,
    created_at: start,
    updated_at: start,
  } as const
  const later = { ...monitor, next_due_at: start + 10 * interval }

  test.each([
    ['on time', 0, 1],
    ['a little late', 4_000, 1],
    ['almost an interval late', interval - 1, 1],
    ['an interval late: the missed round is skipped', interval, 2],
    ['five and a half intervals late', 5.5 * interval, 6],
  ])('keeps the phase when the last one began %s', (_, late, rounds) => {
    const due = later.next_due_at
    expect(nextRound(later, due + late)).toBe(due + rounds * interval)
  })

  test('does not drift, however late each round begins', () => {
    let due = later.next_due_at
    for (let round = 1; round <= 1000; round++) {
      due = nextRound({ ...later, next_due_at: due }, due + ((round * 7919) % 20_000)) ?? 0
      expect(due).toBe(later.next_due_at + round * interval)
    }
  })

  test.each([
    [0, 0],
    [0.5, 30_000],
    [0.999999, 59_999],
  ])('after the first is spread by up to a minute (random %d)', (random, jitter) => {
    expect(nextRound(monitor, start, random)).toBe(start + interval + jitter)
  })

  test('after the first is spread by at most a tenth of a short interval', () => {
    expect(nextRound({ ...monitor, interval_ms: 6 * minute }, start, 0.999999)).toBe(start + 6 * minute + 35_999)
  })

  test('after any later one is not spread', () => {
    for (const random of [0, 0.5, 0.999999])
      expect(nextRound(later, later.next_due_at, random)).toBe(later.next_due_at + interval)
  })

  test('doesn’t exist for a stopped monitor, or for a test whose round is in progress', () => {
    expect(nextRound({ ...monitor, status: 'SUSPENDED' }, start)).toBeNull()
    expect(nextRound({ ...monitor, kind: 'test' }, start)).toBeNull()
    expect(nextRound({ ...monitor, interval_ms: null }, start)).toBeNull()
  })
})

async function withAccount() {
  const service = await testService()
  const account = await service.makeAccount(await service.makePartner())
  const body = (more: Partial<MonitorBodyInput> = {}): MonitorBodyInput => ({
    name: 'Home',
    type: 'HTTP',
    constants: { url: 'http://www.example/' },
    ...more,
  })
  const monitor = (more: Partial<MonitorBodyInput> = {}) =>
    service.ask(createMonitorEndpoint.user, { body: body(more) }, account.key)
  const checks = () => service.db.selectFrom('checks').selectAll().orderBy('variant').execute()
  return { ...service, account, body, monitor, checks, begin: () => beginRounds(service.services) }
}

describe('a round', () => {
  test('begins once, with a check for each combination', async () => {
    const { monitor, checks, begin, clock } = await withAccount()
    const line = { bandwidth_down: 1600, bandwidth_up: 768, latency: 300, drop_rate: 0 }
    const { id } = await monitor({ variables: { connectivities: [line, { ...line, latency: 50 }] } })
    expect(await checks()).toEqual([])
    expect(await begin()).toBe(1)
    expect(await checks()).toMatchObject([
      {
        monitor_id: id,
        variant: 0,
        location: 'local',
        type: 'HTTP',
        round_at: start,
        not_before: start,
        lease_by: null,
      },
      { monitor_id: id, variant: 1 },
    ])
    expect(await begin()).toBe(0)
    await clock.advance(29 * minute)
    expect(await begin()).toBe(0)
    expect(await checks()).toHaveLength(2)
  })

  test('adds no checks while those of an earlier round are still waiting', async () => {
    const { monitor, checks, begin, clock } = await withAccount()
    await monitor()
    await begin()
    const before = await checks()
    await clock.advance(5 * interval)
    expect(await begin()).toBe(1)
    expect(await begin()).toBe(0)
    expect(await checks()).toEqual(before)
  })

  test('is begun by one process when several find it due at once', async () => {
    const { monitor, checks, begin } = await withAccount()
    for (let i = 0; i < 5; i++) await monitor()
    const begun = await Promise.all(Array.from({ length: 8 }, begin))
    expect(begun.reduce((sum, n) => sum + n, 0)).toBe(5)
    expect(await checks()).toHaveLength(5)
  })

  test('begins for every monitor when there are too many for one transaction', async () => {
    const { services, db, monitor, begin } = await withAccount()
    await monitor()
    const template = await db.selectFrom('monitors').selectAll().executeTakeFirstOrThrow()
    const copies = Array.from({ length: 450 }, (_, i) => ({ ...template, id: `copy-${i}` }))
    await services.database.db.insertInto('monitors').values(copies).execute()
    expect(await begin()).toBe(451)
    const { n } = await db
      .selectFrom('checks')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(451)
  })

  test('begins at once for a new monitor, and is spread if it fell due while the service was down', async () => {
    const { services, monitor, checks, clock } = await withAccount()
    for (let i = 0; i < 20; i++) await monitor()
    await clock.advance(2 * minute)
    await monitor()
    const now = clock.now()
    await beginRounds(services, { starting: true })
    const waits = (await checks()).map(({ not_before, round_at }) => [not_before - now, round_at === now] as const)
    expect(waits.filter(([, fresh]) => fresh)).toEqual([[0, true]])
    const late = waits.filter(([, fresh]) => !fresh).map(([delay]) => delay)
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...late)).toBeLessThan(30_000)
    expect(new Set(late).size).toBeGreaterThan(1)
  })

  test('doesn’t begin for a stopped monitor', async () => {
    const { monitor, begin } = await withAccount()
    await monitor({ status: 'SUSPENDED' })
    expect(await begin()).toBe(0)
  })
})

describe('a test', () => {
  async function run(timing: MonitorBodyInput['timing'], minutes: number) {
    const service = await withAccount()
    await service.start()
    const { id } = await service.ask(createTest.user, { body: service.body({ timing }) }, service.account.key)
    for (let i = 0; i < minutes * 4; i++) {
      await settled(service)
      await service.clock.advance(15_000)
    }
    await settled(service)
    const row = await service.db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const taken = await service.db.selectFrom('samples').select('taken_at').orderBy('taken_at').execute()
    return {
      status: row.status,
      message: row.suspended_message,
      minutes: taken.map((s) => (s.taken_at - start) / minute),
    }
  }

  /** Waits until nothing is due or being measured. A runner polls every second of the scripted clock. */
  async function settled({ db, clock }: Pick<TestService, 'db' | 'clock'>): Promise<void> {
    for (;;) {
      const due = await db.selectFrom('monitors').select('id').where('next_due_at', '<=', clock.now()).execute()
      const open = await db.selectFrom('checks').select('id').execute()
      if (due.length + open.length === 0) return
      // a check that takes long by the scripted clock would be given to another runner
      if (open.length === 0) await clock.advance(1000)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  test('runs one round and then finishes', async () => {
    const { status, message, minutes } = await run({}, 2)
    expect({ status, message, minutes: minutes.length }).toEqual({
      status: 'SUSPENDED',
      message: 'finished',
      minutes: 1,
    })
  })

  test('runs as many rounds as run_times, back to back', async () => {
    const { status, minutes } = await run({ run_times: 3, policy: 'COUNT' }, 3)
    expect(minutes).toHaveLength(3)
    expect(status).toBe('SUSPENDED')
  })

  test('keeps to its interval if it has one', async () => {
    const { status, minutes } = await run({ run_times: 3, policy: 'COUNT', interval: 6 }, 14)
    expect(minutes.map(Math.round)).toEqual([0, 6, 12])
    expect(status).toBe('SUSPENDED')
  })

  test('runs until its duration has passed', async () => {
    const { status, minutes } = await run({ duration: 13, policy: 'DURATION', interval: 6 }, 20)
    expect(minutes.map(Math.round)).toEqual([0, 6, 12])
    expect(status).toBe('SUSPENDED')
  })

  // two services in one test would share its database, and measure for each other by their own clocks
  test.each([
    ['run_times', { duration: 60, run_times: 2, interval: 6 }],
    ['duration', { duration: 7, run_times: 9, interval: 6 }],
  ])('with run_times and duration ends at whichever comes first: %s', async (_, timing) => {
    expect((await run(timing, 20)).minutes.map(Math.round)).toEqual([0, 6])
  })

  test('created as SUSPENDED doesn’t run', async () => {
    const service = await withAccount()
    await service.start()
    const { id } = await service.ask(
      createTest.user,
      { body: service.body({ status: 'SUSPENDED' }) },
      service.account.key,
    )
    await service.clock.advance(10 * minute)
    expect(await service.db.selectFrom('samples').selectAll().execute()).toEqual([])
    const row = await service.db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.suspended_message).toBeNull()
  })
})
