import { once } from 'node:events'
import { type AddressInfo, connect, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { listen } from './listen.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

async function serverWith(limits: NonNullable<Parameters<typeof listen>[1]['limits']>) {
  const fetch = async (request: Request) => new Response(`read ${(await request.text()).length}`)
  const server = listen(fetch, { port: 0, host: '127.0.0.1', trustedProxies: [], limits })
  await once(server, 'listening')
  open.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return (sent: string): Client => clientOf(port, sent)
}

interface Client {
  readonly socket: Socket
  /** All that the server has sent, once it has closed the connection. */
  readonly closed: Promise<string>
}

function clientOf(port: number, sent: string): Client {
  const socket = connect(port, '127.0.0.1', () => socket.write(sent))
  open.push(() => socket.destroy())
  let text = ''
  socket.on('data', (data: Buffer) => (text += data.toString()))
  socket.on('error', () => {})
  return { socket, closed: new Promise((resolve) => socket.on('close', () => resolve(text))) }
}

const times = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 }

test('headers that never end are answered with 408, and the connection is closed', async () => {
  const send = await serverWith(times)
  const clients = Array.from({ length: 20 }, () => send('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: '))
  for (const { closed } of clients) {
    expect(await closed).toMatch(/^HTTP\/1\.1 408 [^]*\{"error":"The request took too long to arrive\."\}$/)
  }
})

test('so is a body that never ends', async () => {
  const send = await serverWith(times)
  const { closed } = send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nx')
  expect(await closed).toMatch(/^HTTP\/1\.1 408 /)
})

test('an idle connection is closed', async () => {
  const send = await serverWith({ keepAliveTimeout: 50 })
  expect(await send('GET / HTTP/1.1\r\nHost: a\r\n\r\n').closed).toMatch(/^HTTP\/1\.1 200 /)
})

test('connections above the maximum are closed, and those within it are served', async () => {
  const send = await serverWith({ maxConnections: 3 })
  const kept = Array.from({ length: 3 }, () => send('GET / HTTP/1.1\r\nHost: a\r\n'))
  await Promise.all(kept.map(({ socket }) => once(socket, 'connect')))
  expect(await send('GET / HTTP/1.1\r\nHost: a\r\n\r\n').closed).toBe('')
  for (const { socket, closed } of kept) {
    socket.write('Connection: close\r\n\r\n')
    expect(await closed).toMatch(/^HTTP\/1\.1 200 /)
  }
})

test('no limit is left to Node', async () => {
  const server = listen(() => new Response(), { port: 0, host: '127.0.0.1', trustedProxies: [] })
  open.push(() => server.close())
  await once(server, 'listening')
  const { headersTimeout, requestTimeout, maxConnections } = server
  expect({ headersTimeout, requestTimeout, maxConnections }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    maxConnections: 1000,
  })
})

test('an address has no more than its share of the connections, unless it stands for many', async () => {
  const limits = { maxConnectionsByAddress: 2 }
  const server = listen(() => new Response(), { port: 0, host: '127.0.0.1', trustedProxies: ['198.51.100.7'], limits })
  open.push(() => server.close())
  await once(server, 'listening')
  const from = (remoteAddress: string) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
    server.emit('connection', socket)
    open.push(() => socket.destroy())
    return socket.destroyed
  }
  expect([1, 2, 3].map(() => from('203.0.113.9'))).toEqual([false, false, true])
  expect([1, 2, 3].map(() => from('198.51.100.7'))).toEqual([false, false, false])
  expect(from('203.0.113.10')).toBe(false)
})
