import { expect, test } from 'vitest'
import { populate } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'
import { changePosition } from './index.ts'

test('a reader sees each change of a site that matters to the edge, and no other', async () => {
  const service = await testService()
  const { db } = service
  const { database } = service.services
  const { ids } = await populate(service, await service.makePartner())
  const site = ids['site_id'] ?? ''
  const recorded = async () => {
    const row = await db.selectFrom('site_changes').select('position').where('site_id', '=', site).executeTakeFirst()
    return row?.position
  }
  /** Whether a reader that had read everything sees the site again after this. */
  const isSeenAfter = async (change: () => Promise<unknown>) => {
    const [next, before] = [await changePosition(database), await recorded()]
    await change()
    const after = await recorded()
    return after !== before && after !== undefined && after >= next
  }
  const update = (values: object) => () => db.updateTable('sites').set(values).where('id', '=', site).execute()

  // what the DNS watcher writes at every look
  expect(
    await isSeenAfter(
      update({ next_look_at: 1, cname_seen_at: 1, cname_seen: null, state: 'preview', counterpart_seen_at: 1 }),
    ),
  ).toBe(false)
  for (const values of [{ state: 'trial' }, { cname_seen: 'a.example' }, { origin: '192.0.2.1' }, { origin: null }])
    expect(await isSeenAfter(update(values))).toBe(true)
  for (const values of [
    { host_since: 7 },
    { txt_seen: 1 },
    { root_dns: 'here' },
    { own_origin: 'http://192.0.2.1' },
    { origin_host: 'a' },
    { counterpart: 'a' },
    { counterpart_dns: 'here' },
    { counterpart_cname_seen: 'a' },
    { counterpart_txt_seen: 1 },
    { counterpart_since: 7 },
  ]) {
    expect(await isSeenAfter(update(values))).toBe(true)
    expect(await isSeenAfter(update(values))).toBe(false)
  }
  const settings = () => db.updateTable('profiles').set({ settings: '{}' }).where('site_id', '=', site).execute()
  expect(await isSeenAfter(settings)).toBe(true)
  expect(await isSeenAfter(settings)).toBe(false)
  const remove = () =>
    db
      .deleteFrom('accounts')
      .where('id', '=', ids['account_id'] ?? '')
      .execute()
  expect(await isSeenAfter(remove)).toBe(true)
})
