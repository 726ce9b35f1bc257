import { type Socket, connect } from 'node:net'
import { Failure, reason } from './failure.ts'
import { firstConnected } from './first-connected.ts'
import type { Attempt } from './first-of.ts'
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
 * Connects to a host at the addresses that were checked: to whichever answers first.
 * @throws {Failure} `connect-failed`; the signal's reason if it is aborted
 */
export async function connectTarget(host: string, port: number, target: Target, signal: AbortSignal): Promise<Socket> {
  try {
    return await firstConnected(target, ({ address }) => attempt(address, port), signal)
  } catch (error) {
    if (signal.aborted || error instanceof Failure) throw error
    throw new Failure('connect-failed', `No connection to ${host} on port ${port}: ${reason(error)}.`, { cause: error })
  }
}

function attempt(host: string, port: number): Attempt<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({ host, port, noDelay: true })
  socket.once('error', reject)
  socket.once('connect', () => {
    socket.off('error', reject)
    resolve(socket)
  })
  return { result: promise, cancel: () => socket.on('error', () => undefined).destroy() }
}
