import { describe, expect, test } from 'vitest'
import { createMonitor, listSamples, type MonitorBodyInput, readMonitor } from '../../../contract/index.ts'
import type { Measurement } from '../../checks/index.ts'
import { testService } from '../../test/service.ts'
import { beginRounds } from './begin-rounds.ts'
import { Runner } from './runner.ts'
import { waitFor } from '../../test/wait-for.ts'
import { eventually, leases, options, sampledMonitors, withGate } from '../monitors/testing.ts'

describe('a runner', () => {
  test('measures a new monitor at once and stores the sample', async () => {
    const service = await withGate()
    const { runner, gate, ask, account, monitor } = service
    gate.release()
    await runner.start()
    const { id } = await monitor(1, {
      constants: {
        url: 'http://www1.example/x',
        http_headers: [
          { name: 'authorization', value: 'Bearer 1' },
          { name: 'Accept', value: 'text/plain' },
          { name: 'X-Token', value: '2' },
        ],
        auth: 'ada',
        password: 'secret',
        http_method: 'POST',
        http_body: 'hello',
      },
    })
    await eventually(service, async () => expect(await sampledMonitors(service)).toEqual([id]))
    expect(gate.begun).toEqual([
      {
        tenant: account.id,
        mayBePrivate: true,
        type: 'HTTP',
        url: 'http://www1.example/x',
        headers: [
          { name: 'authorization', value: 'Bearer 1' },
          { name: 'Accept', value: 'text/plain' },
          { name: 'X-Token', value: '2' },
        ],
        credentials: { user: 'ada', password: 'secret' },
        connectivity: null,
        method: 'POST',
        body: 'hello',
        browser: null,
        views: ['EMPTY'],
        screenshots: false,
      },
    ])
    const [sample] = (
      await ask(listSamples.user, { query: { profile_and_locations: [{ profile_id: id }] } }, account.key)
    ).rows
    expect(sample).toMatchObject({
      profile_id: id,
      location: 'local',
      data_center: 'local',
    })
    const { last_sample } = await ask(readMonitor.user, { path: { monitor_id: id } }, account.key)
    expect(last_sample).toMatchObject({
      id: sample?.id,
      metrics: { status_code: 200 },
      round: { sample_type: 0, judged: true },
    })
    expect(await leases(service)).toEqual([])
  })

  test('measures each round once, and not before it is due', async () => {
    const service = await withGate()
    const { clock, db } = service
    service.gate.release()
    await service.runner.start()
    const { id } = await service.monitor(1, { timing: { interval: 10 } })
    const samples = () => db.selectFrom('samples').select('taken_at').orderBy('taken_at').execute()
    await waitFor(async () => expect(await samples()).toHaveLength(1))
    const dues: number[] = []
    for (let round = 2; round <= 6; round++) {
      const { next_due_at } = await db
        .selectFrom('monitors')
        .select('next_due_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const due = next_due_at ?? 0
      dues.push(due)
      await clock.advance(due - 1 - clock.now())
      expect(await samples()).toHaveLength(round - 1)
      await waitFor(async () => {
        await clock.advance(1000)
        expect(await samples()).toHaveLength(round)
      })
      expect((await samples()).at(-1)?.taken_at).toBeGreaterThanOrEqual(due)
    }
    expect(dues.slice(1).map((due, i) => due - (dues[i] ?? 0))).toEqual(Array.from({ length: 4 }, () => 10 * 60_000))
  })

  test('measures as many checks at once as it has slots, then the others', async () => {
    const service = await withGate()
    const runner = new Runner(service.services, { ...options, slots: { HTTP: 3, WEBPAGE: 1 } })
    for (let i = 0; i < 8; i++) await service.monitor(i)
    for (let i = 8; i < 11; i++) await service.monitor(i, { type: 'WEBPAGE' })
    await runner.start()
    // the clock stands still: a slow check would make room for another one
    await waitFor(() => expect(service.gate.begun).toHaveLength(4))
    expect(runner.busy).toBe(4)
    expect(service.gate.begun.map(({ type }) => type).toSorted()).toEqual(['HTTP', 'HTTP', 'HTTP', 'WEBPAGE'])
    service.gate.release()
    await eventually(service, async () => expect(new Set(await sampledMonitors(service)).size).toBe(11))
    await runner.stop()
    expect(await sampledMonitors(service)).toHaveLength(11)
  })

  test('measures at its own location only', async () => {
    const service = await withGate()
    service.gate.release()
    const runnerAt = (location: string) => new Runner(service.services, { location, dataCenter: `${location}-1` })
    // a location is available once a runner has run there
    const [oslo, before] = [runnerAt('Oslo'), runnerAt('Rome')]
    await before.start()
    await before.stop()
    await oslo.start()
    const { id } = await service.monitor(1, { variables: { locations: ['Rome', 'Oslo'] } })
    await eventually(service, async () => expect(await sampledMonitors(service)).toEqual([id]))
    await oslo.stop()
    const samples = await service.db.selectFrom('samples').select(['location', 'data_center']).execute()
    expect(samples).toEqual([{ location: 'Oslo', data_center: 'Oslo-1' }])
    const rome = runnerAt('Rome')
    await rome.start()
    await eventually(service, async () => expect(await sampledMonitors(service)).toEqual([id, id]))
    await rome.stop()
  })

  test('retries a check whose probe threw', async () => {
    let calls = 0
    const service = await testService({
      world: (world) => ({
        ...world,
        probes: {
          ...world.probes,
          async measure(check, signal): Promise<readonly Measurement[]> {
            if (++calls === 1) throw new Error('the probe fell over')
            return world.probes.measure(check, signal)
          },
        },
      }),
    })
    const account = await service.makeAccount(await service.makePartner())
    await service.runner.start()
    const body: MonitorBodyInput = { name: 'm', type: 'HTTP', constants: { url: 'http://www.example/' } }
    const { id } = await service.ask(createMonitor.user, { body }, account.key)
    await waitFor(() => expect(calls).toBe(1))
    await waitFor(async () => {
      await service.clock.advance(10_000)
      expect(await sampledMonitors(service)).toEqual([id])
    })
    expect(calls).toBe(2)
  })
})

describe('stopping', () => {
  test('a runner waits for the check in progress and stores its sample', async () => {
    const service = await withGate()
    const { id } = await service.monitor()
    await service.runner.start()
    await eventually(service, () => expect(service.gate.begun).toHaveLength(1))
    const stopped = service.runner.stop(10_000)
    service.gate.release()
    await stopped
    expect(await sampledMonitors(service)).toEqual([id])
    expect(await leases(service)).toEqual([])
  })

  test('a runner releases a check that doesn’t finish in time, so that it’s measured again', async () => {
    const service = await withGate()
    await service.monitor()
    await service.runner.start()
    await eventually(service, () => expect(service.gate.begun).toHaveLength(1))
    await service.runner.stop(0)
    expect(await sampledMonitors(service)).toEqual([])
    expect(await leases(service)).toEqual([{ lease_by: null, lease_until: null }])
    // another runner claims it at once
    service.gate.release()
    const next = new Runner(service.services, options)
    await next.start()
    await eventually(service, async () => expect(await sampledMonitors(service)).toHaveLength(1))
    await next.stop()
  })

  test('a runner claims no more checks', async () => {
    const service = await withGate()
    await service.runner.start()
    await service.runner.stop()
    await service.monitor()
    await beginRounds(service.services)
    service.runner.wake()
    await service.clock.advance(60_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(service.gate.begun).toEqual([])
  })

  test('a monitor removes its waiting checks', async () => {
    const service = await withGate()
    const { id } = await service.monitor()
    await beginRounds(service.services)
    expect(await leases(service)).toHaveLength(1)
    await service.call('PUT', `/monitors/${id}/stop`, { key: service.account.key })
    expect(await leases(service)).toEqual([])
  })
})

test('a monitor deleted while it is measured leaves no samples', async () => {
  const service = await withGate()
  const { id } = await service.monitor()
  await service.runner.start()
  await eventually(service, () => expect(service.gate.begun).toHaveLength(1))
  const answer = await service.call('DELETE', '/monitors', { key: service.account.key, json: { ids: [id] } })
  expect(answer.status).toBe(200)
  service.gate.release()
  await waitFor(() => expect(service.runner.busy).toBe(0))
  expect(await sampledMonitors(service)).toEqual([])
})
