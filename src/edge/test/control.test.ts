import { randomUUID } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { trafficTotals, insertPurge, testEdge, testOrigin } from './edge.ts'

async function versionedSite(settings?: object) {
  let version = 0
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600' }).end(`version ${++version}`)
  })
  const edge = await testEdge({ sites: [{ port: origin.port, ...(settings && { settings }) }] })
  const siteId = edge.sites[0]?.id ?? ''
  const order = (items: readonly object[] | null) => insertPurge(edge.database, siteId, items)
  const read = async (path: string, headers = {}) => (await edge.visit(path, { headers })).text
  return { ...edge, order, read }
}

test('a flush empties the cache of the site', async () => {
  const { read, order } = await versionedSite()
  expect([await read('/a'), await read('/b'), await read('/a')]).toEqual(['version 1', 'version 2', 'version 1'])
  await order(null)
  await waitFor(async () => expect(await read('/a')).toBe('version 3'))
  expect(await read('/b')).toBe('version 4')
})

test('a purge removes a path with all its queries, or one query of it', async () => {
  const { read, order } = await versionedSite()
  for (const path of ['/a', '/a?x', '/b?x', '/b?y', '/caf%C3%A9']) await read(path)
  await order([{ condition: '/a' }, { condition: '/b?x' }, { condition: '/café' }])
  await waitFor(async () => expect(await read('/a')).toBe('version 6'))
  expect([await read('/a?x'), await read('/b?x'), await read('/b?y')]).toEqual(['version 7', 'version 8', 'version 4'])
  expect(await read('/caf%C3%A9')).toBe('version 9')
})

const pattern = (operator: string, text: string, type: string | null = null) => ({ pattern: { operator, text, type } })

test.each([
  [pattern('PREFIX', '/shop/'), ['/shop/', '/shop/a?x=1'], ['/shop']],
  [pattern('CONTAIN', 'shop'), ['/shop/', '/shop/a?x=1', '/shop'], []],
  [pattern('REGEX', '^/shop/a'), ['/shop/a?x=1'], ['/shop/', '/shop']],
  [pattern('PREFIX', '/', 'css'), ['/a.css'], ['/shop/', '/tagged']],
  [{ tag: 'sale' }, ['/tagged'], ['/shop/', '/a.css']],
])('a purge of %j removes what it names, whatever the scheme of visitors', async (item, gone, kept) => {
  let version = 0
  const origin = await testOrigin(({ url = '' }, response) => {
    const type = url.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/html'
    const tags = url === '/tagged' ? { 'Cache-Tag': 'home, Sale', 'Surrogate-Key': 'autumn' } : {}
    response.writeHead(200, { 'Cache-Control': 'max-age=600', 'Content-Type': type, ...tags }).end(`${++version}`)
  })
  const { visit, sites, database } = await testEdge({ sites: [{ port: origin.port }] })
  const read = async (path: string) => {
    const { text, headers } = await visit(path)
    expect([headers['cache-tag'], headers['surrogate-key']]).toEqual([undefined, undefined])
    return text
  }
  const all = [...gone, ...kept]
  const before: string[] = []
  // once more, so that nginx has what it may keep
  for (const path of all) before.push(await read(path))
  for (const [i, path] of all.entries()) expect(await read(path)).toBe(before[i])
  await insertPurge(database, sites[0]?.id ?? '', [item])
  const [first = '', ...others] = gone
  await waitFor(async () => expect(await read(first)).not.toBe(before[0]))
  for (const path of others) expect(before).not.toContain(await read(path))
  for (const path of kept) expect(await read(path)).toBe(before[all.indexOf(path)])
  // and stays so
  expect(await read(first)).toBe(await read(first))
})

test('tags outlive a renewal, and an answer without them gives them up', async () => {
  let version = 0
  let tags: Record<string, string> = { 'Cache-Tag': 'a' }
  const origin = await testOrigin(({ headers }, response) => {
    const common = { 'Cache-Control': 'no-cache', ETag: '"e"' }
    if (headers['if-none-match'] === undefined)
      return response.writeHead(200, { ...common, ...tags }).end(`${++version}`)
    return response.writeHead(304, { ...common, ...tags }).end()
  })
  const { visit, sites, database } = await testEdge({ sites: [{ port: origin.port }] })
  const read = async () => (await visit('/')).text
  const purgeTag = (tag: string) => insertPurge(database, sites[0]?.id ?? '', [{ tag }])
  expect(await read()).toBe('1')
  tags = {}
  expect(await read()).toBe('1')
  await purgeTag('a')
  await waitFor(async () => expect(await read()).toBe('2'))
  tags = { 'Cache-Tag': 'b' }
  expect(await read()).toBe('2')
  await purgeTag('b')
  await waitFor(async () => expect(await read()).toBe('3'))
})

test('a purge of an address with ignored parameters removes what is stored without them', async () => {
  const filters = [{ direction: 0, match: [{ name: 'Cookie', operator: 'CONTAIN', condition: 'staff' }] }]
  const ignoredParameters = [{ _id: 'campaign', enabled: true, filters }]
  const { read, order } = await versionedSite({ defaultActions: { documentActions: { ignoredParameters } } })
  const staff = { Cookie: 'staff=1' }
  expect([await read('/a?utm_source=x&b=1'), await read('/a?b=1'), await read('/a')]).toEqual([
    'version 1',
    'version 1',
    'version 2',
  ])
  expect(await read('/a?utm_source=x&b=1', staff)).toBe('version 3')
  await order([{ condition: '/a?utm_source=x&b=1' }])
  await waitFor(async () => expect(await read('/a?b=1')).toBe('version 4'))
  // visitors whose requests keep the parameter have another stored response, which is gone as well
  expect(await read('/a?utm_source=x&b=1', staff)).toBe('version 5')
  expect(await read('/a')).toBe('version 2')
})

test('an order that is committed late is carried out, too', async () => {
  const { read, order, database, sites } = await versionedSite()
  const late = uuid()
  await read('/a')
  await order([{ condition: '/other' }])
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const values = { id: late, site_id: sites[0]?.id ?? '', profile_id: null, items: null, created_at: Date.now() }
  await database.db.insertInto('cache_orders').values(values).execute()
  await waitFor(async () => expect(await read('/a')).toBe('version 2'))
})

test('traffic is written every few seconds, with the bytes of heads and bodies', async () => {
  const { read, database } = await versionedSite()
  for (let i = 0; i < 3; i++) await read('/a')
  const written = await waitFor(async () => {
    const counts = await trafficTotals(database)
    // nginx may be asked for its counts after Node's have been written once
    expect(counts).toMatchObject({ service_requests: 3, origin_requests: 1 })
    return counts
  })
  // about 200 bytes of head each
  expect(written.service_bytes).toBeGreaterThan(3 * 100)
  expect(written.service_bytes).toBeLessThan(3 * 500)
  expect(written.origin_bytes).toBeGreaterThan(100)
  expect(written.origin_bytes).toBeLessThan(500)
})

test('traffic of a site that is gone is dropped, that of others is written', async () => {
  const { read, database, sites, flush, addSite, visit } = await versionedSite()
  const other = await addSite({ port: 1, hostname: 'other.example' })
  await waitFor(async () => expect((await visit('/', { host: 'other.example' })).status).toBe(502))
  await read('/a')
  await database.db
    .deleteFrom('sites')
    .where('id', '=', sites[0]?.id ?? '')
    .execute()
  await flush()
  const rows = await database.db.selectFrom('traffic').select('site_id').distinct().execute()
  expect(rows).toEqual([{ site_id: other.id }])
})

test('a node is listed while it runs, and its addresses stay known after that', async () => {
  const { database, stop } = await testEdge()
  const nodes = () =>
    database.db
      .selectFrom('edge_nodes')
      .select(['ip', 'role', 'location'])
      .where('is_up', '=', 1)
      .orderBy('role')
      .execute()
  expect(await nodes()).toEqual([
    { ip: '127.0.0.1', role: 'load_balancer', location: 'here' },
    { ip: '127.0.0.1', role: 'processing_unit', location: 'here' },
  ])
  await stop()
  expect(await nodes()).toEqual([])
  // root domains may have them
  expect(await database.db.selectFrom('edge_nodes').select(['ip', 'is_up']).distinct().execute()).toEqual([
    { ip: '127.0.0.1', is_up: 0 },
  ])
})

test('while the database is away, the edge goes on with what it knows', async () => {
  const { read, database } = await versionedSite()
  await database.db.schema
    .alterTable('sites')
    .renameTo(`away_${randomUUID().replaceAll('-', '')}`)
    .execute()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect([await read('/a'), await read('/a')]).toEqual(['version 1', 'version 1'])
})
