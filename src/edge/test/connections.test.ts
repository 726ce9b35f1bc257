import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { visitorLimits } from '../serve/limits.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { edgeForm, testEdge, testOrigin } from './edge.ts'

const { connectionsByAddress } = visitorLimits

/** Opens more connections than an address may have, which send this. @returns those that are still open */
async function openMany(port: number, localAddress: string, sent: string): Promise<() => readonly Socket[]> {
  const all: Socket[] = []
  onTestFinished(() => all.forEach((socket) => socket.destroy()))
  for (let i = 0; i < connectionsByAddress + 8; i++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(sent)
    // what isn't read isn't seen to be closed
    all.push(socket.resume())
  }
  return () => all.filter((socket) => !socket.destroyed && !socket.readableEnded)
}

const beginnings = {
  nothing: '',
  'half a head': 'GET / HTTP/1.1\r\nHost: www.site.exa',
  'a request': 'GET / HTTP/1.1\r\nHost: www.site.example\r\n\r\n',
}

test.each(Object.entries(beginnings))(
  'an address has a share of the connections, on which it sends %s, and others are served',
  async (_, sent) => {
    const origin = await testOrigin((__, response) => response.end('page'))
    const edge = await testEdge({ sites: [{ port: origin.port }] })
    const open = await openMany(edge.port, '127.0.0.2', sent)
    await waitFor(() => expect(open()).toHaveLength(connectionsByAddress))
    expect((await edge.visit('/')).text).toBe('page')
  },
)

test.runIf(edgeForm === 'nginx')('workers of nginx share what an address may have', async () => {
  const origin = await testOrigin((_, response) => response.end('page'))
  const edge = await testEdge({ sites: [{ port: origin.port }], nginx: { workers: 2 } })
  const open = await openMany(edge.port, '127.0.0.2', '')
  await waitFor(() => expect(open().length).toBeLessThanOrEqual(connectionsByAddress))
  // each of them may round up
  expect(open().length).toBeGreaterThan(connectionsByAddress - 8)
})

test('a trusted proxy has as many connections as it wants', async () => {
  const origin = await testOrigin((_, response) => response.end('page'))
  const edge = await testEdge({ sites: [{ port: origin.port }], trustedProxies: ['127.0.0.2/31', '10.0.0.0/8'] })
  const proxy = await openMany(edge.port, '127.0.0.3', '')
  const other = await openMany(edge.port, '127.0.0.4', '')
  await waitFor(() => expect(other()).toHaveLength(connectionsByAddress))
  expect(proxy()).toHaveLength(connectionsByAddress + 8)
})
