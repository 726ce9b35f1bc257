import { expect, test } from 'vitest'
import { readQuotas } from '../../contract/index.ts'
import { stepLimits } from '../time/limits.ts'
import { changePosition, lifetimes } from '../database/index.ts'
import { setSiteState } from '../sites/index.ts'
import { populate } from '../test/fixtures.ts'
import { start, testService } from '../test/service.ts'
import { deleteSites } from './delete-sites.ts'
import { Retention } from './index.ts'

const widths = [300_000, 3_600_000]

/** A site with traffic, whose deletion is due in a day. */
async function withDeletedSite() {
  const service = await testService()
  const { call, db, makePartner } = service
  const partner = await makePartner()
  const { account, ids } = await populate(service, partner)
  const id = ids['site_id'] ?? ''
  const traffic = widths.flatMap((width) =>
    Array.from({ length: 500 }, (_, i) => ({
      site_id: id,
      width,
      at: start - i * width,
      service_requests: 1,
      service_bytes: 1,
      origin_requests: 1,
      origin_bytes: 1,
    })),
  )
  for (const width of widths)
    await db
      .insertInto('traffic')
      .values(traffic.filter((bucket) => bucket.width === width))
      .execute()
  const path = `/partners/${partner.id}/accounts/${account.id}/sites/${id}`
  const { host } = await db.selectFrom('sites').select('host').where('id', '=', id).executeTakeFirstOrThrow()
  expect((await call('DELETE', path, { key: partner.key })).status).toBe(200)
  const left = async () => (await db.selectFrom('traffic').select('at').execute()).length
  const rowOf = (site: string) => db.selectFrom('sites').select('id').where('id', '=', site).executeTakeFirst()
  const changes = async () =>
    (await db.selectFrom('site_changes').select('site_id').execute()).map((row) => row.site_id)
  return {
    ...service,
    partner,
    account,
    id,
    host,
    path,
    left,
    rowOf,
    changes,
    retention: new Retention(service.services),
  }
}

test('a deleted site is out of reach at once, whatever traffic it had', async () => {
  const { account, ask, call, clock, host, id, left, partner, path, services } = await withDeletedSite()
  expect((await call('GET', path, { key: partner.key })).status).toBe(404)
  expect((await call('DELETE', path, { key: partner.key })).status).toBe(404)
  for (const part of ['', '/optimizer', '/profiles'])
    expect((await call('GET', `/sites/${id}${part}`, { key: account.key })).status, part).toBe(404)
  expect((await call('GET', '/sites', { key: account.key })).body).toEqual({ sites: [] })
  expect((await ask(readQuotas.user, {}, account.key)).sites.used).toBe(0)
  expect(await setSiteState(services.database, id, 'active', clock.now())).toBe(false)
  expect((await call('POST', '/sites', { key: account.key, form: { host } })).status).toBe(200)
  // nothing of the deletion depends on how much traffic there is
  expect(await left()).toBe(1000)
})

test('the traffic of a deleted site is deleted a day later, in small steps', async () => {
  const { clock, id, left, rowOf, retention, services } = await withDeletedSite()
  await clock.advance(lifetimes.deletedSites - 1000)
  await retention.run()
  expect(await left()).toBe(1000)
  await clock.advance(1000)
  const seen = [await left()]
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
  const next = async () => void seen.push(await left())
  await deleteSites(clock.now(), { database: services.database, next, deleted })
  expect(await rowOf(id)).toBeUndefined()
  expect(seen.at(-1)).toBe(0)
  expect(deleted.traffic).toBe(1000)
  for (const [i, count] of seen.entries()) expect((seen[i - 1] ?? count) - count).toBeLessThanOrEqual(stepLimits.rows)
})

test('an account can be deleted while the traffic of its sites is still there', async () => {
  const { account, call, clock, left, partner, path, retention } = await withDeletedSite()
  expect((await call('DELETE', path.replace(/\/sites\/.*/, ''), { key: partner.key })).status).toBe(200)
  expect(await left()).toBe(1000)
  await clock.advance(lifetimes.deletedSites)
  await retention.run()
  expect(await left()).toBe(0)
  expect((await call('GET', '/sites', { key: account.key })).status).toBe(401)
})

test('the changes of sites don’t grow with the number of sites that were ever deleted', async () => {
  const service = await withDeletedSite()
  const { call, changes, clock, db, id, partner, retention, services } = service
  const others: string[] = []
  for (let i = 0; i < 5; i++) {
    const { account, ids } = await populate(service, partner)
    others.push(ids['site_id'] ?? '')
    const path = `/partners/${partner.id}/accounts/${account.id}/sites/${others.at(-1)}`
    if (i > 0) expect((await call('DELETE', path, { key: partner.key })).status).toBe(200)
  }
  // the edge sees the deletions for a day
  expect(new Set(await changes())).toEqual(new Set([id, ...others]))
  await clock.advance(lifetimes.deletedSites)
  expect(await retention.run()).toMatchObject({ traffic: 1000, siteChanges: 4 })
  const [kept = '', last] = await changes().then((left) => left.toSorted((a) => (a === others[0] ? -1 : 1)))
  expect(kept).toBe(others[0])
  expect([id, ...others]).toContain(last)

  // a reader that had read everything still sees each further change
  for (const host of ['a.example', 'b.example']) {
    const next = await changePosition(services.database)
    await db.updateTable('sites').set({ host }).where('id', '=', kept).execute()
    const seen = await db.selectFrom('site_changes').select('site_id').where('position', '>=', next).execute()
    // on PostgreSQL, others may be seen again while any transaction of the server is open
    expect(seen).toContainEqual({ site_id: kept })
    await clock.advance(3600_000)
    await retention.run()
  }
  expect(await changes()).toEqual([kept])
})
