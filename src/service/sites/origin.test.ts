import { expect, test } from 'vitest'
import { OriginFailure } from '../../edge/index.ts'
import { createAccountSite, readOrigin, setOrigin, tryOrigin } from '../../contract/index.ts'
import { testService } from '../test/service.ts'

const host = 'www.shop.example'

/** A site whose origin was seen, and what was asked to try another one. */
async function site() {
  const tried: string[] = []
  const service = await testService({
    world: (world) => ({
      ...world,
      origins: {
        async head({ origin, target, lines }) {
          const name = origin.hostname === lines[1] ? '' : ` as ${origin.hostname}`
          tried.push(`${origin.https ? 'https' : 'http'} ${origin.server} ${origin.port} ${target} ${lines[1]}${name}`)
          if (origin.server === '192.0.2.66') throw new OriginFailure('connection_refused')
          const status = origin.server === 'proxy.example' ? 508 : 200
          return {
            status,
            lines: [],
            fields: { location: 'https://a.example/' },
            requestTime: 100,
            responseTime: 142.4,
          }
        },
      },
    }),
  })
  service.world.dns.set(host, { kind: 'address', address: '192.0.2.1' })
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const path = { partner_id: partner.id, account_id: account.id }
  const { site_id } = await service.ask(createAccountSite, { path, body: { host } }, partner.key)
  const at = { path: { site_id } }
  const put = (json: unknown) => service.call('PUT', `/sites/${site_id}/origin`, { key: account.key, json })
  return {
    ...service,
    tried,
    put,
    read: () => service.ask(readOrigin.user, at, account.key),
    readByPartner: () => service.ask(readOrigin.partner, { path: { ...path, site_id } }, partner.key),
    set: (url: string | null, sent?: string | null) =>
      service.ask(setOrigin.user, { ...at, body: { url, host: sent } }, account.key),
    attempt: (url: string, sent?: string) =>
      service.ask(tryOrigin.user, { ...at, body: { url, host: sent } }, account.key),
  }
}

test('a site’s server is shown, and can be set once it has answered for the site', async () => {
  const { db, read, readByPartner, set, tried } = await site()
  expect(await read()).toEqual({ url: 'https://192.0.2.1', is_set: false, host: null })
  const own = { url: 'http://server.example:8080', is_set: true, host: null }
  expect(await set('http://server.example:8080/')).toEqual(own)
  expect([await read(), await readByPartner()]).toEqual([own, own])
  expect(tried).toEqual([`http server.example 8080 / ${host}`])
  expect(await db.selectFrom('cache_orders').select('items').execute()).toEqual([{ items: null }])
  expect(await set('https://[2001:db8::1]')).toEqual({ url: 'https://[2001:db8::1]', is_set: true, host: null })
  expect(tried[1]).toBe(`https 2001:db8::1 443 / ${host}`)
  expect(await set(null)).toEqual({ url: 'https://192.0.2.1', is_set: false, host: null })
  await set(null)
  const events = await db.selectFrom('events').select(['actor', 'detail']).where('kind', '=', 'site.origin').execute()
  const [first, second] = ['http://server.example:8080', 'https://[2001:db8::1]']
  expect(events.map(({ actor, detail }) => [actor, JSON.parse(detail)])).toEqual([
    ['holder', { host, from: null, to: first }],
    ['holder', { host, from: first, to: second }],
    ['holder', { host, from: second, to: null }],
  ])
})

test.each([
  ['www.server.example', 'must be an address such as https://192.0.2.10:8443'],
  ['ftp://server.example', 'must be an address such as https://192.0.2.10:8443'],
  ['https://server.example/path', 'must have nothing but a scheme, a name or an address, and a port'],
  ['https://user:secret@server.example', 'must have nothing but a scheme, a name or an address, and a port'],
  ['https://s-0123456789ab.edge.example', 'leads back to this service: it must be the server behind it'],
  ['https://EDGE.example.', 'leads back to this service: it must be the server behind it'],
  ['https://9.9.9.9:8443', 'leads back to this service: it must be the server behind it'],
  ['https://proxy.example', 'leads back to this service: it must be the server behind it'],
  ['https://192.0.2.66', /^can't be reached: /],
  // names that lead to the edge
  ['https://alias.example', 'leads back to this service: it must be the server behind it'],
  ['https://addresses.example', 'leads back to this service: it must be the server behind it'],
])('%s is refused', async (url, problem) => {
  const { db, put, read, world } = await site()
  world.dns.set('alias.example', { kind: 'cname', target: 's-0123456789ab.edge.example' })
  world.dns.set('addresses.example', { kind: 'address', address: '192.0.2.2', all: ['192.0.2.2', '9.9.9.9'] })
  await db
    .insertInto('edge_nodes')
    .values({ ip: '9.9.9.9', role: 'load_balancer', location: 'here', seen_at: 0 })
    .execute()
  const { status, body } = await put({ url })
  expect(status).toBe(422)
  const { fields } = body as { fields: { url: string } }
  if (typeof problem === 'string') expect(fields.url).toBe(problem)
  else expect(fields.url).toMatch(problem)
  expect(await read()).toMatchObject({ is_set: false })
})

test('its server can get another Host than the site’s', async () => {
  const { db, put, read, set, tried } = await site()
  const own = { url: 'https://192.0.2.2', is_set: true, host: 'app.example:8443' }
  expect(await set('https://192.0.2.2', 'App.example:8443')).toEqual(own)
  expect(await read()).toEqual(own)
  expect(tried).toEqual(['https 192.0.2.2 443 / app.example:8443 as app.example'])
  // the site's own is none of its own
  expect(await set('https://192.0.2.2', host)).toEqual({ ...own, host: null })
  await set('https://192.0.2.2', 'app.example')
  expect(await set('https://192.0.2.2')).toEqual({ ...own, host: null })
  await set('https://192.0.2.3', 'app.example')
  expect(await set(null)).toMatchObject({ is_set: false, host: null })
  const events = await db.selectFrom('events').select('detail').where('kind', '=', 'site.origin').execute()
  expect(events.map(({ detail }) => JSON.parse(detail).sent_host)).toEqual([
    'app.example:8443',
    null,
    'app.example',
    null,
    'app.example',
    null,
  ])
  expect(await db.selectFrom('cache_orders').select('id').execute()).toHaveLength(6)
  // it goes with a server that is set
  expect(await set(null, 'app.example')).toMatchObject({ is_set: false, host: null })
  for (const sent of ['app example', 'app.example/path?', '']) {
    const refused = await put({ url: 'https://192.0.2.2', host: sent })
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { host: 'must be a host name, such as shop.example' } },
    })
  }
})

test('a server can be tried without being set', async () => {
  const { attempt, call, db, read, tried } = await site()
  const answer = { status: 200, location: 'https://a.example/', duration: 42 }
  expect(await attempt('https://192.0.2.2', 'app.example')).toEqual(answer)
  expect(tried).toEqual(['https 192.0.2.2 443 / app.example'])
  expect(await read()).toMatchObject({ is_set: false })
  expect(await db.selectFrom('cache_orders').selectAll().execute()).toEqual([])
  await expect(attempt('https://192.0.2.66')).rejects.toThrow('422')
  expect((await call('POST', '/sites/none/origin/try', { json: { url: 'https://192.0.2.2' } })).status).toBe(401)
})
