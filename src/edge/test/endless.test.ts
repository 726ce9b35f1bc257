import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { testEdge, testOrigin } from './edge.ts'

test.each(['text/event-stream', 'Text/Event-Stream; charset=utf-8', 'multipart/x-mixed-replace; boundary=frame'])(
  'a stream of %s is left as soon as its visitor leaves, and nobody waits for it',
  async (type) => {
    let asked = 0
    const connections: Socket[] = []
    const origin = await testOrigin((_, response) => {
      asked++
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=60' }).write('data: 1\n\n')
    })
    origin.on('connection', (socket: Socket) => connections.push(socket))
    const edge = await testEdge({ sites: [{ port: origin.port }] })
    const listen = async () => {
      const sent = get({ port: edge.port, path: '/events', headers: { Host: 'www.site.example' }, agent: false })
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      await once(response, 'data')
      response.on('error', () => undefined)
      return { response, leave: () => sent.destroy() }
    }
    const listeners = [await listen(), await listen()]
    expect(asked).toBe(2)
    expect(listeners[1]?.response.headers['cache-status']).toContain('endless')
    for (const { leave } of listeners) leave()
    await waitFor(() => expect(connections.map((socket) => socket.destroyed)).toEqual([true, true]))
  },
)
