import { describe, expect, test } from 'vitest'
import { optimizerStates } from '../../contract/index.ts'
import { populate } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'

async function world(reseller: boolean) {
  const service = await testService()
  const partner = await service.makePartner()
  if (reseller) await service.db.updateTable('partners').set({ reseller: 1 }).execute()
  /** Creates a site in the given state. */
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
    const exists = async () => (await service.call('GET', path, { key: partner.key })).status === 200
    return { id, host, service_cname, remove, exists }
  }
  return { ...service, siteIn }
}

describe.each([
  ['a partner', false, ['preview', 'off']],
  ['a reseller', true, ['preview', 'off', 'proxy only']],
] as const)('%s deletes a site', (_, reseller, allowed) => {
  test.each(optimizerStates)('in %s', async (state) => {
    const { siteIn, db } = await world(reseller)
    const { id, remove, exists } = await siteIn(state)
    const answer = await remove()
    if ((allowed as readonly string[]).includes(state)) {
      expect(answer).toMatchObject({ status: 200, body: { site_id: id } })
      expect(await exists()).toBe(false)
      expect(await db.selectFrom('monitors').select('id').where('site_id', '=', id).execute()).toEqual([])
      expect((await remove()).status).toBe(404)
    } else {
      expect(answer).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining(`The optimizer is in the state ${state}`) },
      })
      expect(await exists()).toBe(true)
    }
  })
})

describe('a reseller’s site', () => {
  test('in proxy only can’t be deleted while its CNAME points at the service or DNS can’t be read', async () => {
    const {
      siteIn,
      world: { dns },
    } = await world(true)
    const { host, service_cname, remove, exists } = await siteIn('proxy only')
    dns.set(host, { kind: 'cname', target: service_cname })
    expect(await remove()).toMatchObject({ status: 409, body: { error: expect.stringContaining(service_cname) } })
    dns.set(host, { kind: 'silent' })
    expect(await remove()).toMatchObject({ status: 409, body: { error: expect.stringContaining("can't be read") } })
    expect(await exists()).toBe(true)
    dns.set(host, { kind: 'none' })
    expect((await remove()).status).toBe(200)
  })

  test('in preview is deleted without a DNS lookup', async () => {
    const {
      siteIn,
      world: { dns },
    } = await world(true)
    const { host, service_cname, remove } = await siteIn('preview')
    dns.set(host, { kind: 'cname', target: service_cname })
    expect((await remove()).status).toBe(200)
  })
})
