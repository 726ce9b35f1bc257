import { connect } from 'node:net'
import { type Dial, Failure } from '../../guard/index.ts'
import type { Relay } from './relay.ts'
import { connectThrough, replies } from './socks.ts'

/** Connects through a relay, and so with its throttling. */
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
