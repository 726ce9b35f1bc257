import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { trafficTotals, edgeForm, testEdge, testOrigin } from './edge.ts'

test('the origin sees who asks, by which way', async () => {
  let seen: IncomingMessage['headers'] = {}
  const origin = await testOrigin((request, response) => {
    seen = request.headers
    response.end()
  })
  const { visit } = await testEdge({ sites: [{ port: origin.port }] })
  await visit('/', {
    headers: {
      'X-Forwarded-For': '192.0.2.9',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Via: '1.0 proxy',
      'CDN-Loop': 'other',
      Connection: 'X-Hop',
      'X-Hop': '1',
    },
  })
  const host = `www.site.example:${origin.port}`
  expect(seen).toMatchObject({
    host,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': host,
    'x-forwarded-proto': 'http',
    via: '1.0 proxy, 1.1 site-performance',
    'cdn-loop': 'other, site-performance',
  })
  expect(seen).not.toHaveProperty('x-hop')
})

test('a trusted proxy says who the visitor is', async () => {
  const origin = await testOrigin((request, response) => response.end(request.headers['x-forwarded-for']))
  const { visit } = await testEdge({ sites: [{ port: origin.port }], trustedProxies: ['127.0.0.1'] })
  const headers = { 'X-Forwarded-For': '192.0.2.1, 192.0.2.9' }
  expect((await visit('/', { headers })).text).toBe('192.0.2.9')
})

test('a request that comes back is a loop', async () => {
  const { visit } = await testEdge({ sites: [{ port: 1 }] })
  expect((await visit('/', { headers: { 'CDN-Loop': 'a, Site-Performance; x=1' } })).status).toBe(508)
})

test('the edge never asks itself', async () => {
  const { visit, addSite, port } = await testEdge()
  await addSite({ port })
  await waitFor(async () => expect((await visit('/')).status).toBe(502))
  expect((await visit('/')).headers['proxy-status']).toBe('site-performance; error=destination_ip_prohibited')
})

test('a private server is asked only where that is allowed', async () => {
  const origin = await testOrigin((_, response) => response.end())
  const { visit } = await testEdge({ sites: [{ port: origin.port }], allowPrivateTargets: false })
  const { status, headers, text } = await visit('/')
  expect([status, headers['proxy-status']]).toEqual([502, 'site-performance; error=destination_ip_prohibited'])
  expect(text).not.toContain('127.0.0.1')
})

test('a server that is not there: 502', async () => {
  const { visit } = await testEdge({ sites: [{ port: 1 }] })
  const { status, headers } = await visit('/')
  expect([status, headers['proxy-status']]).toEqual([502, 'site-performance; error=connection_refused'])
})

test('bodies go through as they are, both ways', async () => {
  const origin = await testOrigin((request, response) => {
    const hash = createHash('sha256')
    request.on('data', (chunk: Buffer) => hash.update(chunk))
    request.on('end', () => response.end(hash.digest('hex')))
  })
  const { port } = await testEdge({ sites: [{ port: origin.port }] })
  const body = Buffer.alloc(3 * 2 ** 20, 'abc')
  for (const headers of [{ 'Content-Length': String(body.length) }, { 'Transfer-Encoding': 'chunked' }]) {
    const sent = httpRequest({ port, method: 'POST', path: '/', headers: { Host: 'www.site.example', ...headers } })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk)
    expect(text).toBe(createHash('sha256').update(body).digest('hex'))
  }
})

describe('interim responses', () => {
  const hints = { link: '</a.css>; rel=preload; as=style', 'x-hint': '1' }

  test('102 and 103 are passed on, and are no part of what is stored', async () => {
    const origin = await testOrigin((_, response) => {
      response.writeProcessing()
      response.writeEarlyHints(hints)
      response.writeHead(200, { 'Cache-Control': 'max-age=60' }).end('x')
    })
    const { port, visit } = await testEdge({ sites: [{ port: origin.port }] })
    const sent = httpRequest({ port, headers: { Host: 'www.site.example' } }).end()
    const interim: unknown[] = []
    sent.on('information', ({ statusCode, headers }) => interim.push([statusCode, headers]))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    // nginx can't take them
    const passedOn = edgeForm === 'nginx' ? [] : [102, 103].map((status) => [status, status === 103 ? hints : {}])
    expect(interim).toEqual(passedOn)
    expect(response.headers).not.toHaveProperty('x-hint')
    expect((await visit('/')).headers).not.toHaveProperty('x-hint')
  })

  test('not to HTTP/1.0', async () => {
    const origin = await testOrigin((_, response) => {
      response.writeEarlyHints(hints)
      response.end('x')
    })
    const { port } = await testEdge({ sites: [{ port: origin.port }] })
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.0\r\nHost: www.site.example\r\n\r\n')
    let text = ''
    for await (const chunk of socket.setEncoding('utf8')) text += String(chunk)
    expect(text).toMatch(/^HTTP\/1.1 200/)
  })
})

describe('Expect: 100-continue', () => {
  const ask = async (port: number) => {
    const sent = httpRequest({
      port,
      method: 'PUT',
      path: '/',
      headers: { Host: 'www.site.example', Expect: '100-continue', 'Content-Length': '3' },
    })
    let isContinued = false
    sent.on('continue', () => {
      isContinued = true
      sent.end('abc')
    })
    sent.flushHeaders()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk)
    sent.destroy()
    return { isContinued, status: response.statusCode, text }
  }

  test('the origin decides: it wants the body', async () => {
    const origin = await testOrigin((request, response) => void request.pipe(response))
    const { port } = await testEdge({ sites: [{ port: origin.port }] })
    expect(await ask(port)).toEqual({ isContinued: true, status: 200, text: 'abc' })
  })

  test('or it does not', async () => {
    const refuse: RequestListener = (_, response) => response.writeHead(403).end('no')
    const origin = await testOrigin(refuse)
    origin.on('checkContinue', refuse)
    const { port } = await testEdge({ sites: [{ port: origin.port }] })
    // nginx doesn't ask before it has a visitor send the body
    expect(await ask(port)).toEqual({ isContinued: edgeForm === 'nginx', status: 403, text: 'no' })
  })
})

test('trailers are passed on', async () => {
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { Trailer: 'X-Sum' })
    response.write('x')
    response.addTrailers({ 'X-Sum': '42' })
    response.end()
  })
  const { visit } = await testEdge({ sites: [{ port: origin.port }] })
  // nginx leaves them out
  expect((await visit('/')).trailers).toEqual(edgeForm === 'nginx' ? {} : { 'x-sum': '42' })
})

describe('WebSocket', () => {
  test('is piped both ways, and counted', async () => {
    const origin = createServer()
    origin.on('upgrade', (_, socket) => {
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Extra: 1\r\n\r\n',
      )
      socket.on('data', (chunk: Buffer) => {
        socket.write(`echo ${chunk.toString()}`)
      })
      socket.on('error', () => undefined)
    })
    origin.listen(0, '127.0.0.1')
    await once(origin, 'listening')
    const { port, flush, database } = await testEdge({ sites: [{ port: (origin.address() as AddressInfo).port }] })
    const sent = httpRequest({
      port,
      headers: { Host: 'www.site.example', Connection: 'Upgrade', Upgrade: 'websocket' },
    }).end()
    const [response, socket] = (await once(sent, 'upgrade')) as [IncomingMessage, Socket]
    expect([response.statusCode, response.headers['x-extra'], response.headers.upgrade]).toEqual([
      101,
      '1',
      'websocket',
    ])
    socket.write('hello')
    const [echoed] = (await once(socket, 'data')) as [Buffer]
    expect(echoed.toString()).toBe('echo hello')
    await flush()
    const written = await trafficTotals(database)
    expect(written).toMatchObject({ service_requests: 1, origin_requests: 1 })
    expect(written.service_bytes).toBeGreaterThan('echo hello'.length)
    socket.destroy()
    origin.close()
  })

  test('an origin that declines answers in HTTP', async () => {
    const origin = await testOrigin((_, response) =>
      response.writeHead(426, { Connection: 'close, X-Hop', 'X-Hop': '1' }).end('no'),
    )
    const { port } = await testEdge({ sites: [{ port: origin.port }] })
    const sent = httpRequest({
      port,
      headers: { Host: 'www.site.example', Connection: 'Upgrade', Upgrade: 'websocket' },
    }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    expect([response.statusCode, response.headers['x-hop']]).toEqual([426, undefined])
  })

  test('other protocols are not taken up', async () => {
    const origin = await testOrigin((request, response) => response.end(String(request.headers.upgrade)))
    const { visit } = await testEdge({ sites: [{ port: origin.port }] })
    const { status, text } = await visit('/', { headers: { Connection: 'Upgrade', Upgrade: 'h2c' } })
    expect([status, text]).toEqual([200, 'undefined'])
  })
})
