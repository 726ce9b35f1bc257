import { expect, test } from 'vitest'
import {
  createAccountSite,
  type RedirectRecord,
  readAccountSite,
  readRedirect,
  readUserSite,
  setRedirect,
  updateSiteHost,
} from '../../contract/index.ts'
import { OriginFailure } from '../../edge/index.ts'
import { testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'
import type { DnsAnswer } from '../world/world.ts'

const bare = 'shop.example'
const www = `www.${bare}`
const txtName = `_site-performance.${bare}`
const edge = '198.51.100.7'
const server = '203.0.113.9'

const at = (...all: string[]): DnsAnswer => ({ kind: 'address', address: all[0] ?? '', all })

/** How the server of each site answers for the home page: by a redirect, by the page (null), or not at all. */
interface Home {
  location: string | null | undefined
}

/** A service with an edge, and accounts with a site each. */
async function world() {
  const home: Home = { location: null }
  const service = await testService({
    world: (outside) => ({
      ...outside,
      origins: {
        async head() {
          if (home.location === undefined) throw new OriginFailure('connection_refused')
          const fields = home.location === null ? {} : { location: home.location }
          return { status: home.location === null ? 200 : 301, lines: [], fields, requestTime: 100, responseTime: 142 }
        },
      },
    }),
  })
  const { ask, call, clock, db, makePartner, makeAccount } = service
  const { dns } = service.world
  for (const name of [bare, www]) dns.set(name, at(server))
  await db
    .insertInto('edge_nodes')
    .values({ ip: edge, role: 'load_balancer', location: 'here', seen_at: clock.now() })
    .execute()
  const partner = await makePartner()
  const siteAt = async (host: string) => {
    const account = await makeAccount(partner)
    const of = { partner_id: partner.id, account_id: account.id }
    const { site_id } = await ask(createAccountSite, { path: of, body: { host } }, partner.key)
    const path = { site_id }
    const row = () => db.selectFrom('sites').selectAll().where('id', '=', site_id).executeTakeFirstOrThrow()
    const read = () => ask(readRedirect.user, { path }, account.key)
    return {
      id: site_id,
      account,
      of,
      row,
      read,
      cname: (await row()).service_cname,
      put: (enabled: unknown) => call('PUT', `/sites/${site_id}/redirect`, { key: account.key, json: { enabled } }),
      turn: (enabled: boolean) => ask(setRedirect.user, { path, body: { enabled } }, account.key),
      /** Asks DNS, and says where the counterpart leads. */
      look: async (): Promise<RedirectRecord> => {
        expect((await call('POST', `/sites/${site_id}/dns/check`, { key: account.key })).status).toBe(200)
        return read()
      },
      events: async () => {
        const events = db.selectFrom('events').select(['actor', 'detail']).where('kind', '=', 'site.redirect')
        const rows = await events.where('site_id', '=', site_id).orderBy('at').orderBy('id').execute()
        return rows.map(({ actor, detail }) => `${actor} ${(JSON.parse(detail) as { to: string }).to}`)
      },
    }
  }
  return { ...service, dns, home, partner, siteAt }
}

test('visitors of a root domain are redirected once its addresses are the edge’s and its TXT record names the site', async () => {
  const { ask, dns, partner, siteAt } = await world()
  const { account, cname, events, id, look, of, read, turn } = await siteAt(www)
  expect(await read()).toEqual({ host: bare, enabled: false, since: null, verdict: null, dns: null })
  await look()
  expect(await read()).toMatchObject({ verdict: null, dns: null })
  expect(await turn(true)).toMatchObject({ host: bare, enabled: true, since: null, verdict: null })
  expect(await look()).toMatchObject({
    verdict: 'elsewhere',
    since: null,
    dns: {
      root_domain: true,
      domain: bare,
      // the server's address has to go
      records: [
        { type: 'A', name: bare, values: [edge] },
        { type: 'TXT', name: txtName, values: [cname] },
      ],
      addresses: {
        verdict: 'elsewhere',
        expected: [edge],
        foreign: [server],
        txt: { name: txtName, value: cname, seen: false },
      },
    },
  })
  dns.set(bare, at(edge))
  expect(await look()).toMatchObject({ verdict: 'unproved', since: null })
  dns.txt.set(txtName, [cname])
  const live = await look()
  expect(live).toMatchObject({ verdict: 'here', since: expect.any(String) })
  const path = { site_id: id }
  expect((await ask(readUserSite, { path })).redirect).toEqual(live)
  expect((await ask(readAccountSite, { path: { ...of, ...path } }, partner.key)).redirect).toEqual(live)
  // from now on, the addresses are enough, and silence changes nothing
  dns.txt.delete(txtName)
  expect(await look()).toMatchObject({ verdict: 'here', since: live.since })
  dns.set(bare, { kind: 'silent' })
  expect(await look()).toMatchObject({ verdict: 'here', since: live.since })
  dns.set(bare, at(edge, server))
  expect(await look()).toMatchObject({ verdict: 'partly', since: null })
  expect(await turn(false)).toEqual({ host: bare, enabled: false, since: null, verdict: null, dns: null })
  expect(await turn(false)).toMatchObject({ enabled: false })
  expect(await events()).toEqual(['holder on', 'dns live', 'dns waiting', 'holder off'])
  expect((await ask(readRedirect.partner, { path: { ...of, ...path } }, partner.key)).host).toBe(bare)
  expect(account.id).toBe(of.account_id)
})

test('visitors of www are redirected once it points here by its own CNAME, or as the root domain does', async () => {
  const { dns, siteAt } = await world()
  const { cname, look, turn } = await siteAt(bare)
  await turn(true)
  expect(await look()).toMatchObject({ verdict: 'elsewhere', dns: { root_domain: false, cname_seen: null } })
  dns.set(www, { kind: 'cname', target: cname })
  expect(await look()).toMatchObject({ verdict: 'here', dns: { cname_seen: cname } })
  // whose visitors come by the edge’s addresses, nobody knows before the root domain is proved
  for (const answer of [at(edge), { kind: 'cname', target: bare }] as const) {
    dns.set(www, answer)
    expect(await look()).toMatchObject({ verdict: 'unproved', since: null })
  }
  dns.set(bare, at(edge))
  dns.txt.set(txtName, [cname])
  expect(await look()).toMatchObject({ verdict: 'here' })
  dns.set(www, at(edge))
  expect(await look()).toMatchObject({ verdict: 'here' })
  dns.set(bare, at(server))
  expect(await look()).toMatchObject({ verdict: 'unproved' })
})

test('it happens by itself', async () => {
  const service = await world()
  const { clock, dns, siteAt } = service
  const { cname, row, turn } = await siteAt(www)
  await service.start()
  await turn(true)
  dns.set(bare, at(edge))
  dns.txt.set(txtName, [cname])
  await waitFor(async () => {
    await clock.advance(10_000)
    expect(await row()).toMatchObject({ counterpart_dns: 'here' })
  }, 5)
})

test('a stranger can’t take a counterpart’s visitors, nor turn others’ away', async () => {
  const { db, dns, siteAt } = await world()
  const owner = await siteAt(www)
  dns.set(www, { kind: 'cname', target: owner.cname })
  dns.set(bare, at(edge))
  dns.txt.set(txtName, [owner.cname])
  await owner.turn(true)
  const live = await owner.look()
  expect(live).toMatchObject({ verdict: 'here' })
  // neither with the same host as the counterpart
  const squatter = await siteAt(bare)
  await squatter.look()
  expect(await squatter.row()).toMatchObject({ state: 'preview', root_dns: 'unproved', host_taken: 1 })
  // nor with a counterpart of its own
  const twin = await siteAt(www)
  await twin.turn(true)
  expect(await twin.look()).toMatchObject({ verdict: 'unproved', since: null })
  dns.txt.delete(txtName)
  expect(await owner.look()).toEqual(await owner.read())
  expect([await owner.read(), await twin.look()]).toMatchObject([{ since: live.since }, { verdict: 'unproved' }])
  // once the TXT record names the other site, the domain is that one's
  await db.updateTable('sites').set({ own_origin: 'http://192.0.2.1' }).where('id', '=', squatter.id).execute()
  dns.txt.set(txtName, [squatter.cname])
  await squatter.look()
  expect(await squatter.row()).toMatchObject({ state: 'trial', root_dns: 'here', host_taken: 0 })
  expect(await owner.read()).toMatchObject({ verdict: 'unproved', since: null })
  expect(await owner.look()).toMatchObject({ verdict: 'unproved', since: null })
})

test('it is refused where there is no counterpart, or where that has a site of its own', async () => {
  const { ask, call, db, partner, siteAt } = await world()
  const sub = await siteAt('blog.shop.example')
  const no = (why: string) => ({ status: 422, body: { fields: { enabled: `can't be true: ${why}` } } })
  expect(await sub.put(true)).toMatchObject(
    no('blog.shop.example has no counterpart. Only a root domain and its www have one.'),
  )
  expect(await sub.turn(false)).toMatchObject({ host: null, enabled: false })
  const site = await siteAt(`${www}:8443`)
  expect((await site.put('perhaps')).status).toBe(422)
  const other = { path: site.of, body: { host: bare } }
  const { site_id: otherId } = await ask(createAccountSite, other, partner.key)
  expect(await site.put(true)).toMatchObject(no('shop.example is a site of this account itself'))
  const remove = await call('DELETE', `/partners/${partner.id}/accounts/${site.account.id}/sites/${otherId}`, {
    key: partner.key,
  })
  expect(remove.status).toBe(200)
  expect(await site.turn(true)).toMatchObject({ host: bare, enabled: true })
  const own = await siteAt('www.perf.example')
  expect(await own.put(true)).toMatchObject(no('perf.example is a host of this service'))
  await db.updateTable('sites').set({ deferred: 1 }).where('id', '=', own.id).execute()
  expect((await own.put(true)).status).toBe(409)
  expect(await own.read()).toMatchObject({ host: null })
})

test.each([`https://${bare}/`, `//${bare.toUpperCase()}/en`])(
  'it is refused where the server would send visitors back by %s',
  async (location) => {
    const { home, siteAt } = await world()
    const site = await siteAt(www)
    home.location = location
    expect(await site.put(true)).toMatchObject({
      status: 422,
      body: {
        fields: {
          enabled: `can't be true: the server of ${www} redirects visitors to ${bare}, so they would go in circles. Change that there first.`,
        },
      },
    })
    expect(await site.read()).toMatchObject({ enabled: false })
  },
)

test.each([[`https://${www}/en`], ['/en'], ['http://['], [null], [undefined]])(
  'a server that answers by %s is no reason to refuse it',
  async (location) => {
    const { home, siteAt } = await world()
    const site = await siteAt(www)
    home.location = location
    expect(await site.turn(true)).toMatchObject({ enabled: true })
    // nor does a server that changes later stop who repeats it
    home.location = `https://${bare}/`
    expect(await site.turn(true)).toMatchObject({ enabled: true })
    expect(await site.turn(false)).toMatchObject({ enabled: false })
  },
)

test('a site that gets another host redirects nobody until that is asked for again', async () => {
  const { ask, db, partner, siteAt } = await world()
  const { events, id, of, read, turn } = await siteAt(www)
  await db.updateTable('sites').set({ first: 1 }).where('id', '=', id).execute()
  await turn(true)
  const path = { ...of, site_id: id }
  await ask(updateSiteHost, { path, body: { new_host: 'www.other.example', ignore_ssl_check: false } }, partner.key)
  expect(await read()).toMatchObject({ host: 'other.example', enabled: false })
  expect(await events()).toEqual(['holder on', 'partner off'])
})
