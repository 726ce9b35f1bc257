import { connect } from 'node:net'
import type { Dial } from '../dial.ts'
import { Failure } from '../failure.ts'
import type { Relay } from './relay.ts'
import { connectThrough, replies } from './socks.ts'

/** Opens connections through a relay, so that they get what its line does to them. */
export function relayedDial(relay: Relay): Dial {
  return async (host, port, signal) => {
    signal.throwIfAborted()
    const socket = connect({ host: '127.0.0.1', port: relay.port, noDelay: true, signal })
    socket.on('error', () => undefined)
    try {
      const code = await connectThrough(socket, host, port)
      const asked = relay.asked().findLast((one) => one.host === host && one.port === port)
      if (code !== replies.succeeded)
        throw asked?.failure ?? new Failure('connect-failed', `No connection to ${host} on port ${port}.`)
      return { socket, dns: asked?.dns ?? null, connect: asked?.connect ?? 0 }
    } catch (error) {
      socket.destroy()
      signal.throwIfAborted()
      throw error
    }
  }
}
