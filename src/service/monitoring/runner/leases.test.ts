import { describe, expect, test } from 'vitest'
import { createMonitor, type MonitorBodyInput } from '../../../contract/index.ts'
import { emptyDatabase, testService } from '../../test/service.ts'
import { waitFor } from '../../test/wait-for.ts'
import { Runner } from './runner.ts'
import { eventually, Gate, leases, options, sampledMonitors, withGate } from '../monitors/testing.ts'
import { runnerLimits } from '../limits.ts'
import { testTwoClocks } from '../../test/two-clocks.ts'
import { Claims } from './claims.ts'
import { beginRounds } from './begin-rounds.ts'
import { SilentTargets } from './silent-targets.ts'

describe('a lease', () => {
  test('keeps two runners on one database from measuring the same check', async () => {
    const service = await withGate()
    service.gate.release()
    const runners = Array.from(
      { length: 2 },
      () => new Runner(service.services, { ...options, slots: { HTTP: 4, WEBPAGE: 1 } }),
    )
    for (let i = 0; i < 60; i++) await service.monitor(i)
    await Promise.all(runners.map((runner) => runner.start()))
    await eventually(service, async () => expect(await sampledMonitors(service)).toHaveLength(60))
    await Promise.all(runners.map((runner) => runner.stop()))
    expect(new Set(await sampledMonitors(service)).size).toBe(60)
    expect(service.gate.begun).toHaveLength(60)
  })

  test('that isn’t renewed expires: another runner measures the check, and the first stores nothing', async () => {
    const database = await emptyDatabase()
    const dead = await withGateOn(database)
    // this runner's clock never advances, so it renews nothing
    const { id } = await dead.monitor()
    await dead.runner.start()
    await waitFor(() => expect(dead.gate.begun).toHaveLength(1))

    const other = await withGateOn(database)
    other.gate.release()
    await other.clock.advance(29_000)
    await other.runner.start()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(other.gate.begun, 'the lease holds').toHaveLength(0)
    await waitFor(async () => {
      await other.clock.advance(3_000)
      expect(await sampledMonitors(other)).toEqual([id])
    })

    dead.gate.release()
    await waitFor(() => expect(dead.runner.busy).toBe(0))
    expect(await sampledMonitors(other)).toEqual([id])
  })

  test('is renewed for as long as the measurement takes', async () => {
    const service = await withGate()
    const { id } = await service.monitor()
    await service.runner.start()
    await eventually(service, () => expect(service.gate.begun).toHaveLength(1))
    for (let i = 0; i < 20; i++) {
      await service.clock.advance(5_000)
      await waitFor(async () => {
        const [lease] = await leases(service)
        expect(lease?.lease_until).toBeGreaterThan(service.clock.now() + 5_000)
      })
    }
    expect(service.gate.begun).toHaveLength(1)
    service.gate.release()
    await eventually(service, async () => expect(await sampledMonitors(service)).toEqual([id]))
  })
})

async function withGateOn(database: Awaited<ReturnType<typeof emptyDatabase>>) {
  let gate: Gate | undefined
  const service = await testService({
    database,
    world: (world) => {
      gate = new Gate((check, signal) => world.probes.measure(check, signal))
      return { ...world, probes: { ...world.probes, measure: gate.measure } }
    },
  })
  if (!gate) throw new Error('the world was not created')
  const monitor = async () => {
    const account = await service.makeAccount(await service.makePartner())
    const body: MonitorBodyInput = { name: 'm', type: 'HTTP', constants: { url: 'http://www.example/' } }
    return service.ask(createMonitor.user, { body }, account.key)
  }
  return { ...service, gate, monitor }
}

testTwoClocks('a check', {
  table: 'checks',
  column: 'lease_until',
  lengthMs: runnerLimits.lease,
  async prepare({ db, services }, { monitor_id = '' }) {
    await db.deleteFrom('monitors').where('id', '!=', monitor_id).execute()
    await beginRounds(services)
  },
  async take({ services }) {
    const slots = { normal: 1, silent: 0, total: 1, reserved: 0 }
    const none = { normal: 0, silent: 0, total: 0, reserved: 0 }
    const claims = new Claims(services, {
      ...options,
      runner: crypto.randomUUID(),
      leaseMs: runnerLimits.lease,
      silentTargets: new SilentTargets(services.database.kind),
    })
    return (await claims.claim({ HTTP: slots, WEBPAGE: none }, new Set())).length
  },
})

testTwoClocks('the round of a monitor', {
  table: 'monitors',
  column: 'next_due_at',
  lengthMs: 32 * 60_000,
  prepare: ({ db }, { monitor_id = '' }) => db.deleteFrom('monitors').where('id', '!=', monitor_id).execute(),
  take: ({ services }) => beginRounds(services),
})
