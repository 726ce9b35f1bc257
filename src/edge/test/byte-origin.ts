import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import { selfSigned } from '../../service/test/certificate.ts'
import { testEdge, type TestEdgeOptions } from './edge.ts'

/**
 * What a server sends for a request.
 * @param head of the request, one character for each byte; what has come of its body follows it
 */
type Answer = (socket: Socket, path: string, head: string) => void | Promise<void>

interface Options extends Omit<TestEdgeOptions, 'sites'> {
  /** Whether the server is asked by https. */
  readonly isSecure?: boolean
}

/** An edge with one site whose server says what it likes, byte by byte. */
export async function edgeBefore(answer: Answer, { isSecure = false, ...options }: Options = {}) {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const take = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.setEncoding('latin1').on('data', (text) => {
      const head = String(text)
      const path = /^[A-Z]+ (\S+) HTTP/.exec(head)?.[1]
      // a body that comes after its head
      if (path === undefined) return
      asked.push(path)
      void answer(socket, path, head)
    })
  }
  const server = isSecure ? createTlsServer(selfSigned('www.site.example'), take) : createServer(take)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  const edge = await testEdge({ sites: [{ port, isSecure }], ...options })
  return { edge, asked, sockets }
}
