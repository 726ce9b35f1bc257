import { expect, test } from 'vitest'
import { ago, withMonitor } from '../test/with-monitor.ts'
import { deletePartnerEvents } from './delete-events.ts'

/** Records events at a partner at some times, and returns their ids. */
async function recorded(
  { db }: Awaited<ReturnType<typeof withMonitor>>,
  partnerId: string,
  times: readonly number[],
): Promise<string[]> {
  const ids = times.map((_, i) => `${partnerId}-${String(i).padStart(4, '0')}`)
  const common = { partner_id: partnerId, kind: 'key.signed_in', actor: 'partner', detail: '{"browser":null}' }
  for (const [i, at] of times.entries())
    await db
      .insertInto('partner_events')
      .values({ ...common, id: ids[i] ?? '', at, person_id: null, person_name: null })
      .execute()
  return ids
}

async function keptIn({ db }: Awaited<ReturnType<typeof withMonitor>>): Promise<string[]> {
  return (await db.selectFrom('partner_events').select('id').orderBy('id').execute()).map(({ id }) => id)
}

test('what changed at a partner is kept as long as samples', async () => {
  const service = await withMonitor()
  const ids = await recorded(service, service.partner.id, [ago(401), ago(399), ago(1)])
  expect((await service.retention.run()).events).toBeGreaterThanOrEqual(1)
  expect(await keptIn(service)).toEqual(ids.slice(1))
})

test('of a partner that has too many, the oldest go sooner, and no other partner’s', async () => {
  const service = await withMonitor()
  const quiet = await service.makePartner({ name: 'Quiet' })
  const few = await recorded(service, quiet.id, [ago(9), ago(8)])
  const many = await recorded(
    service,
    service.partner.id,
    Array.from({ length: 60 }, (_, i) => ago(10) + i),
  )
  const deleted = {
    samples: 0,
    cacheOrders: 0,
    traffic: 0,
    events: 0,
    incidents: 0,
    siteChanges: 0,
    people: 0,
    bytes: 0,
  }
  await deletePartnerEvents(ago(400), { database: service.services.database, next: async () => {}, deleted }, 50)
  expect(await keptIn(service)).toEqual([...few, ...many.slice(10)].toSorted())
  expect(deleted.events).toBe(10)
})
