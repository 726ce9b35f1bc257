import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { longerThanTheTestMs, waitFor } from '../../service/test/wait-for.ts'
import { edgeBefore } from './byte-origin.ts'
import { testEdge, testOrigin } from './edge.ts'
import { answerOf, certificateFolder, http2Visitor } from './tls.ts'

/** A site that is visited with HTTP/2. */
async function siteBehind(listener: RequestListener, options: object = {}) {
  const origin = await testOrigin(listener)
  const { path: folder } = certificateFolder('www.site.example')
  const edge = await testEdge({ sites: [{ port: origin.port, ...options }], https: { folder } })
  return { origin, edge, ...(await http2Visitor(edge)) }
}

const cacheable = { 'Cache-Control': 'max-age=60', 'Content-Type': 'text/plain' }

test('a miss, and then a hit', async () => {
  let asked = 0
  const { ask, edge } = await siteBehind((_, response) => response.writeHead(200, cacheable).end(`answer ${++asked}`))
  const miss = await ask('/a')
  expect(miss).toMatchObject({ status: 200, text: 'answer 1' })
  expect(miss.headers['cache-status']).toBe('site-performance; fwd=uri-miss; stored')
  const hit = await ask('/a')
  expect(hit).toMatchObject({ status: 200, text: 'answer 1' })
  expect(hit.headers['cache-status']).toMatch(/^site-performance; hit; ttl=\d+$/)
  expect(hit.headers['content-length']).toBe('8')
  expect(hit.headers).not.toHaveProperty('connection')
  expect(edge.httpsCounts).toEqual({ requests: 2, handshakes: 1, failures: 0 })
  expect(edge.totals()).toMatchObject({ hits: 1, misses: 1, serviceRequests: 2 })
  expect(edge.totals().serviceBytes).toBeGreaterThan(2 * 100)
})

test('many requests at once', async () => {
  const { ask } = await siteBehind((request, response) => response.writeHead(200, cacheable).end(request.url))
  const paths = Array.from({ length: 300 }, (_, i) => `/${i % 50}`)
  const answers = await Promise.all(paths.map((path) => ask(path)))
  expect(answers.map(({ text }) => text)).toEqual(paths)
})

test('ranges, conditions and HEAD from what is stored', async () => {
  const { ask } = await siteBehind((_, response) => {
    response.writeHead(200, { ...cacheable, ETag: '"1"', 'Content-Length': 10 }).end('0123456789')
  })
  await ask('/a')
  expect(await ask('/a', { range: 'bytes=2-4' })).toMatchObject({ status: 206, text: '234' })
  expect(await ask('/a', { 'if-none-match': '"1"' })).toMatchObject({ status: 304, text: '' })
  const head = await ask('/a', { ':method': 'HEAD' })
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(head.headers['content-length']).toBe('10')
  expect(await ask('/b', { ':method': 'HEAD' })).toMatchObject({ status: 200, text: '' })
})

test.each([204, 205])('an answer with the status %i has no body, whatever length the origin gives', async (status) => {
  const { edge } = await edgeBefore(
    (socket) =>
      void socket.write(`HTTP/1.1 ${status} None\r\nContent-Length: 4\r\n\r\n${status === 205 ? 'body' : ''}`),
    { https: { folder: certificateFolder('www.site.example').path } },
  )
  const { ask } = await http2Visitor(edge)
  for (const method of ['GET', 'POST']) {
    const { headers, text } = await ask('/', { ':method': method })
    expect([headers[':status'], headers['content-length'], text]).toEqual([status, undefined, ''])
  }
})

test('what the origin is told', async () => {
  const { ask, origin } = await siteBehind((request, response) => {
    response.end(JSON.stringify({ ...request.headers, version: request.httpVersion }))
  })
  const { text } = await ask('/a', { cookie: ['a=1', 'b=2'], te: 'trailers', 'x-some': 'thing' })
  expect(JSON.parse(text)).toMatchObject({
    version: '1.1',
    host: `www.site.example:${origin.port}`,
    cookie: 'a=1; b=2',
    'x-some': 'thing',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '127.0.0.1',
    via: '2 site-performance',
  })
  expect(JSON.parse(text)).not.toHaveProperty('te')
})

const echo: RequestListener = async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  response.writeHead(200, {
    'X-Length': length ?? '',
    'X-Coding': coding ?? '',
    'X-Sum': request.trailers['x-sum'] ?? '',
  })
  response.end(Buffer.concat(chunks))
}

test('bodies of known and of unknown length', async () => {
  const { ask } = await siteBehind(echo)
  const large = 'x'.repeat(1_000_000)
  const unknown = await ask('/a', { ':method': 'POST' }, large)
  expect(unknown.text).toBe(large)
  expect(unknown.headers).toMatchObject({ 'x-coding': 'chunked', 'x-length': '' })
  const known = await ask('/a', { ':method': 'PUT', 'content-length': 5 }, 'abcde')
  expect(known.text).toBe('abcde')
  expect(known.headers).toMatchObject({ 'x-coding': '', 'x-length': '5' })
  expect(await ask('/a', { ':method': 'POST' }, '')).toMatchObject({ status: 200, text: '' })
  expect(await ask('/a', { ':method': 'DELETE' })).toMatchObject({ status: 200, text: '' })
})

test('trailers in both directions', async () => {
  const { session } = await siteBehind((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(200, { Trailer: 'X-Out' })
      response.addTrailers({ 'X-Out': `got ${request.trailers['x-in']}` })
      response.end('body')
    })
  })
  const stream = session.request(
    { ':method': 'POST', ':path': '/a', ':authority': 'www.site.example' },
    { waitForTrailers: true },
  )
  stream.once('wantTrailers', () => stream.sendTrailers({ 'x-in': '1' }))
  stream.end('x')
  expect(await answerOf(stream)).toMatchObject({ text: 'body', trailers: { 'x-out': 'got 1' } })
})

test('a body waits for the 100 that its sender asked for', async () => {
  const { begin } = await siteBehind(echo)
  const stream = begin('/a', { ':method': 'POST', expect: '100-continue' }, false)
  await once(stream, 'continue')
  stream.end('later')
  expect(await answerOf(stream)).toMatchObject({ status: 200, text: 'later' })
})

test('hints come before the answer', async () => {
  const { ask } = await siteBehind((_, response) => {
    response.writeProcessing()
    response.writeEarlyHints({ link: ['</a.css>; rel=preload', '</b.js>; rel=preload'] })
    response.end('page')
  })
  const { interim, text } = await ask('/a')
  expect(interim).toMatchObject([
    { ':status': 102 },
    { ':status': 103, link: '</a.css>; rel=preload, </b.js>; rel=preload' },
  ])
  expect(text).toBe('page')
})

test('fields that the origin sends twice, and cookies, are all there', async () => {
  const { ask } = await siteBehind((_, response) => {
    response.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'ETag', '"1"', 'X', '1', 'X', '2']).end()
  })
  const { headers } = await ask('/a')
  expect(headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], x: '1, 2' })
})

test('a visitor who takes a request back takes it back from the origin', async () => {
  let gone = 0
  let asked = 0
  const { begin, ask } = await siteBehind(
    (request, response) => {
      asked++
      if (request.url === '/b') response.end('b')
      else response.once('close', () => gone++)
    },
    // nothing is cached, so no one can share the answer
    { state: 'bypass' },
  )
  const stream = begin('/a')
  await waitFor(() => expect(asked).toBe(1))
  stream.close(8)
  await waitFor(() => expect(gone).toBe(1))
  // the connection goes on
  expect((await ask('/b')).text).toBe('b')
})

test('half a body is no body', async () => {
  const bodies: (string | undefined)[] = []
  const { begin, session } = await siteBehind((request) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.once('end', () => bodies.push(text))
    request.once('error', () => bodies.push(undefined))
    request.once('data', () => session.socket.destroy())
  })
  const stream = begin('/a', { ':method': 'POST' }, false)
  stream.write('x'.repeat(200_000))
  await waitFor(() => expect(bodies).toEqual([undefined]))
})

test('a broken answer is not taken for a whole one', async () => {
  const { begin } = await siteBehind((_, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('half', () => response.destroy())
  })
  const stream = begin('/a')
  const failed = once(stream, 'error').catch((error: unknown) => [error])
  stream.resume()
  expect(await failed).toMatchObject([{ code: 'ERR_HTTP2_STREAM_ERROR' }])
})

test('a large body waits for a visitor who does not read', async () => {
  const size = 40 * 2 ** 20
  let sent = 0
  const { begin, ask } = await siteBehind((request, response) => {
    if (request.url === '/next') return void response.end('next')
    response.writeHead(200, { 'Content-Length': size, 'Cache-Control': 'no-store' })
    const part = Buffer.alloc(64 * 1024)
    const send = () => {
      while (sent < size) {
        sent += part.length
        if (!response.write(part)) return void response.once('drain', send)
      }
      response.end()
    }
    send()
  })
  const stream = begin('/large')
  await once(stream, 'response')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(sent).toBeLessThan(size)
  // others on the connection don't wait
  expect((await ask('/next')).text).toBe('next')
  let received = 0
  for await (const chunk of stream) received += (chunk as Buffer).length
  expect(received).toBe(size)
})

test('large answers to many requests on one connection', async () => {
  const size = 200_000
  const { begin } = await siteBehind((_, response) => response.writeHead(200, cacheable).end(Buffer.alloc(size)))
  // from the origin, and from what is stored
  for (let round = 0; round < 2; round++) {
    const streams = Array.from({ length: 100 }, (_, i) => begin(`/${i}`))
    await Promise.all(streams.map((stream) => once(stream, 'response')))
    for (const stream of streams) {
      let received = 0
      for await (const chunk of stream) received += (chunk as Buffer).length
      expect(received).toBe(size)
    }
  }
})

test('what is stored is sent in the form that a visitor prefers', async () => {
  const text = 'text '.repeat(1000)
  const { ask, edge, begin } = await siteBehind((_, response) => response.writeHead(200, cacheable).end(text))
  await ask('/a', { 'accept-encoding': 'br' })
  await waitFor(async () => {
    expect((await ask('/a', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
  })
  const stream = begin('/a', { 'accept-encoding': 'br' })
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  expect(String(brotliDecompressSync(Buffer.concat(chunks)))).toBe(text)
  expect((await ask('/a')).text).toBe(text)
  await edge.flush()
  const acted = await edge.database.db.selectFrom('site_action_times').select('action').execute()
  expect(acted).toContainEqual({ action: 'compression' })
})

test('an answer before the end of a body ends the request', async () => {
  const { begin, ask } = await siteBehind(() => undefined, { state: 'maintenance' })
  const stream = begin('/a', { ':method': 'POST' }, false)
  stream.write('x')
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
  expect(headers[':status']).toBe(503)
  stream.resume()
  await once(stream, 'close')
  expect((await ask('/b')).status).toBe(503)
})

test('a host that the certificate is not for needs another connection', async () => {
  const { edge, ask } = await siteBehind((_, response) => response.end('x'))
  await edge.addSite({ port: 1, hostname: 'other.example' })
  await waitFor(async () => expect((await edge.visit('/', { host: 'other.example' })).status).toBe(502))
  expect((await ask('/', { ':authority': 'other.example' })).status).toBe(421)
  expect((await ask('/', { ':authority': 'nobody.example' })).status).toBe(421)
  expect((await ask('/', { ':authority': 'WWW.SITE.example:443' })).status).toBe(200)
})

test('one certificate for several hosts lets them share a connection', async () => {
  const origin = await testOrigin((request, response) => response.end(request.headers['x-forwarded-host']))
  const { path: folder } = certificateFolder('*.site.example')
  const sites = ['a.site.example', 'b.site.example'].map((hostname) => ({ port: origin.port, hostname }))
  const edge = await testEdge({ sites, https: { folder } })
  const { ask } = await http2Visitor(edge, 'a.site.example')
  expect((await ask('/')).text).toBe(`a.site.example:${origin.port}`)
  expect((await ask('/', { ':authority': 'b.site.example' })).text).toBe(`b.site.example:${origin.port}`)
})

test('TRACE and CONNECT are refused', async () => {
  const { ask, begin } = await siteBehind((_, response) => response.end('x'))
  expect((await ask('/', { ':method': 'TRACE' })).status).toBe(405)
  const stream = begin('/', { ':method': 'CONNECT', ':path': undefined, ':scheme': undefined })
  expect((await answerOf(stream)).status).toBe(400)
})

test('a stop lets answers end', async () => {
  const answers: { end: (text: string) => void }[] = []
  const { edge, ask, session } = await siteBehind((_, response) => answers.push(response))
  const asked = ask('/a')
  await waitFor(() => expect(answers).toHaveLength(1))
  const stopped = edge.stop(longerThanTheTestMs)
  const closed = once(session, 'close')
  await new Promise((resolve) => setTimeout(resolve, 250))
  answers[0]?.end('late')
  expect((await asked).text).toBe('late')
  await closed
  await stopped
})

test('a stop ends what takes longer', async () => {
  const { edge, begin, session } = await siteBehind(() => undefined)
  begin('/a')
  const closed = once(session, 'close')
  await edge.stop(100)
  await closed
})
