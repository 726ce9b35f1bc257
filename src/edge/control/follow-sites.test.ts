import { expect, test } from 'vitest'
import { testEdge } from '../test/edge.ts'
import { SiteFollower } from './follow-sites.ts'
import { SitesTable } from './sites-table.ts'

test('a node that was long without the database forgets the sites that were deleted meanwhile', async () => {
  const { database, sites } = await testEdge({ sites: [{ port: 1 }, { port: 1, hostname: 'gone.example' }] })
  const [kept, gone] = sites.map(({ id }) => id)
  const forgotten: string[] = []
  const table = new SitesTable((id) => forgotten.push(id))
  let now = 0
  const follower = new SiteFollower(database, table, () => now)
  await follower.follow()
  expect(new Set(table.ids())).toEqual(new Set([kept, gone]))

  await database.db
    .deleteFrom('sites')
    .where('id', '=', gone ?? '')
    .execute()
  // what the database no longer says after a day
  await database.db
    .deleteFrom('site_changes')
    .where('site_id', '=', gone ?? '')
    .execute()
  now += 1000
  await follower.follow()
  expect(table.size).toBe(2)
  now += 24 * 3600_000
  await follower.follow()
  expect([...table.ids()]).toEqual([kept])
  // nobody knows what else has changed, and changed back
  expect(new Set(forgotten)).toEqual(new Set([kept, gone]))
})

test('a site that changed while a reading failed starts with an empty cache, others keep theirs', async () => {
  const { database, sites } = await testEdge({ sites: [{ port: 1 }, { port: 1, hostname: 'other.example' }] })
  const [changed = ''] = sites.map(({ id }) => id)
  const forgotten: string[] = []
  const follower = new SiteFollower(database, new SitesTable((id) => forgotten.push(id)), () => 0)
  await follower.follow()
  const setState = (state: string) =>
    database.db.updateTable('sites').set({ state }).where('id', '=', changed).execute()
  for (const state of ['bypass', 'active']) await setState(state)
  await follower.follow()
  expect(forgotten).toEqual([])

  follower.missed()
  for (const state of ['bypass', 'active']) await setState(state)
  await follower.follow()
  expect(forgotten).toEqual([changed])
})
