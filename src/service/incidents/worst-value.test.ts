import { expect, test } from 'vitest'
import { listIncidents } from '../../contract/index.ts'
import { populate } from '../test/fixtures.ts'
import { start, testService } from '../test/service.ts'
import { recordRounds } from './record-rounds.ts'

const minute = 60_000
const limit = 2000

/** A service that records rounds of a monitor's two views, by their LCP in ms; null for one that is good. */
async function slowService() {
  const service = await testService()
  const { account, ids } = await populate(service, await service.makePartner())
  await service.db.deleteFrom('incidents').execute()
  const { database } = service.services
  const record = (round: number, location: string, views: Readonly<Record<string, number | null>>) => {
    const at = start + round * minute
    const check = {
      monitorId: ids['monitor_id'] ?? '',
      accountId: ids['account_id'] ?? null,
      siteId: null,
      host: 'slow.example',
      roundAt: at,
      location,
      checksAtPlace: 1,
      interval: minute,
      clean: 0,
      samples: Object.entries(views).map(([variant, value]) => ({
        id: `${location} ${variant} ${round}`,
        at,
        variant,
        findings: {
          slow:
            value === null
              ? ('good' as const)
              : {
                  severity: 1,
                  cause: `LCP ${value} ms`,
                  times: value / limit,
                  metric: 'time_to_display' as const,
                  value,
                },
        },
      })),
    }
    return service.db.transaction().execute((trx) => recordRounds(trx, database.kind, [check], at))
  }
  const read = async () => (await service.ask(listIncidents.user, {}, account.key)).rows
  return { record, read }
}

test('an incident keeps its worst value and when that was, at whichever place', async () => {
  const { record, read } = await slowService()
  for (const [round, ms] of [2500, 3900, 3100].entries()) await record(round, 'Frankfurt', { first: ms })
  const worst = (value: number, round: number) => ({
    metric: 'time_to_display',
    value,
    at: new Date(start + round * minute).toISOString(),
  })
  expect(await read()).toMatchObject([{ cause: 'LCP 3100 ms', worst: worst(3900, 1) }])
  for (const [round, ms] of [
    [3, 3500],
    [4, 3950],
    [5, 2100],
  ] as const)
    await record(round, 'Tokyo', { first: ms })
  expect(await read()).toMatchObject([{ worst: worst(3950, 4) }])
  for (const round of [6, 7, 8])
    for (const location of ['Frankfurt', 'Tokyo']) await record(round, location, { first: null })
  expect(await read()).toMatchObject([{ ended_at: expect.any(String), worst: worst(3950, 4) }])
  // what begins again within an hour is the same incident
  for (const round of [9, 10]) await record(round, 'Tokyo', { first: 2200 })
  expect(await read()).toMatchObject([{ ended_at: null, worst: worst(3950, 4) }])
})

test('a place whose failing samples are of one connection and view says so, until another one fails', async () => {
  const { record, read } = await slowService()
  for (const round of [0, 1, 2]) await record(round, 'Tokyo', { first: 2500, repeat: null })
  expect(await read()).toMatchObject([{ places: [{ samples: 3, variant: 'first' }] }])
  await record(3, 'Tokyo', { first: 2500, repeat: 2600 })
  expect(await read()).toMatchObject([{ places: [{ samples: 5, variant: null }] }])
  await record(4, 'Tokyo', { first: 2500, repeat: null })
  expect(await read()).toMatchObject([{ places: [{ samples: 6, variant: null }] }])
})
