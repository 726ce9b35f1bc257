import { once } from 'node:events'
import { get as getOver, type IncomingMessage, type ServerResponse } from 'node:http'
import { brotliDecompressSync, createBrotliDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { optimizerLimits } from '../optimize/limits.ts'
import { edgeForm, type TestEdge, testEdge, testOrigin, type VisitOptions } from './edge.ts'
import { certificateFolder, http2Visitor } from './tls.ts'

const page = `<!doctype html><title>Cart</title>${'<p>A line of a page that is for one visitor.</p>\n'.repeat(400)}`

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
  none: (bytes) => bytes,
}

type Answer = (response: ServerResponse) => void
const html = (lines: Readonly<Record<string, string>>, body = page): Answer => {
  return (response) => response.writeHead(200, { 'Content-Type': 'text/html', ...lines }).end(body)
}

const answers: Readonly<Record<string, Answer>> = {
  '/no-store': html({ 'Cache-Control': 'no-store', ETag: '"cart"', 'Content-Length': String(page.length) }),
  '/no-lifetime': html({}),
  '/private': html({ 'Cache-Control': 'private, max-age=60', Vary: 'Cookie' }),
  '/stored': html({ 'Cache-Control': 'max-age=60', ETag: '"stored"' }),
  '/weak': html({ 'Cache-Control': 'no-store', ETag: 'W/"cart"' }),
  '/not-found': (response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end(page),
  '/json': (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify([page])),
  '/small': html({ 'Cache-Control': 'no-store', 'Content-Length': '2' }, 'ok'),
  '/no-transform': html({ 'Cache-Control': 'no-store, no-transform' }),
  '/compressed': html({ 'Content-Encoding': 'x-own' }),
  '/identity': html({ 'Content-Encoding': 'identity', 'Cache-Control': 'max-age=60' }),
  '/image': html({ 'Content-Type': 'image/png' }),
  '/events': html({ 'Content-Type': 'text/event-stream; charset=utf-8' }),
  '/part': (response) =>
    response
      .writeHead(206, { 'Content-Type': 'text/html', 'Content-Range': 'bytes 0-2000/9000' })
      .end(page.slice(0, 2001)),
  '/trailers': (response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', Trailer: 'X-Sum, Digest' }).write(page)
    response.addTrailers({ 'X-Sum': '6', Digest: 'md5=x' })
    response.end()
  },
  '/unchanged': (response) => response.writeHead(304, { ETag: '"cart"' }).end(),
}

async function edgeFor(siteOptions: object = {}): Promise<TestEdge> {
  const origin = await testOrigin((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    answers[path]?.(response)
  })
  return testEdge({ sites: [{ port: origin.port, ...siteOptions }] })
}

const all = 'gzip, deflate, br, zstd'

test('what is not stored is compressed as it comes, in the form that the visitor likes best', async () => {
  const edge = await edgeFor()
  const cases: readonly (readonly [
    path: string,
    accepted: string | undefined,
    coding: string,
    options?: VisitOptions,
  ])[] = [
    ['/no-store', all, 'br'],
    ['/no-store', 'gzip', 'gzip'],
    ['/no-store', 'zstd', 'zstd'],
    ['/no-store', 'br;q=0.1, gzip', 'gzip'],
    ['/no-store', 'br;q=0, *', 'zstd'],
    ['/no-store', '*;q=0', 'none'],
    ['/no-store', 'identity;q=0, gzip;q=0.2', 'gzip'],
    ['/no-store', 'gzip;q=0.5, identity', 'none'],
    ['/no-store', undefined, 'none'],
    ['/no-store', all, 'br', { headers: { Cookie: 'sid=1' } }],
    ['/no-lifetime', all, 'br'],
    ['/private', all, 'br'],
    ['/stored?first', all, 'br'],
    ['/weak', all, 'br'],
    ['/not-found', all, 'br'],
    ['/json', all, 'br', { method: 'POST', body: 'a=b' }],
    ['/trailers', all, 'br'],
    ['/small', all, 'none'],
    ['/no-transform', all, 'none'],
    ['/no-store', all, 'none', { headers: { 'Cache-Control': 'no-transform' } }],
    ['/compressed', all, 'x-own'],
    ['/identity', all, 'br'],
    ['/image', all, 'none'],
    ['/events', all, 'none'],
    ['/part', all, 'none', { headers: { Range: 'bytes=0-2000' } }],
    ['/no-store', all, 'none', { headers: { Range: 'bytes=0-' } }],
  ]
  for (const [path, accepted, coding, options = {}] of cases) {
    const headers = { ...options.headers, ...(accepted === undefined ? {} : { 'Accept-Encoding': accepted }) }
    const answer = await edge.visit(path, { ...options, headers })
    const sent = answer.headers['content-encoding'] ?? 'none'
    expect([path, accepted, sent]).toEqual([path, accepted, coding])
    const text = decoders[coding]?.(answer.bytes).toString()
    if (path === '/no-store') expect(text).toBe(page)
    if (coding === 'none' || coding === 'x-own') continue
    expect(text).toContain('that is for one visitor')
    expect(answer.bytes.length).toBeLessThan(page.length / 4)
    expect(answer.headers['content-length']).toBeUndefined()
    expect(answer.headers['vary']).toMatch(/accept-encoding/i)
  }
})

test('the head says which form it is, for GET, HEAD and a 304 alike', async () => {
  const edge = await edgeFor()
  const headers = { 'Accept-Encoding': 'br' }
  const got = await edge.visit('/no-store', { headers })
  const head = await edge.visit('/no-store', { headers, method: 'HEAD' })
  for (const { headers: lines } of [got, head]) {
    expect(lines).toMatchObject({ 'content-encoding': 'br', etag: '"cart-br"', vary: 'Accept-Encoding' })
    expect(lines['content-length']).toBeUndefined()
  }
  expect((await edge.visit('/weak', { headers })).headers['etag']).toBe('W/"cart"')
  const plain = await edge.visit('/no-store', {})
  expect(plain.headers).toMatchObject({
    etag: '"cart"',
    vary: 'Accept-Encoding',
    'content-length': String(page.length),
  })
  const asked = { ...headers, 'If-None-Match': '"cart-br"' }
  const unchanged = await edge.visit('/unchanged', { headers: asked })
  expect([unchanged.status, unchanged.headers['etag'], unchanged.headers['vary']]).toEqual([
    304,
    '"cart-br"',
    'Accept-Encoding',
  ])
})

// nginx passes none on
test.skipIf(edgeForm === 'nginx')('trailers follow, but for those about the bytes of the origin', async () => {
  const edge = await edgeFor()
  const { trailers, bytes } = await edge.visit('/trailers', { headers: { 'Accept-Encoding': 'br', TE: 'trailers' } })
  expect(trailers).toEqual({ 'x-sum': '6' })
  expect(brotliDecompressSync(bytes).toString()).toBe(page)
})

test('the first of an answer that is stored is compressed, too, and the whole of it stored', async () => {
  const edge = await edgeFor()
  const headers = { 'Accept-Encoding': 'gzip' }
  const first = await edge.visit('/stored', { headers })
  expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', etag: '"stored-gzip"' })
  expect(first.headers['cache-status']).toContain('stored')
  const second = await edge.visit('/stored')
  expect(second.headers['cache-status']).toContain('hit')
  expect(second.text).toBe(page)
})

test.each([
  ['transparent', {}],
  ['bypass', {}],
  ['proxy only', {}],
  [
    'active',
    { settings: { defaultActions: { documentActions: { compression: [{ _id: 'c', enabled: false, filters: [] }] } } } },
  ],
])('nothing is compressed in the state %s, with settings %o', async (state, more) => {
  const edge = await edgeFor({ state, ...more })
  const answer = await edge.visit('/no-store', { headers: { 'Accept-Encoding': all } })
  expect(answer.text).toBe(page)
  expect(answer.headers['content-length']).toBe(String(page.length))
})

test('what the origin has sent arrives while it pauses', async () => {
  let proceed = () => {}
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).write('<h1>First</h1>')
    proceed = () => response.end('<p>Last</p>')
  })
  const edge = await testEdge({ sites: [{ port: origin.port }] })
  const asked = getOver({ port: edge.port, headers: { Host: 'www.site.example', 'Accept-Encoding': 'br' } })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const decoder = response.pipe(createBrotliDecompress())
  const [first] = (await once(decoder, 'data')) as [Buffer]
  expect(first.toString()).toBe('<h1>First</h1>')
  proceed()
  const [last] = (await once(decoder, 'data')) as [Buffer]
  expect(last.toString()).toBe('<p>Last</p>')
})

test('where enough are compressed, others are sent as they are', async () => {
  const finish: (() => void)[] = []
  const origin = await testOrigin((request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' }).write(page)
    if (request.url === '/last') response.end()
    else finish.push(() => response.end())
  })
  const edge = await testEdge({ sites: [{ port: origin.port }] })
  const headers = { Host: 'www.site.example', 'Accept-Encoding': 'br' }
  // no address may ask for so many at a time
  const open = Array.from({ length: optimizerLimits.compressed }, (_, i) =>
    getOver({
      port: edge.port,
      host: '127.0.0.1',
      localAddress: `127.0.0.${2 + (i % 4)}`,
      path: `/${i}`,
      headers,
      agent: false,
    }),
  )
  onTestFinished(() => open.forEach((one) => one.destroy()))
  const responses = await Promise.all(open.map(async (one) => ((await once(one, 'response')) as [IncomingMessage])[0]))
  expect(new Set(responses.map((one) => one.headers['content-encoding']))).toEqual(new Set(['br']))
  const other = await edge.visit('/last', { headers })
  expect([other.headers['content-encoding'], other.headers['vary'], other.text]).toEqual([
    undefined,
    'Accept-Encoding',
    page,
  ])
  // those that end make room, and so do visitors who leave
  for (const response of responses) response.resume()
  for (const one of finish) one()
  await Promise.all(responses.map((one) => once(one, 'end')))
  expect((await edge.visit('/last', { headers })).headers['content-encoding']).toBe('br')
})

test('the length of a page made for one visitor tells another site nothing about its secrets', async () => {
  const secret = 'csrf=7b1f9d3e'
  const origin = await testOrigin((request, response) => {
    const guess = decodeURIComponent(request.url ?? '').slice(2)
    html({ 'Cache-Control': 'no-store' }, `${page}<input value="${secret}"><p>${guess}</p>`)(response)
  })
  const { path: folder } = certificateFolder('www.site.example')
  const edge = await testEdge({ sites: [{ port: origin.port }], https: { folder } })
  const visitor = await http2Visitor(edge)
  const lengthOf = async (guess: string, from: string, cookies: object = { cookie: 'sid=1' }) => {
    const stream = visitor.begin(`/?${guess}`, { 'accept-encoding': all, 'sec-fetch-site': from, ...cookies })
    const [head] = (await once(stream, 'response')) as [Record<string, string>]
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return { coding: head['content-encoding'], length: Buffer.concat(chunks).length }
  }
  const right = secret
  // the same letters in another order
  const wrong = `csrf=${secret.slice(5).split('').toReversed().join('')}`
  // this is what would tell
  const own = await lengthOf(right, 'same-origin')
  expect(own.coding).toBe('br')
  expect(own.length).toBeLessThan((await lengthOf(wrong, 'same-origin')).length)
  for (const from of ['cross-site', 'same-site']) {
    const found = await lengthOf(right, from)
    expect(found.coding).toBe('gzip')
    expect(found.length).toBeLessThan(page.length * 0.8)
    expect(await lengthOf(wrong, from)).toEqual(found)
  }
  expect((await lengthOf(right, 'cross-site', {})).coding).toBe('br')
})
