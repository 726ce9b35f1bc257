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
  expect(forgotten).toEqual([gone])
})
