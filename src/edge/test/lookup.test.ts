import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { nodeLookup, nodeVisit } from '../../contract/cache-lookup.ts'
import { nodeMatch } from '../../contract/cache-match.ts'
import type { OptimizerState } from '../../contract/states.ts'
import { askEdge, type OrderItem, type Question } from '../../service/database/index.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { insertPurge, testEdge, testOrigin } from './edge.ts'

interface Options {
  readonly settings?: object
  readonly state?: OptimizerState
}

/** A site whose edge is asked as the service asks it. */
async function siteBehind(listener: RequestListener, options: Options = {}) {
  const origin = await testOrigin(listener)
  const edge = await testEdge({ sites: [{ port: origin.port, ...options }] })
  const siteId = edge.sites[0]?.id ?? ''
  const ask = async (kind: Question['kind'], target: string) => {
    const answers = await askEdge(edge.database, {
      question: { site_id: siteId, kind, target },
      waitMs: 90_000,
      maxOpen: 100,
      onAsked: edge.wake,
      signal: new AbortController().signal,
    })
    return JSON.parse(answers?.[0]?.answer ?? 'null') as unknown
  }
  const look = async (target: string) => z.parse(nodeLookup, await ask('look', target))
  const visit = async (target: string) => z.parse(nodeVisit, await ask('visit', target))
  const match = async (item: OrderItem) => z.parse(nodeMatch, await ask('match', JSON.stringify(item)))
  const purge = (items: readonly object[] | null) => insertPurge(edge.database, siteId, items)
  return { ...edge, origin, visitor: edge.visit, siteId, look, visit, match, purge }
}

const cacheable =
  (headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600', 'Content-Type': 'text/html', ...headers })
    response.end('x'.repeat(2000))
  }

test('shows each variant of an address', async () => {
  const { look, visitor } = await siteBehind(cacheable({ Vary: 'Accept-Language, Cookie', Age: '60' }))
  expect(await look('/')).toEqual({ held: false, stored_as: '/', variants: [], not_kept: null })
  await visitor('/', { headers: { 'Accept-Language': 'no', Cookie: 'id=secret' } })
  await visitor('/', { headers: { 'Accept-Encoding': 'br' } })
  // one that can be compressed is stored once it is
  const found = await waitFor(async () => {
    const one = await look('/')
    expect(one.variants).toHaveLength(2)
    return one
  })
  expect(found).toMatchObject({ held: true, stored_as: '/', not_kept: null })
  const common = { status: 200, state: 'fresh', size: 2000, content_type: 'text/html', anonymous_only: false }
  expect(found.variants).toMatchObject([
    {
      ...common,
      content_codings: ['identity', 'br', 'gzip'],
      vary: [
        { name: 'accept-language', value: 'no' },
        // never shown
        { name: 'cookie', value: null },
      ],
    },
    {
      ...common,
      vary: [
        { name: 'accept-language', value: null },
        { name: 'cookie', value: null },
      ],
    },
  ])
  const [one] = found.variants
  expect(one?.age).toBeGreaterThanOrEqual(60)
  expect((one?.age ?? 0) + (one?.time_left ?? 0)).toBeGreaterThanOrEqual(599)
  expect(Math.abs(Date.now() - Date.parse(one?.stored_at ?? ''))).toBeLessThan(90_000)
})

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const large = Buffer.alloc(17 * 2 ** 20)

test('says what is stored: its ETag, and size and hash of the decoded body', async () => {
  const text = 'x'.repeat(2000)
  const answers: Record<string, { coding?: string; body: Buffer | string }> = {
    '/plain': { body: text },
    '/gzip': { coding: 'gzip', body: gzipSync(text) },
    '/br': { coding: 'br', body: brotliCompressSync(text) },
    '/zstd': { coding: 'zstd', body: zstdCompressSync(text) },
    '/twice': { coding: 'gzip, br', body: brotliCompressSync(gzipSync(text)) },
    '/large': { coding: 'gzip', body: gzipSync(large) },
    '/lies': { coding: 'gzip', body: text },
    '/unknown': { coding: 'compress', body: text },
    '/many': { coding: 'identity, identity, identity, identity', body: text },
  }
  const { look, visitor } = await siteBehind((request, response) => {
    const { coding, body = '' } = answers[request.url ?? ''] ?? {}
    const headers = { 'Cache-Control': 'max-age=600', ETag: '"1"', 'Content-Length': Buffer.byteLength(body) }
    response.writeHead(200, { ...headers, ...(coding && { 'Content-Encoding': coding }) }).end(body)
  })
  const hashed = { etag: '"1"', size: 2000, sha256: sha256(text), not_hashed: null }
  const without = (reason: string) => ({ etag: '"1"', size: null, sha256: null, not_hashed: reason })
  const expected = {
    '/plain': hashed,
    '/gzip': hashed,
    '/br': hashed,
    '/zstd': hashed,
    '/twice': hashed,
    '/large': without('too large'),
    '/lies': without('undecodable'),
    '/unknown': without('undecodable'),
    '/many': without('undecodable'),
  }
  for (const path of Object.keys(answers)) await visitor(path, { headers: { 'Accept-Encoding': 'br, zstd, gzip' } })
  for (const [path, content] of Object.entries(expected))
    await waitFor(async () => expect([path, (await look(path)).variants[0]?.content]).toEqual([path, content]))
})

test.each([
  ['max-age=0, stale-while-revalidate=600', 'stale'],
  ['max-age=0', 'revalidate'],
  ['no-cache, max-age=600', 'revalidate'],
])('what is stored with %s is %s', async (directives, state) => {
  const { look, visitor } = await siteBehind(cacheable({ 'Cache-Control': directives, ETag: '"1"' }))
  await visitor('/')
  const found = await waitFor(async () => {
    const one = await look('/')
    expect(one.held).toBe(true)
    return one
  })
  expect(found.variants).toMatchObject([{ state }])
})

test('what was purged or flushed isn’t held, even before the edge looks for orders by itself', async () => {
  const { look, visitor, purge } = await siteBehind(cacheable())
  const isHeld = async (target: string) => (await look(target)).held
  for (const target of ['/a', '/b']) await visitor(target)
  await waitFor(async () => expect([await isHeld('/a'), await isHeld('/b')]).toEqual([true, true]))
  await purge([{ condition: '/a' }])
  expect([await isHeld('/a'), await isHeld('/b')]).toEqual([false, true])
  await purge(null)
  expect(await isHeld('/b')).toBe(false)
})

test('parameters that the settings ignore are left out', async () => {
  const ignoredParameters = [{ _id: 'campaign', enabled: true, filters: [] }]
  const settings = { defaultActions: { documentActions: { ignoredParameters } } }
  const { look, visitor } = await siteBehind(cacheable(), { settings })
  await visitor('/a?utm_source=x&b=1')
  await waitFor(async () => expect(await look('/a?b=1&gclid=2')).toMatchObject({ held: true, stored_as: '/a?b=1' }))
})

test('pages that the settings keep are for visitors without a session only', async () => {
  const htmlCache = [{ _id: 'html', enabled: true, filters: [] }]
  const settings = { defaultActions: { resourceActions: { htmlCache } } }
  const { look, visitor } = await siteBehind(
    (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('page'),
    { settings },
  )
  await visitor('/')
  await waitFor(async () => expect((await look('/')).variants).toMatchObject([{ anonymous_only: true }]))
})

test.each([
  [{ 'Cache-Control': 'no-store' }, 'no-store'],
  [{ 'Cache-Control': 'private' }, 'private'],
  [{ 'Cache-Control': 'max-age=0' }, 'no lifetime'],
  [{ Vary: '*' }, 'vary *'],
  [{ 'Content-Length': String(9 * 2 ** 20) }, 'too large'],
])('says why an answer with %j wasn’t stored', async (headers, reason) => {
  const { look, visitor } = await siteBehind((_, response) => {
    response.writeHead(203, { 'Cache-Control': 'max-age=600', ...headers })
    response.end('Content-Length' in headers ? Buffer.alloc(9 * 2 ** 20) : 'x')
  })
  await visitor('/')
  expect(await look('/')).toEqual({
    held: false,
    stored_as: '/',
    variants: [],
    not_kept: { reason, status: 203, at: expect.any(String) },
  })
})

test('forgets why once an answer was stored', async () => {
  let isPrivate = true
  const { look, visitor } = await siteBehind((_, response) => {
    response.writeHead(200, { 'Cache-Control': isPrivate ? 'private' : 'max-age=600' }).end('x')
  })
  await visitor('/')
  expect((await look('/')).not_kept).toMatchObject({ reason: 'private' })
  isPrivate = false
  await visitor('/')
  await waitFor(async () => expect(await look('/')).toMatchObject({ held: true, not_kept: null }))
})

test('says that the settings leave an address out', async () => {
  const filters = [{ direction: 0, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/cart' }] }]
  const { look } = await siteBehind(cacheable(), { settings: { defaultActions: { filters } } })
  expect(await look('/cart')).toMatchObject({ not_kept: { reason: 'settings', status: null, at: null } })
  expect(await look('/')).toMatchObject({ not_kept: null })
})

test('a visit is one visitor’s request, after which the address is held again', async () => {
  const { look, visit, purge } = await siteBehind(cacheable())
  const first = await visit('/a')
  expect(first).toMatchObject({ status: 200, age: null, problem: null })
  expect(first.cache_status).toBe('site-performance; fwd=uri-miss; stored')
  await waitFor(async () => expect((await look('/a')).held).toBe(true))
  const second = await visit('/a')
  expect(second.cache_status).toMatch(/^site-performance; hit; ttl=\d+$/)
  expect(second.age).toBeGreaterThanOrEqual(0)
  await purge([{ condition: '/a' }])
  expect(await look('/a')).toMatchObject({ held: false })
  expect((await visit('/a')).cache_status).toBe('site-performance; fwd=uri-miss; stored')
})

test('in preview, a visit goes to the preview address', async () => {
  const { visit } = await siteBehind(cacheable(), { state: 'preview' })
  expect((await visit('/')).cache_status).toBe('site-performance; fwd=uri-miss; stored')
})

test('a visit says what the visitor of a broken server gets', async () => {
  const { visit } = await siteBehind((request) => request.socket.destroy())
  expect(await visit('/')).toMatchObject({ status: 502, cache_status: 'site-performance; fwd=uri-miss' })
  const { visit: visitHalf } = await siteBehind((_, response) => {
    response.writeHead(200, { 'Content-Length': '10' }).write('x', () => response.destroy())
  })
  expect(await visitHalf('/')).toMatchObject({ status: null, problem: expect.stringContaining('closed') })
})

test('a node that stops no longer counts as one to be asked', async () => {
  const { database, stop } = await siteBehind(cacheable())
  const processes = () => database.db.selectFrom('edge_processes').selectAll().execute()
  expect(await processes()).toMatchObject([{ location: 'here', addresses: '["127.0.0.1"]' }])
  await stop()
  expect(await processes()).toEqual([])
})

test('counts what a purge would remove, and nothing of other sites', async () => {
  const { addSite, match, origin, purge, visitor } = await siteBehind(({ url = '' }, response) => {
    const tag = url.startsWith('/shop') ? { 'Surrogate-Key': 'shop sale' } : {}
    response.writeHead(200, { 'Cache-Control': 'max-age=600', 'Content-Type': 'text/html', ...tag }).end('x')
  })
  await addSite({ hostname: 'other.example', port: origin.port })
  const all = ['/', '/a', '/a?b=1', '/shop/', '/shop/1', '/shop/2', '/shop/3', '/shop/4', '/shop/5']
  for (const path of all) await visitor(path)
  await waitFor(async () => expect((await visitor('/shop/', { host: 'other.example' })).status).toBe(200))
  const pattern = (operator: 'PREFIX' | 'REGEX', text: string) => match({ pattern: { operator, text, type: null } })
  expect(await pattern('PREFIX', '/shop/')).toEqual({ held: 9, matched: 6, examples: all.slice(3, 8) })
  expect(await pattern('REGEX', '[12]$')).toMatchObject({ matched: 3, examples: ['/a?b=1', '/shop/1', '/shop/2'] })
  expect(await match({ tag: 'SALE' })).toMatchObject({ held: 9, matched: 6 })
  expect(await match({ condition: '/a' })).toMatchObject({ matched: 2, examples: ['/a', '/a?b=1'] })
  expect(await match({ condition: '/a?b=1' })).toMatchObject({ matched: 1 })
  await purge([{ pattern: { operator: 'PREFIX', text: '/shop/', type: null } }])
  await waitFor(async () => expect(await match({ tag: 'sale' })).toEqual({ held: 3, matched: 0, examples: [] }))
})
