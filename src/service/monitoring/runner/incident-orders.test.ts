import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addOriginResults } from '../../database/index.ts'
import { recordRounds, OriginWatcher } from '../../incidents/index.ts'
import { populate } from '../../test/fixtures.ts'
import { type TestService, testService } from '../../test/service.ts'
import { addMonitor, interval } from './testing-histories.ts'

const minute = 60_000

/** Monitors and an edge that see the same host, and what they have seen of it. */
async function watchedHost(service: TestService, siteId: string, accountId: string, host: string) {
  const { db, clock, services } = service
  await db.updateTable('sites').set({ host, state: 'active' }).where('id', '=', siteId).execute()
  const monitors = [await addMonitor(service, accountId, host), await addMonitor(service, accountId, host)]
  const watcher = new OriginWatcher(services)
  const list = () => db.selectFrom('incidents').selectAll().where('host', '=', host).orderBy('started_at').execute()
  const failures: number[] = []
  let rounds = 0
  return {
    list,
    failures,
    watch: () => watcher.run(),
    /** Requests that end at the edge, whose clock may be wrong, or that are reported late. */
    asked: async (requests: number, failed: number, offset = 0) => {
      const at = Math.floor((clock.now() + offset) / minute) * minute
      if (failed > 0) failures.push(at)
      const problem = failed > 0 ? 'HTTP 503' : null
      await addOriginResults(db, [{ siteId, host, minute: at, asked: requests, failed, problem }])
    },
    /** A round of a monitor, whose samples may be stored late. */
    round: async (which: number, isGood: boolean, age = 0) => {
      const monitor = monitors[which % 2]
      const at = clock.now() - age
      if (!isGood) failures.push(at)
      const down = isGood ? ('good' as const) : { severity: 3, cause: 'HTTP 503' }
      const check = {
        monitorId: monitor?.id ?? '',
        accountId,
        siteId: null,
        host,
        roundAt: at,
        location: 'a',
        samples: [{ id: `${host} ${rounds++}`, at, findings: { down } }],
        clean: isGood ? 1 : 0,
        checksAtPlace: 1,
        interval,
      }
      await db.transaction().execute((trx) => recordRounds(trx, service.services.database.kind, [check], clock.now()))
    },
  }
}

type Host = Awaited<ReturnType<typeof watchedHost>>

async function world() {
  const service = await testService()
  const { ids } = await populate(service, await service.makePartner())
  await service.db.deleteFrom('incidents').execute()
  let hosts = 0
  return {
    clock: service.clock,
    host: () => watchedHost(service, ids['site_id'] ?? '', ids['account_id'] ?? '', `h${hosts++}.example`),
  }
}

/** Incidents as `down 0-4`, in minutes since a time. */
const toldOf = (rows: Awaited<ReturnType<Host['list']>>, from: number) =>
  rows.map(
    ({ kind, started_at, ended_at }) =>
      `${kind} ${Math.round((started_at - from) / minute)}-${ended_at === null ? 'open' : Math.round((ended_at - from) / minute)}`,
  )

test('an outage that both see is one incident, whoever sees it first and whoever sees its end', async () => {
  const { clock, host } = await world()
  for (const [first, last] of [
    ['edge', 'monitor'],
    ['monitor', 'monitor'],
    ['edge', 'edge'],
    ['monitor', 'edge'],
  ]) {
    await clock.advance(600 * minute)
    const from = clock.now()
    const { asked, list, round, watch } = await host()
    const edgeFails = async () => {
      await asked(20, 20)
      await watch()
    }
    if (first === 'edge') await edgeFails()
    for (let i = 0; i < 2; i++) {
      await round(0, false)
      await clock.advance(10_000)
    }
    if (first === 'monitor') await edgeFails()
    // repaired half a minute later; then nothing but what sees the end
    await clock.advance(40_000)
    if (last === 'edge') await asked(400, 0)
    for (let i = 0; i < 3; i++) {
      await watch()
      await round(0, true)
      await clock.advance(5000)
    }
    for (let i = 0; i < 40; i++) {
      await watch()
      await clock.advance(15_000)
    }
    expect(toldOf(await list(), from), `${first} first, ${last} last`).toEqual(['down 0-1'])
  }
})

test('what fails again after an end is reported again', async () => {
  const { clock, host } = await world()
  const from = clock.now()
  const { asked, list, round, watch } = await host()
  for (const isGood of [false, false, true, true, true]) {
    await round(0, isGood)
    await clock.advance(minute)
  }
  expect(toldOf(await list(), from)).toEqual(['down 0-2'])
  // the edge sees it fail before a whole minute has passed, then after it
  await asked(20, 20)
  await clock.advance(minute)
  await asked(20, 20)
  await watch()
  expect(toldOf(await list(), from)).toEqual(['down 0-2', expect.stringMatching(/^origin [56]-open$/)])
  // monitors see it too: still one
  await round(0, false)
  await round(1, false)
  await clock.advance(minute)
  await round(0, false)
  expect(toldOf(await list(), from)).toEqual(['down 0-2', expect.stringMatching(/^down [56]-open$/)])
})

test('samples from before an end open nothing, however late they come, until the page fails again', async () => {
  const { clock, host } = await world()
  const { list, round } = await host()
  const from = clock.now()
  for (const isGood of [false, false, true, true, true]) {
    await round(0, isGood)
    await clock.advance(6 * minute)
  }
  expect(toldOf(await list(), from)).toEqual(['down 0-12'])
  await round(1, false, clock.now() - from - 1000)
  await round(1, false, clock.now() - from - 2000)
  expect(toldOf(await list(), from)).toEqual(['down 0-12'])
  await round(1, false)
  expect(toldOf(await list(), from)).toEqual(['down 0-open'])
})

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('rounds' as const),
      count: fc.integer({ min: 1, max: 3 }),
      which: fc.nat(1),
      isGood: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('late' as const), which: fc.nat(1), age: fc.nat(40) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('asked' as const),
      requests: fc.integer({ min: 1, max: 30 }),
      share: fc.constantFrom(0, 1, 1),
      offset: fc.constantFrom(0, 0, -30_000, -minute, -3 * minute, 20_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('watch' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.constantFrom(5, 20, 61, 6 * 60, 80 * 60),
    }),
  },
)

test('in any order of events, incidents of one host follow each other, and each begins with a failure', async () => {
  const { clock, host: next } = await world()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await clock.advance(600 * minute)
      const { asked, failures, list, round, watch } = await next()
      let before = await list()
      for (const one of steps) {
        if (one.do === 'rounds')
          for (let i = 0; i < one.count; i++) {
            await round(one.which, one.isGood)
            await clock.advance(1000)
          }
        if (one.do === 'late') await round(one.which, false, one.age * minute)
        if (one.do === 'asked') await asked(one.requests, Math.round(one.requests * one.share), one.offset)
        if (one.do === 'watch') await watch()
        if (one.do === 'wait') await clock.advance(one.seconds * 1000)
        const now = await list()
        for (const [i, { started_at }] of now.entries())
          if (i > 0) expect(started_at).toBeGreaterThanOrEqual(now[i - 1]?.ended_at ?? Infinity)
        const isOpen = (rows: typeof now) => rows.some(({ ended_at }) => ended_at === null)
        // what opens has failed since the last end
        if (isOpen(now) && !isOpen(before)) {
          const end = Math.max(-Infinity, ...before.map(({ ended_at }) => ended_at ?? 0))
          expect(failures.some((at) => at > end)).toBe(true)
        }
        before = now
      }
    }),
    { numRuns: 80, seed: 1 },
  )
})
