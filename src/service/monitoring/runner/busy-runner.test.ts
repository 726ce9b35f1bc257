import { expect, test } from 'vitest'
import { createMonitor, listSamples, readMonitor, readSeries } from '../../../contract/index.ts'
import { type Measurement, withDelay } from '../../checks/index.ts'
import { testService } from '../../test/service.ts'
import { waitFor } from '../../test/wait-for.ts'
import type { World } from '../../world/world.ts'
import { Runner } from './runner.ts'

const timeoutMs = 30_000

/** A service whose runner is busy, or free, while nothing answers it in time. */
async function unanswered(isBusy: boolean) {
  const service = await testService({
    world: (world, clock): World => ({
      ...world,
      probes: {
        ...world.probes,
        async measure(check, signal): Promise<readonly Measurement[]> {
          await new Promise<void>((resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
            clock.after(timeoutMs, resolve)
          })
          const measurements = await world.probes.measure(check, signal)
          return measurements.map((one) =>
            withDelay(
              {
                ...one,
                metrics: { ...one.metrics, status_code: null },
                issues: [{ severity: 3, code: 'timeout', message: 'It did not answer within 30 s.' }],
              },
              { ms: 1234.4, isBusy },
            ),
          )
        },
      },
    }),
  })
  const account = await service.makeAccount(await service.makePartner(), { plan: 'plus_paid' })
  const url = 'http://target.example/'
  const body = { name: 'm', type: 'HTTP', constants: { url } } as const
  const { id } = await service.ask(createMonitor.user, { body }, account.key)
  await service.runner.start()
  await waitFor(async () => {
    await service.clock.advance(1000)
    expect(await service.db.selectFrom('samples').select('id').execute()).toHaveLength(1)
  })
  const query = { profile_and_locations: [{ profile_id: id }] }
  return {
    ...service,
    account,
    body,
    last: (await service.ask(readMonitor.user, { path: { monitor_id: id } }, account.key)).last_sample,
    sample: (await service.ask(listSamples.user, { query }, account.key)).rows[0],
    series: await service.ask(readSeries.user, { query: { ...query, buckets: 1 } }, account.key),
  }
}

/** Whether the next check of the target is made in the lane of silent targets. */
async function isNextSilent({ ask, db, account, body }: Awaited<ReturnType<typeof unanswered>>): Promise<boolean> {
  await ask(createMonitor.user, { body }, account.key)
  let next: { readonly silent: number } | undefined
  await waitFor(async () => {
    next = await db.selectFrom('checks').select('silent').where('lease_by', 'is not', null).executeTakeFirst()
    expect(next).toBeDefined()
  })
  return next?.silent === 1
}

test('on a free runner, a time-out is the target’s', async () => {
  const service = await unanswered(false)
  expect(service.sample).toMatchObject({ sample_type: 3, judged: true, runner_delay: 1234 })
  expect(service.last).toMatchObject({ sample_type: 3, judged: true })
  expect(service.series.buckets[0]?.metrics).not.toEqual({})
  expect(await isNextSilent(service)).toBe(true)
})

test('on a busy runner, a time-out is nobody’s: it isn’t judged and counts in no percentile', async () => {
  const service = await unanswered(true)
  expect(service.sample).toMatchObject({ sample_type: 0, judged: false, runner_delay: 1234 })
  expect(service.last).toMatchObject({ sample_type: 0, judged: false })
  expect(service.sample?.issues.map(({ code }) => code)).toEqual(['timeout', 'busy-runner'])
  expect(service.series.buckets).toMatchObject([{ count: 1, by_type: { '0': 1 }, metrics: {} }])
  expect(await isNextSilent(service)).toBe(false)
})

test('takes only as many pages at once as its probes say at present', async () => {
  const begun: string[] = []
  let pages = 1
  const service = await testService({
    world: (world): World => ({
      ...world,
      probes: {
        ...world.probes,
        pageSlots: () => pages,
        measure: (check, signal) => {
          begun.push(check.url)
          return new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }),
          )
        },
      },
    }),
  })
  const account = await service.makeAccount(await service.makePartner(), { plan: 'plus_paid' })
  const runner = new Runner(service.services, {
    location: 'local',
    dataCenter: 'local',
    slots: { HTTP: 1, WEBPAGE: 3 },
  })
  await runner.start()
  for (let i = 0; i < 4; i++) {
    const body = { name: `p${i}`, type: 'WEBPAGE', constants: { url: `http://www${i}.example/` } } as const
    await service.ask(createMonitor.user, { body }, account.key)
  }
  runner.wake()
  await waitFor(() => expect(begun).toHaveLength(1))
  await service.clock.advance(5000)
  expect(begun).toHaveLength(1)
  pages = 3
  await service.clock.advance(2000)
  await waitFor(() => expect(begun).toHaveLength(3))
  await runner.stop()
})
