import { type Socket, connect } from 'node:net'
import { Failure, reason } from './failure.ts'
import { type Guard, type Target, resolveTarget } from './target-guard.ts'

/** An open connection and what it took. */
export interface Connection {
  readonly socket: Socket
  /** Milliseconds of the look-up; null for an address. */
  readonly dns: number | null
  /** Milliseconds from the first SYN to the open connection. */
  readonly connect: number
}

export type Dial = (host: string, port: number, signal: AbortSignal) => Promise<Connection>

/** Opens connections to what the guard lets through. */
export function guardedDial(guard: Guard): Dial {
  return async (host, port, signal) => {
    const target = await resolveTarget(host, guard, signal)
    const began = performance.now()
    const socket = await open(host, port, target, signal)
    return { socket, dns: target.dns, connect: performance.now() - began }
  }
}

/** @throws {Failure} `connect-failed`; the signal's reason where it is aborted */
function open(host: string, port: number, target: Target, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  // The name goes to `connect` only so that Node tries the addresses in turn; the look-up is answered from what was checked.
  const socket = connect({
    host: target.addresses.length > 1 ? host : (target.addresses[0]?.address ?? host),
    port,
    noDelay: true,
    autoSelectFamily: true,
    lookup: (_, options, done) => {
      const [first] = target.addresses
      if (options.all || !first) done(null, [...target.addresses])
      else done(null, first.address, first.family)
    },
  })
  const settle = () => {
    signal.removeEventListener('abort', stop)
    socket.off('connect', opened)
    socket.off('error', failed)
  }
  const opened = () => {
    settle()
    resolve(socket)
  }
  const failed = (error: Error) => {
    settle()
    reject(
      new Failure('connect-failed', `No connection to ${host} on port ${port}: ${reason(error)}.`, { cause: error }),
    )
  }
  const stop = () => {
    settle()
    socket.on('error', () => undefined)
    socket.destroy()
    reject(signal.reason)
  }
  socket.on('connect', opened)
  socket.on('error', failed)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return promise
}
