import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { closeServer } from './close-server.ts'
import { longerThanTheTestMs } from '../service/test/wait-for.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** A server with a request in flight, on a connection that the client keeps. */
async function withRequestInFlight() {
  const server = createServer({ keepAliveTimeout: longerThanTheTestMs }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  open.push(() => {
    client.destroy()
    server.closeAllConnections()
  })
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  let received = ''
  client.on('data', (data: Buffer) => (received += data.toString()))
  return { server, response, received: () => received }
}

test('what is in flight is answered, and a connection that is kept afterwards doesn’t hold the server up', async () => {
  const { server, response, received } = await withRequestInFlight()
  const closed = closeServer(server, longerThanTheTestMs)
  // the answer says that the connection is kept
  response.shouldKeepAlive = true
  response.end('answered')
  await closed
  await expect.poll(received).toContain('answered')
})

test('what isn’t answered in time is cut off', async () => {
  const { server, received } = await withRequestInFlight()
  await closeServer(server, 10)
  expect(received()).toBe('')
})
