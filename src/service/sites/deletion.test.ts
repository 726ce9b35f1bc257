import { describe, expect, test } from 'vitest'
import { optimizerStates } from '../../contract/index.ts'
import { populate } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'

async function world(reseller: boolean) {
  const service = await testService()
  const partner = await service.makePartner()
  if (reseller) await service.db.updateTable('partners').set({ reseller: 1 }).execute()
  /** A site in a state, and its deletion. */
  const siteIn = async (state: string) => {
    const { account, ids } = await populate(service, partner)
    const id = ids['site_id'] ?? ''
    await service.db.updateTable('sites').set({ state }).where('id', '=', id).execute()
    const { host, service_cname } = await service.db
      .selectFrom('sites')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const path = `/partners/${partner.id}/accounts/${account.id}/sites/${id}`
    const remove = () => service.call('DELETE', path, { key: partner.key })
    const there = async () => (await service.call('GET', path, { key: partner.key })).status === 200
    return { id, host, service_cname, remove, there }
  }
  return { ...service, siteIn }
}

describe.each([
  ['a partner', false, ['preview', 'off']],
  ['a reseller', true, ['preview', 'off', 'proxy only']],
] as const)('%s deletes a site', (_, reseller, allowed) => {
  test.each(optimizerStates)('in %s', async (state) => {
    const { siteIn, db } = await world(reseller)
    const { id, remove, there } = await siteIn(state)
    const answer = await remove()
    if ((allowed as readonly string[]).includes(state)) {
      expect(answer).toMatchObject({ status: 200, body: { site_id: id } })
      expect(await there()).toBe(false)
      for (const table of ['profiles', 'cache_orders', 'traffic'] as const)
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
      expect(await db.selectFrom('monitors').select('id').where('site_id', '=', id).execute()).toEqual([])
      expect((await remove()).status).toBe(404)
    } else {
      expect(answer).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining(`The optimizer is ${state}`) },
      })
      expect(await there()).toBe(true)
    }
  })
})

describe('a reseller’s site in proxy only', () => {
  test('stays while its CNAME points at the service, or DNS cannot be read', async () => {
    const { siteIn, world: outside } = await world(true)
    const { host, service_cname, remove, there } = await siteIn('proxy only')
    outside.dns.set(host, { kind: 'cname', target: service_cname })
    expect(await remove()).toMatchObject({ status: 409, body: { error: expect.stringContaining(service_cname) } })
    outside.dns.set(host, { kind: 'silent' })
    expect(await remove()).toMatchObject({ status: 409, body: { error: expect.stringContaining("can't be read") } })
    expect(await there()).toBe(true)
    outside.dns.set(host, { kind: 'none' })
    expect((await remove()).status).toBe(200)
  })

  test('in preview DNS is not asked', async () => {
    const { siteIn, world: outside } = await world(true)
    const { host, service_cname, remove } = await siteIn('preview')
    outside.dns.set(host, { kind: 'cname', target: service_cname })
    expect((await remove()).status).toBe(200)
  })
})
