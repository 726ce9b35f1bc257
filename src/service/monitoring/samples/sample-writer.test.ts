import { expect, test } from 'vitest'
import { listSamples, metricNames, type Metrics, readMonitor } from '../../../contract/index.ts'
import type { Measurement } from '../../checks/index.ts'
import { breakingAt } from '../../test/breaking-database.ts'
import { start } from '../../test/service.ts'
import { waitFor } from '../../test/wait-for.ts'
import { Lateness } from '../runner/lateness.ts'
import { beginRounds } from '../runner/begin-rounds.ts'
import { readSpec, variantsOf } from '../monitors/rules.ts'
import { SampleWriter } from './sample-writer.ts'
import { type FinishedCheck, packSamples, storeSamples } from './store-samples.ts'
import { leases, sampledMonitors, withGate } from '../monitors/testing.ts'

const none = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics
const measured = (takenAt: number): Measurement => ({
  view: null,
  takenAt,
  metrics: { ...none, first_byte: takenAt - start },
  issues: [],
  requests: [],
  headers: [{ name: 'date', value: String(takenAt) }],
  applied: null,
  screenshots: [],
  loadedFirst: null,
  certificate: null,
  runnerDelay: null,
})

/** A writer for a runner that holds the checks of some monitors, and these checks as if they had been made. */
async function withChecks(monitors: number) {
  const service = await withGate()
  const lines = [1000, 2000].map((kbps) => ({ bandwidth_down: kbps, bandwidth_up: 768, latency: 0, drop_rate: 0 }))
  for (let i = 0; i < monitors; i++) await service.monitor(i, { variables: { connectivities: lines } })
  await beginRounds(service.services)
  const checks = await service.db
    .updateTable('checks')
    .set({ lease_by: 'mine', lease_until: start + 30_000 })
    .returningAll()
    .execute()
  const rows = await service.db.selectFrom('monitors').selectAll().execute()
  const finished = checks.map((check, i): FinishedCheck => {
    const monitor = rows.find(({ id }) => id === check.monitor_id)
    if (!monitor) throw new Error('a check without its monitor')
    const spec = readSpec(monitor)
    const variants = variantsOf(spec)
    const variant = variants[check.variant]
    if (!variant) throw new Error('a check without its variant')
    const measurements = [measured(start + 10 * i)]
    const { url } = spec.constants
    return {
      check,
      monitor,
      variant,
      url,
      checksAtPlace: variants.length,
      usual: new Map(),
      dataCenter: 'local',
      lateMs: i,
      measurements,
    }
  })
  const writer = new SampleWriter(service.services, 'mine')
  const storeAll = (some: readonly FinishedCheck[]) => Promise.allSettled(some.map((one) => writer.store(one)))
  return { ...service, finished, storeAll }
}

/** What monitors say of their samples agrees with the samples. */
async function expectTrueMonitors({ db }: Awaited<ReturnType<typeof withChecks>>) {
  for (const { id, kept_bytes, last_sample, last_sample_at } of await db.selectFrom('monitors').selectAll().execute()) {
    const kept = await db.selectFrom('kept_details').selectAll().where('monitor_id', '=', id).execute()
    expect(kept_bytes).toBe(kept.reduce((sum, row) => sum + row.detail_bytes + row.screenshot_bytes, 0))
    const samples = await db
      .selectFrom('samples')
      .select(['id', 'taken_at'])
      .where('monitor_id', '=', id)
      .orderBy('taken_at', 'desc')
      .execute()
    expect(last_sample_at).toBe(samples[0]?.taken_at ?? null)
    expect(last_sample === null ? undefined : (JSON.parse(last_sample) as { id: string }).id).toBe(samples[0]?.id)
  }
}

test('checks that end together are all stored, and their monitors have the latest sample', async () => {
  const world = await withChecks(70)
  const results = await world.storeAll(world.finished.toReversed())
  expect(results.every((result) => result.status === 'fulfilled' && result.value)).toBe(true)
  expect(await sampledMonitors(world)).toHaveLength(140)
  expect(await leases(world)).toEqual([])
  await expectTrueMonitors(world)
})

test('a check whose lease is lost isn’t stored, the others are', async () => {
  const world = await withChecks(5)
  const [lost] = world.finished
  await world.db
    .updateTable('checks')
    .set({ lease_by: 'another' })
    .where('id', '=', lost?.check.id ?? '')
    .execute()
  const results = await world.storeAll(world.finished)
  expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual([
    false,
    ...Array.from({ length: 9 }, () => true),
  ])
  expect(await leases(world)).toEqual([{ lease_by: 'another', lease_until: start + 30_000 }])
  await expectTrueMonitors(world)
})

test('a check that can’t be stored doesn’t take those with it that end together with it', async () => {
  const world = await withChecks(5)
  const [first, ...others] = world.finished
  if (!first) throw new Error('no check')
  const broken = { ...first, monitor: { ...first.monitor, id: 'unknown' } }
  const [failed, ...stored] = await world.storeAll([broken, ...others])
  expect(failed?.status).toBe('rejected')
  expect(stored.every((result) => result.status === 'fulfilled' && result.value)).toBe(true)
  expect(await sampledMonitors(world)).toHaveLength(9)
  // it is measured again once its lease ends
  expect(await leases(world)).toEqual([{ lease_by: 'mine', lease_until: start + 30_000 }])
  await expectTrueMonitors(world)
})

test('whatever is killed when, a batch is stored as a whole or not at all', async () => {
  const world = await withChecks(3)
  const packed = await Promise.all(world.finished.map(packSamples))
  for (let statement = 0; (await leases(world)).length > 0; statement++) {
    const database = breakingAt(world.services.database, statement)
    await storeSamples(packed, 'mine', { ...world.services, database }).catch(() => undefined)
    const stored = (await sampledMonitors(world)).length
    expect([stored, (await leases(world)).length]).toEqual(stored === 0 ? [0, 6] : [6, 0])
    expect(await world.db.selectFrom('sample_details').select('sample_id').execute()).toHaveLength(stored)
    await expectTrueMonitors(world)
    // all statements that are there, and it ends
    expect(statement).toBeLessThan(100)
  }
  expect(await sampledMonitors(world)).toHaveLength(6)
  expect(await storeSamples(packed, 'mine', world.services)).toEqual(new Set())
})

test('a sample tells how late its check began', async () => {
  const service = await withGate()
  service.gate.release()
  const { id } = await service.monitor()
  await beginRounds(service.services)
  await service.clock.advance(45_000)
  await service.runner.start()
  // the clock stands still from its beginning to the time of its sample
  await waitFor(async () => expect(await sampledMonitors(service)).toEqual([id]))
  const query = { profile_and_locations: [{ profile_id: id }] }
  const { rows } = await service.ask(listSamples.user, { query }, service.account.key)
  expect(rows[0]?.late_ms).toBeGreaterThanOrEqual(45_000)
  // the first round is due when the monitor is created
  expect(rows[0]?.late_ms).toBe(Date.parse(rows[0]?.taken_at ?? '') - start)
  await waitFor(async () => {
    const { last_sample } = await service.ask(readMonitor.user, { path: { monitor_id: id } }, service.account.key)
    expect(last_sample?.id).toBe(rows[0]?.id)
  })
})

test('the operator is told once how many checks began late', () => {
  const lines: unknown[][] = []
  const lateness = new Lateness({ warn: (...line: unknown[]) => void lines.push(line) })
  lateness.report()
  for (const ms of [0, 9_999, 10_000, 61_234.5]) lateness.record(ms)
  lateness.report()
  lateness.report()
  expect(lines).toEqual([[{ checks: 2, worstMs: 61_235 }, 'checks began late']])
})
