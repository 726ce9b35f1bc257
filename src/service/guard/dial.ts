import { type Socket, connect } from 'node:net'
import { Failure, reason } from './failure.ts'
import { pinnedResolver } from './pinned-resolver.ts'
import { type Guard, type Target, resolveTarget } from './target-guard.ts'

/** An open connection and how long it took. */
export interface Connection<S = Socket> {
  readonly socket: S
  /** Duration of the DNS lookup in ms; null for an IP address. */
  readonly dns: number | null
  /** From the first SYN to the open connection, in ms. */
  readonly connect: number
}

export type Dial<S = Socket> = (host: string, port: number, signal: AbortSignal) => Promise<Connection<S>>

/** Connects to hosts that the guard allows, for one check: each host is looked up once. */
export function guardedDial(guard: Guard): Dial {
  const resolver = pinnedResolver(guard.resolver)
  return async (host, port, signal) => {
    const target = await resolveTarget(host, { ...guard, resolver }, signal)
    const began = performance.now()
    const socket = await connectTarget(host, port, target, signal)
    return { socket, dns: target.dns, connect: performance.now() - began }
  }
}

/**
 * Connects to a host at the addresses that were checked.
 * @throws {Failure} `connect-failed`; the signal's reason if it is aborted
 */
export function connectTarget(host: string, port: number, target: Target, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  // Node gets the name only to try the addresses in turn; `lookup` answers with the addresses that were checked.
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
  const removeListeners = () => {
    signal.removeEventListener('abort', abort)
    socket.off('connect', opened)
    socket.off('error', failed)
  }
  const opened = () => {
    removeListeners()
    resolve(socket)
  }
  const failed = (error: Error) => {
    removeListeners()
    reject(
      new Failure('connect-failed', `No connection to ${host} on port ${port}: ${reason(error)}.`, { cause: error }),
    )
  }
  const abort = () => {
    removeListeners()
    socket.on('error', () => undefined)
    socket.destroy()
    reject(signal.reason)
  }
  socket.on('connect', opened)
  socket.on('error', failed)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return promise
}
