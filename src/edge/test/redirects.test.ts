import { expect, test } from 'vitest'
import { type OptimizerState, optimizerStates } from '../../contract/states.ts'
import { selfSigned } from '../../service/test/certificate.ts'
import { trafficTotals, type TestEdge, testEdge, testOrigin } from './edge.ts'
import { raw } from './raw-connection.ts'
import { http2Visitor, insertCertificate, shownFor } from './tls.ts'

const www = 'www.site.example'
const bare = 'site.example'

/** A site to which visitors of its root domain are redirected, and what its server was asked for. */
async function redirecting(state: OptimizerState = 'active') {
  const asked: string[] = []
  const origin = await testOrigin((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`)
    response.writeHead(200, { 'Cache-Control': 'max-age=600' }).end('own')
  })
  const edge = await testEdge({ sites: [{ port: origin.port, state, counterpart: bare }], https: {} })
  const [site] = edge.sites
  const change = async (values: object) => {
    await edge.database.db
      .updateTable('sites')
      .set(values)
      .where('id', '=', site?.id ?? '')
      .execute()
    await edge.follow()
  }
  const traffic = async () => {
    await edge.follow()
    await edge.flush()
    return (await trafficTotals(edge.database)).service_requests
  }
  return { edge, site, port: origin.port, asked, change, traffic }
}

test('a visitor of the counterpart is redirected to the same path and query at the site', async () => {
  const { asked, edge, traffic } = await redirecting()
  const at = (path: string) => `http://${www}${path}`
  // by the whole server, and by the shortcut for plain requests
  for (let i = 0; i < 3; i++) {
    const { status, headers, text } = await edge.visit('/a%20b?c=d&e', { host: bare })
    expect([status, headers.location, text]).toEqual([301, at('/a%20b?c=d&e'), ''])
    expect(headers['cache-control']).toBe('no-store')
    expect(headers).not.toHaveProperty('edge-uncounted')
  }
  for (const [method, status] of [
    ['HEAD', 301],
    ['POST', 308],
    ['DELETE', 308],
  ] as const) {
    const body = method === 'POST' ? { body: 'x' } : {}
    const { headers, ...answer } = await edge.visit('/cart', { host: bare, method, ...body })
    expect([answer.status, headers.location]).toEqual([status, at('/cart')])
  }
  // the port is that by which the visitor came
  for (const host of [`${bare}:8080`, 'Site.Example.:8080'])
    expect((await edge.visit('/', { host })).headers.location).toBe(`http://${www}:8080/`)
  expect(asked).toEqual([])
  expect(await traffic()).toBe(0)
  expect((await edge.visit('/')).text).toBe('own')
})

test('it is redirected in every state, and nothing else changes', async () => {
  for (const state of optimizerStates) {
    const { edge, site } = await redirecting(state)
    expect((await edge.visit('/', { host: bare })).status).toBe(301)
    expect((await edge.visit('/', { host: site?.previewHost ?? '' })).status).not.toBe(301)
    expect((await edge.visit('/', { host: `other.${bare}` })).status).toBe(421)
  }
})

test('a WebSocket isn’t redirected: browsers follow nothing there', async () => {
  const { edge } = await redirecting()
  const upgrade = [
    `GET /socket HTTP/1.1\r\nHost: ${bare}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`,
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  ]
  const visitor = await raw(edge.port)
  visitor.write(upgrade.join(''))
  await visitor.until(/^HTTP\/1\.1 421 [^]*\r\n\r\n/)
})

test('it follows the database, within a moment', async () => {
  const { edge, change } = await redirecting()
  const outcome = async () => (await edge.visit('/', { host: bare })).status
  await change({ counterpart_dns: 'elsewhere', counterpart_since: null })
  expect(await outcome()).toBe(421)
  await change({ counterpart_dns: 'here', counterpart_since: 5 })
  expect(await outcome()).toBe(301)
  await change({ counterpart: null })
  expect(await outcome()).toBe(421)
  await change({ counterpart: bare })
  expect(await outcome()).toBe(301)
  await edge.database.db.updateTable('sites').set({ account_id: null, state: 'deleted' }).execute()
  await edge.follow()
  expect(await outcome()).toBe(421)
})

test.each<[what: string, other: Omit<Parameters<TestEdge['addSite']>[0], 'port'>, status: number]>([
  ['nobody else', {}, 301],
  ['a site that has it without proof, however long', { since: -1 }, 301],
  ['a site that its TXT record names', { since: 9, isProved: true }, 200],
  ['a site that its CNAME record names', { since: 9, isPointed: true }, 200],
  ['a site that the TXT record named later', { since: 9, rootDns: 'here' }, 301],
  ['a site that the TXT record named before', { since: -1, rootDns: 'here' }, 200],
])('a counterpart that is the host of %s', async (what, other, status) => {
  const { edge, port } = await redirecting()
  if (what !== 'nobody else') await edge.addSite({ port, hostname: bare, ...other })
  await edge.follow()
  expect((await edge.visit('/', { host: bare })).status).toBe(status)
})

test('of several sites that a counterpart leads to, the one that was proved first gets its visitors', async () => {
  const { edge, port } = await redirecting()
  await edge.addSite({ port, hostname: 'second.example', counterpart: bare, since: 9 })
  const { id } = await edge.addSite({ port, hostname: 'first.example', counterpart: bare, since: -9 })
  const location = async () => {
    await edge.follow()
    return (await edge.visit('/', { host: bare })).headers.location
  }
  expect(await location()).toBe('http://first.example/')
  const gone = { counterpart_dns: 'elsewhere', counterpart_since: null }
  await edge.database.db.updateTable('sites').set(gone).where('id', '=', id).execute()
  expect(await location()).toBe(`http://${www}/`)
})

test('an authority gets its answer for the counterpart', async () => {
  const { edge } = await redirecting()
  const token = 'abcdefghijklmnopqrstuvwxyz_-0123456789ABCDE'
  const path = `/.well-known/acme-challenge/${token}`
  const row = { token, hostname: bare, answer: `${token}.key`, expires_at: Date.now() + 60_000 }
  await edge.database.db.insertInto('acme_challenges').values(row).execute()
  for (let i = 0; i < 2; i++)
    expect(await edge.visit(path, { host: bare })).toMatchObject({ status: 200, text: row.answer })
  expect((await edge.visit(path)).text).toBe('own')
})

test('once the site has a certificate, visitors are sent to https, and the counterpart is served by its own name', async () => {
  const { edge, site } = await redirecting()
  const insert = (counterpart: string | null, until?: number) =>
    insertCertificate(edge, site?.id ?? '', www, selfSigned(www), until, counterpart)
  await insert(null)
  await edge.follow()
  const location = async () => (await edge.visit('/a', { host: bare })).headers.location
  expect(await location()).toBe(`https://${www}/a`)
  await expect(shownFor(edge, bare)).rejects.toThrow()
  await insert(bare)
  await edge.follow()
  expect(await shownFor(edge, bare)).toBe(await shownFor(edge, www))
  const secure = await http2Visitor(edge, bare)
  for (let i = 0; i < 2; i++) {
    const { status, headers } = await secure.ask('/a?b')
    expect([status, headers['location']]).toEqual([301, `https://${www}/a?b`])
  }
  // the certificate is for both, so that a browser may ask for the site on the same connection
  expect((await secure.ask('/', { ':authority': www })).text).toBe('own')
  await insert(bare, Date.now() - 1)
  await edge.follow()
  expect(await location()).toBe(`http://${www}/a`)
})
