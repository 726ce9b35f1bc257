import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { bounds } from '../../service/bounds.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { testEdge, testOrigin } from './edge.ts'

test('an address has a share of the connections, and others are served', async () => {
  const origin = await testOrigin((_, response) => response.end('page'))
  const edge = await testEdge({ sites: [{ port: origin.port }] })
  const open: Socket[] = []
  onTestFinished(() => open.forEach((socket) => socket.destroy()))
  for (let i = 0; i < bounds.visitor.connectionsByAddress + 8; i++) {
    const socket = connect({ port: edge.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    // what isn't read isn't seen to be closed
    open.push(socket.resume())
  }
  await waitFor(() =>
    expect(open.filter((socket) => !socket.destroyed && !socket.readableEnded)).toHaveLength(
      bounds.visitor.connectionsByAddress,
    ),
  )
  expect((await edge.visit('/')).text).toBe('page')
})
