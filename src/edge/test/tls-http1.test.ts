import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { longerThanTheTestMs, waitFor } from '../../service/test/wait-for.ts'
import { testEdge, testOrigin } from './edge.ts'
import { certificateFolder, handshake } from './tls.ts'

/** A site, and a visitor's connection to it over TLS with HTTP/1.1. */
async function siteBehind(listener: RequestListener, options: object = {}) {
  const origin = await testOrigin(listener)
  const { path: folder } = certificateFolder('www.site.example', 'other.example')
  const edge = await testEdge({ sites: [{ port: origin.port, ...options }], https: { folder } })
  const socket = await handshake(edge, 'www.site.example')
  let received = ''
  socket.setEncoding('latin1').on('data', (text) => (received += String(text)))
  /** Sends bytes, and resolves with the answer once it ends so. */
  const send = async (bytes: string, end: string) => {
    const from = received.length
    socket.write(bytes, 'latin1')
    return waitFor(() => {
      const answer = received.slice(from)
      expect(answer.slice(-end.length)).toBe(end)
      return answer
    }, 5)
  }
  const get = (path: string, end: string, ...lines: string[]) =>
    send(`GET ${path} HTTP/1.1\r\n${['Host: www.site.example', ...lines].join('\r\n')}\r\n\r\n`, end)
  return { origin, edge, socket, send, get }
}

const cacheable = { 'Cache-Control': 'max-age=60', 'Content-Type': 'text/plain' }

test('misses and hits, by the whole server and by the shortcut for plain requests', async () => {
  let asked = 0
  const { get, edge } = await siteBehind((_, response) => {
    response.writeHead(200, { ...cacheable, 'Content-Length': 8 }).end(`answer ${++asked}`)
  })
  expect(await get('/a', 'answer 1')).toContain('fwd=uri-miss; stored')
  // the shortcut writes no reason phrase
  expect(await get('/a', 'answer 1')).toMatch(/^HTTP\/1\.1 200 \r\n[^]*hit; ttl=/)
  expect(await get('/b', 'answer 2')).toContain('fwd=uri-miss; stored')
  expect(await get('/a', 'answer 1', 'TE: trailers')).toContain('hit; ttl=')
  expect(await get('/a', 'ns', 'Range: bytes=1-2')).toMatch(/^HTTP\/1\.1 206 /)
  expect(edge.httpsCounts).toEqual({ requests: 5, handshakes: 1, failures: 0 })
  expect(edge.totals()).toMatchObject({ hits: 3, misses: 2, serviceRequests: 5 })
})

test('the origin is told that it was https', async () => {
  const { get } = await siteBehind((request, response) => {
    const { 'x-forwarded-proto': proto, 'x-forwarded-for': from } = request.headers
    response.end(`${String(proto)} ${String(from)}!`)
  })
  expect(await get('/a', '!')).toContain('https 127.0.0.1!')
  expect(await get('/b', '!')).toContain('https 127.0.0.1!')
})

test('bodies are forwarded', async () => {
  const { send } = await siteBehind(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
    response.writeHead(200, { 'Content-Length': body.length }).end(body)
  })
  const head = 'POST /a HTTP/1.1\r\nHost: www.site.example\r\n'
  expect(await send(`${head}Content-Length: 5\r\n\r\nabcde`, 'abcde')).toMatch(/^HTTP\/1\.1 200 /)
  expect(await send(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nxyz\r\n0\r\n\r\n`, 'xyz')).toMatch(
    /^HTTP\/1\.1 200 /,
  )
})

test('a WebSocket passes through', async () => {
  const { socket, send, origin } = await siteBehind(() => undefined)
  let proto: string | string[] | undefined
  origin.on('upgrade', (request, upgraded) => {
    proto = request.headers['x-forwarded-proto']
    upgraded.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    upgraded.on('data', (chunk: Buffer) => upgraded.write(`echo ${chunk.toString()}`))
    upgraded.on('error', () => undefined)
  })
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  expect(await send(`GET /ws HTTP/1.1\r\nHost: www.site.example\r\n${upgrade}`, '\r\n\r\n')).toMatch(/^HTTP\/1\.1 101 /)
  expect(await send('hello', 'hello')).toBe('echo hello')
  expect(proto).toBe('https')
  socket.destroy()
})

test.each([[''], ['TE: trailers\r\n']])(
  'a host that the certificate is not for needs another connection (%j)',
  async (lines) => {
    const { edge, send, get } = await siteBehind((_, response) =>
      response.writeHead(200, { 'Content-Length': 1 }).end('x'),
    )
    await edge.addSite({ port: 1, hostname: 'other.example' })
    await waitFor(async () => expect((await edge.visit('/', { host: 'other.example' })).status).toBe(502))
    expect(await get('/', 'x')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await send(`GET / HTTP/1.1\r\nHost: other.example\r\n${lines}\r\n`, '</html>\n')).toMatch(/^HTTP\/1\.1 421 /)
  },
)

test.each(['the whole server', 'the shortcut'])(
  'a stop lets an answer by %s end, and closes its connection then',
  async (server) => {
    const answers: { end: (text: string) => void }[] = []
    const { edge, socket, get } = await siteBehind((request, response) => {
      response.writeHead(200, { 'Content-Length': 4 })
      if (request.url === '/first') response.end('soon')
      else answers.push(response)
    })
    // the first request of a connection never takes the shortcut
    if (server === 'the shortcut') await get('/first', 'soon')
    const asked = get('/a', 'late')
    await waitFor(() => expect(answers).toHaveLength(1))
    const closed = once(socket, 'close')
    const stopped = edge.stop(longerThanTheTestMs)
    await new Promise((resolve) => setTimeout(resolve, 250))
    answers[0]?.end('late')
    expect(await asked).toMatch(/^HTTP\/1\.1 200 /)
    await closed
    await stopped
  },
)

test('what is sent to visitors without TLS stays without it', async () => {
  const { edge } = await siteBehind((request, response) => response.end(request.headers['x-forwarded-proto']))
  expect((await edge.visit('/')).text).toBe('http')
})
