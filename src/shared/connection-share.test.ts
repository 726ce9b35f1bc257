import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../service/test/wait-for.ts'
import { shareConnections } from './connection-share.ts'

/** A server that gives each address three connections, but exempts 127.0.0.9. */
async function sharingServer() {
  const server = createServer((_, answer) => answer.end('served'))
  shareConnections(server, { max: 3, isExempt: (address) => address === '127.0.0.9' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  /** Connects from an address, and asks for a page: the socket, and whether it was answered or closed. */
  return async (from: string): Promise<{ socket: Socket; outcome: string }> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const outcome = await new Promise<string>((resolve) => {
      socket.once('data', () => resolve('answered'))
      socket.once('close', () => resolve('closed'))
    })
    return { socket, outcome }
  }
}

test('an address that has its share gets no more, until one of its connections closes', async () => {
  const ask = await sharingServer()
  const first = await ask('127.0.0.2')
  for (let i = 0; i < 2; i++) expect((await ask('127.0.0.2')).outcome).toBe('answered')
  expect((await ask('127.0.0.2')).outcome).toBe('closed')
  expect((await ask('127.0.0.3')).outcome).toBe('answered')
  first.socket.end()
  await waitFor(async () => expect((await ask('127.0.0.2')).outcome).toBe('answered'))
})

test('an exempt address may have more', async () => {
  const ask = await sharingServer()
  for (let i = 0; i < 6; i++) expect((await ask('127.0.0.9')).outcome).toBe('answered')
})
