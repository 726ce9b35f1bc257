import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { originLimits } from '../origin/limits.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { edgeForm, testEdge, testOrigin } from './edge.ts'
import { raw } from './raw-connection.ts'
import { certificateFolder, http2Visitor } from './tls.ts'

const head = (...lines: string[]) => `POST / HTTP/1.1\r\n${['Host: www.site.example', ...lines].join('\r\n')}\r\n\r\n`

/** An origin that answers with the whole body. */
const echo = () =>
  testOrigin((request, response) => {
    let received = ''
    request.setEncoding('utf8').on('data', (text) => (received += String(text)))
    request.on('end', () => response.writeHead(200, { 'Content-Length': received.length }).end(received))
  })

test.each([
  ['an empty one', '0\r\n\r\n', ''],
  ['an empty one with trailers', '0\r\nX-Sum: 1\r\n\r\n', ''],
  ['one part', '3\r\nabc\r\n0\r\n\r\n', 'abc'],
  ['one part and trailers', '3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n', 'abc'],
])('a chunked body that comes with its head: %s', async (_, body, text) => {
  const edge = await testEdge({ sites: [{ port: (await echo()).port }], silenceMs: 2000 })
  const connection = await raw(edge.port)
  connection.write(`${head('Transfer-Encoding: chunked')}${body}`)
  const answer = await connection.answers(1)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe(text)
})

test('an empty body in a frame of its own, in HTTP/2', async () => {
  const { path: folder } = certificateFolder('www.site.example')
  const edge = await testEdge({ sites: [{ port: (await echo()).port }], https: { folder }, silenceMs: 2000 })
  const visitor = await http2Visitor(edge)
  expect((await visitor.ask('/', { ':method': 'POST' }, '')).status).toBe(200)
})

// nginx says 100 by itself, and passes the request on once it has the body
const waitsFor100 = [['waits for 100', ['Content-Length: 100', 'Expect: 100-continue'], '']] as const

test.each([
  ...(edgeForm === 'nginx' ? [] : waitsFor100),
  ['sends a body without an end', ['Transfer-Encoding: chunked'], `10000\r\n${'x'.repeat(0x10000)}\r\n`] as const,
])('a server that refuses at once is left, though the visitor %s', async (_, lines, body) => {
  const connections: Socket[] = []
  const origin = createServer((socket) => {
    connections.push(socket)
    socket.on('error', () => undefined)
    // it closes nothing by itself
    socket.once('data', () => socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno'))
  })
  origin.listen(0, '127.0.0.1')
  await once(origin, 'listening')
  onTestFinished(() => void origin.close())
  const { port } = origin.address() as AddressInfo
  const edge = await testEdge({ sites: [{ port }] })
  const connection = await raw(edge.port)
  connection.write(`${head(...lines)}${body}`)
  await connection.until('no')
  await waitFor(() => expect(connections.map((socket) => socket.destroyed)).toEqual([true]), 5)
})

test.each([
  ['of any kind', ''],
  ['to change the protocol', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
])('no visitor takes all connections to a server, by requests %s', async (_, lines) => {
  let asked = 0
  const origin = await testOrigin((request, response) => {
    asked++
    if (request.url === '/free') response.end('free')
  })
  // one that takes all requests for such, without an answer
  origin.on('upgrade', () => asked++)
  const edge = await testEdge({ sites: [{ port: origin.port }] })
  const visitor = async (path: string, localAddress: string, more = '') => {
    const socket = connect({ port: edge.port, host: '127.0.0.1', localAddress })
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: www.site.example\r\n${more}\r\n`)
    return socket
  }
  const greedy = originLimits.share + 6
  for (let i = 0; i < greedy; i++) await visitor(`/${i}`, '127.0.0.2', lines)
  const other = await visitor('/free', '127.0.0.3')
  expect(String((await once(other, 'data')) as [Buffer])).toContain('free')
  // each request that came before has been decided about
  await waitFor(() => expect(asked).toBe(originLimits.share + 1), 5)
})

test('a visitor who waits in vain is told, and no incident comes of it', async () => {
  const origin = await testOrigin(() => {})
  const edge = await testEdge({ sites: [{ port: origin.port }] })
  const sockets: Socket[] = []
  let refused = ''
  for (let i = 0; i <= originLimits.share + originLimits.waiting; i++) {
    const socket = connect(edge.port, '127.0.0.1')
    socket.on('data', (chunk) => (refused += String(chunk)))
    socket.write(`GET /${i} HTTP/1.1\r\nHost: www.site.example\r\n\r\n`)
    sockets.push(socket)
  }
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  await waitFor(() => expect(refused).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 5/), 5)
  await edge.flush()
  const failures = await edge.database.db.selectFrom('origin_results').selectAll().execute()
  expect(failures).toEqual([])
})

test('two sites never share a connection, though their server is the same', async () => {
  const connections: Socket[] = []
  const origin = await testOrigin((_, response) => response.writeHead(200, { 'Content-Length': 2 }).end('ok'))
  origin.on('connection', (socket: Socket) => connections.push(socket))
  const hostnames = ['www.site.example', 'other.example']
  const edge = await testEdge({ sites: hostnames.map((hostname) => ({ port: origin.port, hostname })) })
  for (const method of ['GET', 'POST'])
    for (const host of [...hostnames, ...hostnames]) await edge.visit(`/${method}`, { host, method })
  // one for each site, and for each way to ask
  expect(connections).toHaveLength(4)
})
