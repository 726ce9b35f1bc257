import { expect, test } from 'vitest'
import { systemClock } from '../../src/service/world/world.ts'
import { startMock } from './mock.ts'

test('sites are in their states since the log says so, or since their creation', async () => {
  const mock = await startMock({
    clock: systemClock,
    size: { accounts: 10, daysOfSamples: 0.1, daysElsewhere: 0.1, trafficEverywhere: false },
  })
  const { db } = mock.service.services.database
  const moves = await db
    .selectFrom('sites')
    .leftJoin('events', (on) => on.onRef('events.site_id', '=', 'sites.id').on('events.kind', '=', 'site.state'))
    .select(({ fn }) => ['host', 'state', 'state_since', 'sites.created_at', fn.max<number | null>('at').as('moved')])
    .groupBy(['sites.id', 'host', 'state', 'state_since', 'sites.created_at'])
    .execute()
  await mock.stop()
  expect(new Set(moves.map(({ state }) => state)).size).toBe(8)
  const since = (at: (site: (typeof moves)[number]) => number) => moves.map((site) => [site.host, at(site)])
  expect(since(({ state_since }) => state_since)).toEqual(since(({ moved, created_at }) => moved ?? created_at))
})
