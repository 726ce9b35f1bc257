import { expect, test } from 'vitest'
import type { TestService } from '../test/service.ts'
import { ago, withMonitor } from '../test/with-monitor.ts'
import { deleteEvents } from './delete-events.ts'

/** Notes events of an account at some times, and returns their ids. */
async function recorded({ db }: TestService, accountId: string, times: readonly number[]): Promise<string[]> {
  const ids = times.map((at, i) => `${accountId}-${String(i).padStart(4, '0')}-${at}`)
  for (const [i, at] of times.entries())
    await db
      .insertInto('events')
      .values({
        id: ids[i] ?? '',
        account_id: accountId,
        site_id: null,
        monitor_id: null,
        at,
        kind: 'account.key',
        actor: 'operator',
        detail: '{}',
      })
      .execute()
  return ids
}

async function keptIn({ db }: TestService): Promise<string[]> {
  return (await db.selectFrom('events').select('id').orderBy('account_id').orderBy('at').orderBy('id').execute()).map(
    ({ id }) => id,
  )
}

test('events are kept as long as samples', async () => {
  const service = await withMonitor()
  await service.db.deleteFrom('events').execute()
  const ids = await recorded(service, service.account.id, [ago(401), ago(399), ago(1)])
  expect((await service.retention.run()).events).toBe(1)
  expect(await keptIn(service)).toEqual(ids.slice(1))
  expect((await service.retention.run()).events).toBe(0)

  const shorter = await withMonitor({ env: { RETENTION_SAMPLES: '30' } })
  await shorter.db.deleteFrom('events').execute()
  const [, recent] = await recorded(shorter, shorter.account.id, [ago(31), ago(29)])
  await shorter.retention.run()
  expect(await keptIn(shorter)).toEqual([recent])
})

test('events are deleted in small steps, and the oldest sooner where an account has too many', async () => {
  const service = await withMonitor()
  const { account, db, makeAccount, partner, services } = service
  await db.deleteFrom('events').execute()
  const quiet = await makeAccount(partner)
  const few = await recorded(service, quiet.id, [ago(9), ago(8)])
  const times = Array.from({ length: 500 }, (_, i) => ago(10) + i)
  const many = await recorded(service, account.id, times)
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
  const seen: number[] = []
  const next = async () => {
    seen.push(deleted.events)
  }
  await deleteEvents(ago(400), { database: services.database, next, deleted }, 50)
  expect((await keptIn(service)).toSorted()).toEqual([...few, ...many.slice(450)].toSorted())
  expect(seen).toEqual([200, 400, 450])
})
