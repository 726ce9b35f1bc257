import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { PlainResponse } from './plain-response.ts'

/** The edge's end of a visitor's connection, whose other end takes everything. */
async function visitorSocket(): Promise<Socket> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const visitor = connect((server.address() as AddressInfo).port, '127.0.0.1')
  visitor.resume()
  const [socket] = (await once(server, 'connection')) as [Socket]
  onTestFinished(() => {
    visitor.destroy()
    socket.destroy()
    server.close()
  })
  return socket
}

test.each([
  ['at once', 0],
  ['long after its last byte', 20],
])('an answer that ends %s is finished', async (_, ms) => {
  const response = new PlainResponse(await visitorSocket())
  const finished = once(response, 'finish')
  response.writeHead(200, 'OK', ['Content-Length', '4'])
  response.write(Buffer.from('body'))
  if (ms > 0) await wait(ms)
  response.end()
  await finished
})

test('an answer that is cut off is closed, and never finished', async () => {
  const socket = await visitorSocket()
  const response = new PlainResponse(socket)
  let isFinished = false
  response.on('finish', () => (isFinished = true))
  const closed = once(response, 'close')
  response.writeHead(200, 'OK', ['Content-Length', '4'])
  response.write(Buffer.from('bo'))
  response.destroy()
  await closed
  expect(response.destroyed).toBe(true)
  expect(isFinished).toBe(false)
})

test('a value that could end its line is never sent', async () => {
  const response = new PlainResponse(await visitorSocket())
  for (const value of ['a\r\nX: y', 'a\nb', 'a\0b', 'Łódź'])
    expect(() => response.writeHead(200, 'OK', ['X-A', value])).toThrow()
})

test('however much is written to a visitor who doesn’t read, it waits with one listener', async () => {
  const socket = await visitorSocket()
  const before = socket.listenerCount('drain')
  const response = new PlainResponse(socket)
  response.writeHead(200, 'OK', [])
  let drained = 0
  response.on('drain', () => drained++)
  for (let i = 0; i < 100; i++) response.write(Buffer.alloc(256 * 1024))
  expect(socket.listenerCount('drain')).toBe(before + 1)
  await once(response, 'drain')
  expect(drained).toBe(1)
})
