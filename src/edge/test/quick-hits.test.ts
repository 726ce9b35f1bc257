import { expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { plainRequest } from '../serve/plain-request.ts'
import { trafficTotals, testEdge, testOrigin } from './edge.ts'
import { get, raw } from './raw-connection.ts'

const body = 'x'.repeat(2000)

/** An edge with one site whose origin counts its answers. */
async function edgeWithSite(settings?: object) {
  let asked = 0
  const origin = await testOrigin((request, response) => {
    asked++
    const type = request.url?.endsWith('.html') ? 'text/html' : 'image/png'
    const lines = { 'Cache-Control': 'max-age=600', ETag: '"one"', 'X-Version': String(asked) }
    response.writeHead(200, { ...lines, 'Content-Type': type, 'Content-Length': body.length }).end(body)
  })
  const edge = await testEdge({ sites: [{ port: origin.port, ...(settings ? { settings } : {}) }] })
  const host = `www.site.example:${origin.port}`
  return { edge, host, asked: () => asked, site: edge.sites[0]?.id ?? '' }
}

test.each([
  ['a hit', '/a.png', [], undefined],
  ['one that the visitor has', '/a.png', ['If-None-Match: "one"'], undefined],
  ['a compressed one', '/a.html', ['Accept-Encoding: gzip, br'], undefined],
  [
    'one that asks for prefetching',
    '/a.html',
    [],
    { defaultActions: { documentActions: { speculation: { _id: 's', enabled: true, filters: [] } } } },
  ],
])('%s says the same as through the whole server', async (_, path, lines, settings) => {
  const { edge, host, asked } = await edgeWithSite(settings)
  await edge.visit(path, { headers: { 'Accept-Encoding': 'br' } })
  const connection = await raw(edge.port)
  connection.write(get(path, host, ...lines))
  await connection.answers(1)
  connection.write(get(path, host, ...lines))
  const [, quick = ''] = (await connection.answers(2)).split(/(?=HTTP\/1\.1 \d)/)
  // no plain request, so it goes the other way
  connection.write(get(path, host, ...lines, 'TE: trailers'))
  const [, , whole = ''] = (await connection.answers(3)).split(/(?=HTTP\/1\.1 \d)/)
  // a second may have passed between the two
  const timeless = (text: string) => text.replace(/^Age: \d+/m, 'Age: 0').replace(/ttl=\d+/, 'ttl=0')
  const sorted = (text: string) => timeless(text).split('\r\n').toSorted()
  expect(sorted(quick)).toEqual(sorted(whole))
  expect(asked()).toBe(1)
})

test('requests that come together are answered in order', async () => {
  const { edge, host } = await edgeWithSite()
  for (const path of ['/a.png', '/b.png']) await edge.visit(path)
  const connection = await raw(edge.port)
  connection.write(get('/a.png', host))
  await connection.answers(1)
  connection.write(get('/a.png', host) + get('/new.png', host) + get('/b.png', host))
  const received = await connection.answers(4)
  expect([...received.matchAll(/x-version: (\d)/gi)].map(([, version]) => version)).toEqual(['1', '1', '3', '2'])
})

test('a request in pieces is never taken for several', async () => {
  const { edge, host, asked } = await edgeWithSite()
  await edge.visit('/a.png')
  const connection = await raw(edge.port)
  connection.write(get('/a.png', host))
  await connection.answers(1)
  // what looks like a request is a part of a field's value
  connection.write(`GET /pieces.png HTTP/1.1\r\nHost: ${host}\r\nX-Piece: `)
  await waitFor(() => expect(connection.socket.bytesWritten).toBeGreaterThan(0))
  await new Promise((resolve) => setTimeout(resolve, 20))
  connection.write(get('/a.png', host))
  const received = await connection.answers(2)
  // the second Host makes the whole invalid
  expect(received).toContain('HTTP/1.1 400')
  expect(asked()).toBe(1)
})

test('a purge and a change of state reach open connections', async () => {
  const { edge, host, site } = await edgeWithSite()
  const connection = await raw(edge.port)
  for (let i = 1; i <= 3; i++) {
    connection.write(get('/a.png', host))
    await connection.answers(i)
  }
  const { db } = edge.database
  const order = {
    id: '0190a0b0-0000-7000-8000-000000000000',
    site_id: site,
    profile_id: null,
    items: null,
    created_at: 0,
  }
  await db.insertInto('cache_orders').values(order).execute()
  await edge.follow()
  connection.write(get('/a.png', host))
  expect(await connection.answers(4)).toMatch(/x-version: 2/i)
  await db.updateTable('sites').set({ state: 'maintenance' }).where('id', '=', site).execute()
  await edge.follow()
  connection.write(get('/a.png', host))
  expect(await connection.answers(5)).toContain('HTTP/1.1 503')
})

test('every request and byte is counted', async () => {
  const { edge, host } = await edgeWithSite()
  const connection = await raw(edge.port)
  let received = ''
  for (let i = 1; i <= 5; i++) {
    connection.write(get('/a.png', host))
    received = await connection.answers(i)
  }
  await waitFor(async () => {
    await edge.flush()
    const written = await trafficTotals(edge.database)
    expect(written).toMatchObject({ service_requests: 5, service_bytes: received.length })
  })
})

test.each([
  ['another method', 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\nX: a\r\n\r\n'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n'],
  ['a body', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'],
  ['chunks', 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['the end of the connection', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['fields of the connection', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, X\r\n\r\n'],
  ['another protocol', 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n'],
  ['a range', 'GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\n\r\n'],
  ['a loop', 'GET / HTTP/1.1\r\nHost: a\r\nCDN-Loop: site-performance\r\n\r\n'],
  ['a folded line', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
  ['a bare line feed', 'GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n'],
  ['a control character', 'GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n'],
  ['a fragment', 'GET /#a HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['an absolute target', 'GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['something after it', 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET'],
  ['no end', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ['a bad host', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
])('a request with %s is not plain', (_, text) => {
  expect(plainRequest(Buffer.from(text, 'latin1'))).toBeUndefined()
})

test('a plain request is read as the whole server reads it', () => {
  const request = plainRequest(
    Buffer.from('GET /a?b=c HTTP/1.1\r\nHOST:  WWW.Site.example.:80 \r\nconstructor: x\r\nCookie:\r\n\r\n'),
  )
  expect(request?.hostname).toBe('www.site.example')
  expect(request?.target).toBe('/a?b=c')
  expect({ ...request?.fields }).toEqual({ host: 'WWW.Site.example.:80', constructor: 'x', cookie: '' })
})
