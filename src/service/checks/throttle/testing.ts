import { type Socket, connect } from 'node:net'
import { type Dial, Failure } from '../../../shared/guard/index.ts'
import type { Relay } from './relay.ts'
import { read, replies } from './socks.ts'

/** Connects through a relay as a browser does, and so with its throttling. */
export function relayedDial(relay: Relay): Dial {
  return async (host, port, signal) => {
    signal.throwIfAborted()
    const socket = connect({ host: '127.0.0.1', port: relay.port, noDelay: true, signal })
    socket.on('error', () => undefined)
    try {
      const code = await connectThrough(socket, host, port)
      const connection = relay.connections().findLast((one) => one.host === host && one.port === port)
      if (code !== replies.succeeded)
        throw connection?.failure ?? new Failure('connect-failed', `No connection to ${host} on port ${port}.`)
      return { socket, dns: connection?.dns ?? null, connect: connection?.connect ?? 0 }
    } catch (error) {
      socket.destroy()
      signal.throwIfAborted()
      throw error
    }
  }
}

/** The client side: greets the server and requests a connection. @returns the reply code */
async function connectThrough(socket: Socket, host: string, port: number): Promise<number> {
  socket.write(Buffer.of(5, 1, 0))
  await read(socket, 2)
  const name = Buffer.from(host, 'latin1')
  const tail = Buffer.of(port >> 8, port & 255)
  socket.write(Buffer.concat([Buffer.of(5, 1, 0, 3, name.length), name, tail]))
  const answer = await read(socket, 10)
  return answer[1] ?? replies.generalFailure
}
