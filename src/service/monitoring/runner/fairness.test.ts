import { describe, expect, test } from 'vitest'
import { createMonitor, createUserSite, type MonitorBodyInput } from '../../../contract/index.ts'
import type { Check, Measurement } from '../../checks/index.ts'
import type { Account } from '../../database/index.ts'
import { emptyDatabase, type SignIn, testService, type TestOptions } from '../../test/service.ts'
import { waitFor } from '../../test/wait-for.ts'
import { Runner } from './runner.ts'
import type { World } from '../../world/world.ts'

const timeoutMs = 30_000
const slots = { HTTP: 16, WEBPAGE: 4 }

/**
 * A world in which targets whose name begins with `silent` never answer, so that their checks time out, and the others
 * answer at once. Those that begin with `held` answer, but never finish.
 */
async function flooded(options: Pick<TestOptions, 'database' | 'clock'> = {}) {
  const begun: Check[] = []
  const silent = new Set<string>()
  const service = await testService({
    ...options,
    world: (world, clock): World => ({
      ...world,
      probes: {
        ...world.probes,
        async measure(check, signal, onAnswer): Promise<readonly Measurement[]> {
          signal.throwIfAborted()
          begun.push(check)
          const { hostname } = new URL(check.url)
          const isSilent = hostname.startsWith('silent') || silent.has(hostname)
          if (!isSilent) onAnswer?.()
          if (isSilent || hostname.startsWith('held')) {
            await new Promise<void>((resolve, reject) => {
              signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
              if (isSilent) clock.after(timeoutMs, resolve)
            })
          }
          const measurements = await world.probes.measure(check, signal)
          if (!isSilent) return measurements
          return measurements.map((measurement) => ({
            ...measurement,
            metrics: { ...measurement.metrics, status_code: null },
            issues: [{ severity: 3, code: 'timeout', message: 'It did not answer within 30 s.' }],
          }))
        },
      },
    }),
  })
  const partner = await service.makePartner()
  const account = (plan: Account['plan']) => service.makeAccount(partner, { plan })
  const monitor = (owner: SignIn, url: string, more: Partial<MonitorBodyInput> = {}) =>
    service.ask(createMonitor.user, { body: { name: url, type: 'HTTP', constants: { url }, ...more } }, owner.key)
  const begunAt = (host: string) => begun.filter(({ url }) => new URL(url).hostname === host).length
  const samples = () => service.db.selectFrom('samples').select('id').execute()
  return { ...service, begun, begunAt, samples, silent, account, monitor }
}

const lines = Array.from({ length: 10 }, (_, i) => ({
  bandwidth_down: 1000 + i,
  bandwidth_up: 1000,
  latency: 0,
  drop_rate: 0,
}))

describe('with five accounts flooding the service', () => {
  /** The sixth account's check must begin without the clock being advanced by more than 2 s. */
  async function expectSixthInTime(service: Awaited<ReturnType<typeof flooded>>, runner: Runner) {
    const sixth = await service.account('free')
    await service.monitor(sixth, 'http://sixth.example/')
    // as the service does for its own runner
    runner.wake()
    await service.clock.advance(2000)
    await waitFor(() => expect(service.begunAt('sixth.example')).toBe(1))
  }

  test.each(['free', 'plus_paid'] as const)('%s: a sixth account’s check begins within 2 s', async (plan) => {
    const service = await flooded()
    for (let i = 0; i < 5; i++) {
      const account = await service.account(plan)
      for (let n = 0; n < 20; n++)
        await service.monitor(account, 'http://silent.example/', { variables: { connectivities: lines } })
    }
    await service.runner.start()
    await waitFor(() => expect(service.runner.busy).toBeGreaterThanOrEqual(10))
    await expectSixthInTime(service, service.runner)
  })

  test('a sixth account’s check begins within 2 s though no target is known yet to be silent', async () => {
    const service = await flooded()
    for (let i = 0; i < 5; i++) {
      const account = await service.account('plus_paid')
      for (let n = 0; n < 40; n++)
        await service.monitor(account, `http://held-${i}-${n}.example/`, { variables: { connectivities: lines } })
    }
    // the default slots are more than five accounts may take
    const runner = new Runner(service.services, { location: 'local', dataCenter: 'local', slots })
    await runner.start()
    // all but the slots that are kept for accounts without a check in progress
    await waitFor(async () => {
      await service.clock.advance(2000)
      expect(runner.busy).toBe(96)
    })
    await expectSixthInTime(service, runner)
    await runner.stop()
  })
})

describe('an account', () => {
  test('has only as many checks in progress as it may have, over all runners', async () => {
    const database = await emptyDatabase()
    const [one, other] = [await flooded({ database }), await flooded({ database })]
    const account = await one.account('paid')
    for (let i = 0; i < 12; i++) await one.monitor(account, `http://held-${i}.example/`)
    const rival = await one.account('free')
    for (let i = 0; i < 12; i++) await one.monitor(rival, `http://held-rival-${i}.example/`)
    await Promise.all([one.runner.start(), other.runner.start()])
    const of = ({ id }: SignIn) => [...one.begun, ...other.begun].filter(({ tenant }) => tenant === id).length
    await waitFor(() => expect([of(account), of(rival)]).toEqual([8, 2]))
    for (const { clock } of [one, other]) await clock.advance(5000)
    const { all } = await database.db
      .selectFrom('checks')
      .where('lease_until', 'is not', null)
      .select((eb) => eb.fn.countAll<number>().as('all'))
      .executeTakeFirstOrThrow()
    expect({ all, begun: [of(account), of(rival)] }).toEqual({ all: 10, begun: [8, 2] })
  })

  test('has the number of checks that the operator has set for it', async () => {
    const service = await flooded()
    const account = await service.account('free')
    const none = { sites: null, monitors: null, runs: null, bytes: null }
    await service.db
      .insertInto('account_quotas')
      .values({ account_id: account.id, checks: 5, ...none })
      .execute()
    for (let i = 0; i < 9; i++) await service.monitor(account, `http://held-${i}.example/`)
    await service.runner.start()
    await waitFor(() => expect(service.runner.busy).toBe(5))
    await service.clock.advance(5000)
    expect(service.runner.busy).toBe(5)
  })

  test('goes on measuring its other targets while one is silent', async () => {
    const service = await flooded()
    const account = await service.account('free')
    for (let i = 0; i < 6; i++) await service.monitor(account, 'http://silent.example/')
    await service.runner.start()
    await waitFor(() => expect(service.begunAt('silent.example')).toBe(2))
    // both time out, and from then on one of them is tried at a time
    await service.clock.advance(timeoutMs + 1000)
    await waitFor(() => expect(service.begunAt('silent.example')).toBe(3))
    for (let i = 0; i < 8; i++) await service.monitor(account, `http://www${i}.example/`)
    await waitFor(async () => expect(await service.samples()).toHaveLength(2 + 8))
    expect(service.begunAt('silent.example')).toBe(3)
  })

  test('measures a target as before once it answers again', async () => {
    const service = await flooded()
    service.silent.add('recovers.example')
    const account = await service.account('free')
    for (let i = 0; i < 6; i++) await service.monitor(account, 'http://recovers.example/')
    await service.runner.start()
    await waitFor(() => expect(service.begunAt('recovers.example')).toBe(2))
    const silentChecks = () => service.db.selectFrom('checks').select('queue').where('silent', '=', 1).execute()
    await waitFor(async () => {
      await service.clock.advance(2000)
      expect(new Set((await silentChecks()).map(({ queue }) => queue))).toEqual(
        new Set([`${account.id} recovers.example`]),
      )
    })
    service.silent.clear()
    await waitFor(async () => {
      await service.clock.advance(timeoutMs)
      expect(await service.samples()).toHaveLength(6)
    })
    expect(await silentChecks()).toEqual([])
  })
})

test('the sites without an owner have one check in progress for all of them together', async () => {
  const service = await flooded()
  // a machine with one core has one page slot anyway
  const runner = new Runner(service.services, {
    location: 'local',
    dataCenter: 'local',
    slots,
  })
  await runner.start()
  for (let i = 0; i < 4; i++) await service.ask(createUserSite, { body: { host: `held-${i}.example` } })
  // as the service does for its own runner
  runner.wake()
  await waitFor(() => expect(service.begun).toHaveLength(1))
  await service.clock.advance(5000)
  await waitFor(async () =>
    expect(await service.db.selectFrom('checks').select('id').where('owner', '=', 'nobody').execute()).toHaveLength(4),
  )
  expect(service.begun).toHaveLength(1)
  await runner.stop()
})
