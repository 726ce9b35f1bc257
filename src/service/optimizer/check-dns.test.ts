import { describe, expect, test, vi } from 'vitest'
import { checkDns, readUserSite } from '../../contract/index.ts'
import { populate } from '../test/fixtures.ts'
import { start, testService } from '../test/service.ts'
import type { DnsAnswer } from '../world/world.ts'

async function world() {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  const id = ids['site_id'] ?? ''
  const site = await service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const path = { site_id: id }
  return {
    ...service,
    partner,
    account,
    site,
    path,
    setDns: (answer: DnsAnswer) => service.world.dns.set(site.host, answer),
    check: () => service.ask(checkDns.user, { path }, account.key),
  }
}

describe('checking DNS on demand', () => {
  test('takes the site live at once when its record is right, and off when it is gone', async () => {
    const { account, ask, check, clock, path, setDns, site } = await world()
    setDns({ kind: 'cname', target: site.service_cname })
    await clock.advance(1500)
    expect(await check()).toEqual({
      answered: true,
      optimizer: 'trial',
      dns: {
        cname_seen: site.service_cname,
        seen_at: new Date(start + 1500).toISOString(),
        root_domain: false,
        domain: 'site.example',
        records: [{ type: 'CNAME', name: site.host, values: [site.service_cname] }],
      },
    })
    expect((await ask(readUserSite, { path }, account.key)).optimizer).toBe('trial')
    setDns({ kind: 'none' })
    expect(await check()).toMatchObject({ answered: true, optimizer: 'off', dns: { cname_seen: null } })
  })

  test('works through the partner API too', async () => {
    const { account, ask, partner, path, setDns, site } = await world()
    setDns({ kind: 'cname', target: site.service_cname })
    const scope = { partner_id: partner.id, account_id: account.id }
    expect(await ask(checkDns.partner, { path: { ...path, ...scope } }, partner.key)).toMatchObject({
      optimizer: 'trial',
    })
  })

  test('changes nothing while no name server answers', async () => {
    const { check, setDns, site } = await world()
    setDns({ kind: 'cname', target: site.service_cname })
    const before = await check()
    setDns({ kind: 'silent' })
    expect(await check()).toEqual({ ...before, answered: false })
  })

  test('doesn’t move a site whose state DNS doesn’t decide', async () => {
    const { check, db, setDns, site } = await world()
    await db.updateTable('sites').set({ state: 'bypass' }).where('id', '=', site.id).execute()
    setDns({ kind: 'cname', target: 'other.example' })
    expect(await check()).toMatchObject({ optimizer: 'bypass', dns: { cname_seen: 'other.example' } })
  })

  test('waits its turn with the caller’s other look-ups, and isn’t for others’ sites', async () => {
    const { account, call, makeAccount, partner, path, services, setDns, site } = await world()
    setDns({ kind: 'cname', target: site.service_cname })
    const run = vi.spyOn(services.lookups, 'run')
    const url = `/sites/${path.site_id}/dns/check`
    expect((await call('POST', url, { key: account.key })).status).toBe(200)
    expect(run.mock.calls.map(([caller]) => caller)).toEqual([account.id])
    const other = await makeAccount(partner)
    expect((await call('POST', url, { key: other.key })).status).toBe(404)
    expect((await call('POST', url)).status).toBe(401)
  })

  test('is refused for a site without a host', async () => {
    const { account, call, db, path } = await world()
    await db.updateTable('sites').set({ deferred: 1 }).execute()
    expect((await call('POST', `/sites/${path.site_id}/dns/check`, { key: account.key })).status).toBe(409)
  })
})
