import { expect, test, vi } from 'vitest'
import { createAccountSite, readUserSite } from '../../contract/index.ts'
import { testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'
import type { DnsAnswer } from '../world/world.ts'

const host = 'shop.example'
const txtName = `_site-performance.${host}`
const server = '203.0.113.9'
const edge = ['198.51.100.7', '2001:db8::7'] as const

const at = (...all: string[]): DnsAnswer => ({ kind: 'address', address: all[0] ?? '', all })

/** A site at a root domain whose A record names its server, and an edge with two addresses. */
async function rootSite({
  before = at(server),
  nodes = edge,
}: { readonly before?: DnsAnswer; readonly nodes?: readonly string[] } = {}) {
  const service = await testService()
  const { ask, call, clock, db, world, makePartner, makeAccount } = service
  world.dns.set(host, before)
  const listNodes = (ips: readonly string[], age = 0) =>
    db
      .insertInto('edge_nodes')
      .values(ips.map((ip) => ({ ip, role: 'load_balancer' as const, location: 'here', seen_at: clock.now() - age })))
      .execute()
  if (nodes.length > 0) await listNodes(nodes)
  const partner = await makePartner()
  const make = async () => {
    const account = await makeAccount(partner)
    const path = { partner_id: partner.id, account_id: account.id }
    const { site_id } = await ask(createAccountSite, { path, body: { host } }, partner.key)
    const row = () => db.selectFrom('sites').selectAll().where('id', '=', site_id).executeTakeFirstOrThrow()
    const { service_cname } = await row()
    return {
      id: site_id,
      row,
      service_cname,
      prove: () => world.dns.txt.set(txtName, [service_cname]),
      /** Asks DNS, and says what follows. */
      look: async () => {
        const { status } = await call('POST', `/sites/${site_id}/dns/check`, { key: account.key })
        expect(status).toBe(200)
        const { dns, optimizer } = await ask(readUserSite, { path: { site_id } }, account.key)
        return { state: optimizer, ...dns?.addresses }
      },
    }
  }
  const point = (...all: string[]) => world.dns.set(host, at(...all))
  return { ...service, ...(await make()), make, point, listNodes }
}

test('a root domain is live once its addresses are the edge’s and a TXT record names it, and off once they aren’t', async () => {
  const { db, id, look, point, prove, row, service_cname, world } = await rootSite()
  expect(await look()).toEqual({
    state: 'preview',
    verdict: 'elsewhere',
    expected: edge,
    seen: [server],
    foreign: [server],
    txt: { name: txtName, value: service_cname, seen: false },
  })
  point(edge[0])
  expect(await look()).toMatchObject({ state: 'preview', verdict: 'unproved', seen: [edge[0]], foreign: [] })
  prove()
  expect(await look()).toMatchObject({ state: 'trial', verdict: 'here', txt: { seen: true } })
  expect((await row()).origin).toBe(server)
  // from now on, the addresses are enough
  world.dns.txt.delete(txtName)
  point(...edge)
  expect(await look()).toMatchObject({ state: 'trial', verdict: 'here' })
  point(edge[0], '2001:db8:9::9')
  expect(await look()).toMatchObject({ state: 'off', verdict: 'partly', foreign: ['2001:db8:9::9'] })
  expect((await row()).origin).toBe(server)
  const [incident] = await db.selectFrom('incidents').select(['kind', 'cause', 'ended_at']).execute()
  expect(incident).toEqual({ kind: 'dns', cause: 'AAAA record 2001:db8:9::9', ended_at: null })
  // it has to be proved again
  point(...edge)
  expect(await look()).toMatchObject({ state: 'off', verdict: 'unproved' })
  prove()
  expect(await look()).toMatchObject({ state: 'trial', verdict: 'here' })
  const events = await db.selectFrom('events').select(['actor', 'kind']).where('site_id', '=', id).execute()
  expect(events.filter(({ actor }) => actor === 'dns')).toHaveLength(3)
})

test('it goes live by itself, and silence changes nothing', async () => {
  const service = await rootSite()
  const { clock, point, prove, row, world } = service
  point(...edge)
  prove()
  await service.start()
  await waitFor(async () => {
    await clock.advance(1000)
    expect(await row()).toMatchObject({ state: 'trial', root_dns: 'here' })
  }, 5)
  world.dns.set(host, { kind: 'silent' })
  const before = await row()
  const asked = vi.spyOn(world.dns, 'askAll')
  await waitFor(async () => {
    await clock.advance(10_000)
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(2)
  }, 5)
  expect(await row()).toMatchObject({ state: 'trial', root_dns: 'here', cname_seen_at: before.cname_seen_at })
})

test('a TXT record that nobody answers for proves nothing and disproves nothing', async () => {
  const { look, point, prove, world } = await rootSite()
  point(edge[0])
  world.dns.txt.set(txtName, 'silent')
  expect(await look()).toMatchObject({ verdict: 'unproved', txt: { seen: false } })
  prove()
  point(server)
  expect(await look()).toMatchObject({ verdict: 'elsewhere', txt: { seen: true } })
  world.dns.txt.set(txtName, 'silent')
  point(edge[0])
  expect(await look()).toMatchObject({ state: 'trial', verdict: 'here' })
})

test('without a known server, it isn’t live until its owner sets one', async () => {
  const { db, id, look, prove, row } = await rootSite({ before: at(...edge) })
  prove()
  expect(await look()).toMatchObject({ state: 'preview', verdict: 'no-origin' })
  expect((await row()).origin).toBeNull()
  await db.updateTable('sites').set({ own_origin: 'http://192.0.2.1' }).where('id', '=', id).execute()
  expect(await look()).toMatchObject({ state: 'trial', verdict: 'here' })
})

test('a record that was left behind is the server only where none is known', async () => {
  const { look, row } = await rootSite({ before: at(edge[0], server) })
  expect(await look()).toMatchObject({ verdict: 'partly', foreign: [server] })
  expect((await row()).origin).toBe(server)
})

test('a node that restarts or falls silent takes no site off, but one that has long been gone does', async () => {
  const { clock, db, look, point, prove } = await rootSite()
  point(edge[0])
  prove()
  expect(await look()).toMatchObject({ state: 'trial', expected: edge })
  await db.updateTable('edge_nodes').set({ is_up: 0 }).where('ip', '=', edge[0]).execute()
  expect(await look()).toMatchObject({ state: 'trial', verdict: 'here', expected: [edge[1]] })
  await clock.advance(6 * 24 * 3600_000)
  expect(await look()).toMatchObject({ state: 'trial', expected: [] })
  await clock.advance(2 * 24 * 3600_000)
  expect(await look()).toMatchObject({ state: 'off', verdict: 'elsewhere' })
})

test('an edge without a public address says so', async () => {
  const { look, point, prove } = await rootSite({ nodes: ['127.0.0.1', '10.0.0.1', 'fd00::1'] })
  point('10.0.0.1')
  prove()
  expect(await look()).toMatchObject({ state: 'preview', verdict: 'elsewhere', expected: [], foreign: ['10.0.0.1'] })
})

test('a domain moves to another account by its TXT record alone, also when that goes at once', async () => {
  const { look, make, point, prove, row, world } = await rootSite()
  point(...edge)
  prove()
  expect(await look()).toMatchObject({ state: 'trial' })
  const later = await make()
  expect(await later.look()).toMatchObject({ state: 'preview', verdict: 'unproved' })
  // the first one's own record is gone, but nothing says that it's another's
  world.dns.txt.delete(txtName)
  expect([await look(), await later.look()]).toMatchObject([{ verdict: 'here' }, { verdict: 'unproved' }])
  later.prove()
  expect(await later.look()).toMatchObject({ state: 'trial', verdict: 'here' })
  expect((await later.row()).origin).toBe(server)
  world.dns.txt.delete(txtName)
  expect(await later.look()).toMatchObject({ state: 'trial', verdict: 'here', txt: { seen: false } })
  expect(await look()).toMatchObject({ state: 'off', verdict: 'unproved' })
  expect(await later.look()).toMatchObject({ state: 'trial', verdict: 'here' })
  expect(await row()).toMatchObject({ host_taken: 1 })
})

test('a CNAME at a root domain counts as anywhere else', async () => {
  const { look, row, service_cname, world } = await rootSite()
  world.dns.set(host, { kind: 'cname', target: service_cname })
  expect(await look()).toEqual({ state: 'trial' })
  expect(await row()).toMatchObject({ cname_seen: service_cname, root_dns: null })
  // the provider answers with the addresses behind it from now on
  world.dns.set(host, at(...edge))
  expect(await look()).toMatchObject({ state: 'trial', verdict: 'here' })
  world.dns.set(host, { kind: 'none' })
  expect(await look()).toMatchObject({ state: 'off', verdict: 'none' })
})

test('another host is live by its CNAME alone', async () => {
  const { ask, call, db, world, makePartner, makeAccount, clock } = await testService()
  const partner = await makePartner()
  const account = await makeAccount(partner)
  await db
    .insertInto('edge_nodes')
    .values({ ip: edge[0], role: 'load_balancer', location: 'here', seen_at: clock.now() })
    .execute()
  const path = { partner_id: partner.id, account_id: account.id }
  const { site_id } = await ask(createAccountSite, { path, body: { host: `www.${host}` } }, partner.key)
  const { service_cname } = await db.selectFrom('sites').selectAll().executeTakeFirstOrThrow()
  world.dns.set(`www.${host}`, at(edge[0]))
  world.dns.txt.set(`_site-performance.www.${host}`, [service_cname])
  const { body } = await call('POST', `/sites/${site_id}/dns/check`, { key: account.key })
  expect(body).toMatchObject({ optimizer: 'preview', dns: { root_domain: false } })
  expect(body).not.toHaveProperty('dns.addresses')
})
