import type { Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { OriginProblem } from '../../contract/origin-problems.ts'
import { originLimits } from './limits.ts'
import { connectTarget, type Guard, resolveTarget, serverName } from '../../shared/guard/index.ts'
import type { Origin } from '../control/site.ts'
import { OriginFailure } from './failure.ts'
import { TlsCarrier } from './tls-carrier.ts'
import { brokenRule } from './well-formed.ts'

export interface DialOptions {
  readonly guard: Guard
  /** Whether an address and port are this edge's own. */
  readonly isOwn: (address: string, port: number) => boolean
  /** The server to connect to instead. */
  readonly redirect?: ((origin: Origin) => Origin) | undefined
}

/**
 * Connects to a customer's server, if the guard allows it, and never to the edge itself.
 * @param watchesEnd whether the end of a connection that didn't end TLS is an error (RFC 9112, section 9.8), which costs some CPU
 *   time
 * @throws {OriginFailure}
 */
export async function dialOrigin(
  asked: Origin,
  { guard, isOwn, redirect }: DialOptions,
  watchesEnd = false,
): Promise<Socket> {
  const origin = redirect ? redirect(asked) : asked
  if (origin.server === null) throw new OriginFailure('dns_error')
  const signal = AbortSignal.timeout(originLimits.connect)
  try {
    const target = await resolveTarget(origin.server, guard, signal, (address) => {
      if (isOwn(address, origin.port)) throw new OriginFailure('destination_ip_prohibited')
    })
    const connected = await connectTarget(origin.server, origin.port, target, signal)
    const socket = origin.https ? await secure(connected, origin, signal, watchesEnd) : connected
    // Node sends a head that waits for 100 as it would any text: its characters are bytes, as everywhere
    return socket.setDefaultEncoding('latin1')
  } catch (error) {
    // it may have moved
    guard.resolver.forget?.(origin.server)
    throw failureFrom(error, signal)
  }
}

function secure(socket: Socket, origin: Origin, signal: AbortSignal, watchesEnd: boolean): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const name = origin.hostname.replace(/^\[|\]$/g, '')
  const carrier = watchesEnd ? new TlsCarrier(socket) : undefined
  const secured = connectTls({
    socket: carrier ?? socket,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: origin.checkCertificate,
    ...serverName(name),
  })
  const giveUp = () => secured.destroy(new OriginFailure('connection_timeout'))
  secured.once('secureConnect', () => {
    signal.removeEventListener('abort', giveUp)
    secured.off('error', reject)
    if (carrier) failAtCut(secured, carrier)
    resolve(secured)
  })
  secured.once('error', reject)
  signal.addEventListener('abort', giveUp, { once: true })
  return promise
}

/** Makes the end of a connection on which TLS wasn't ended an error for whoever reads, after all that has come. */
function failAtCut(secured: TLSSocket, carrier: TlsCarrier): void {
  let isEnded = false
  let isCut = false
  const push = secured.push.bind(secured)
  secured.push = (chunk: unknown) => {
    if (chunk === null) isEnded = true
    return push(chunk)
  }
  carrier.prependOnceListener('end', () => (isCut = !isEnded))
  secured.prependOnceListener('end', () => {
    if (isCut && secured.listenerCount('error') > 0) secured.emit('error', new OriginFailure('connection_terminated'))
  })
}

/** The codes of the guard's failures and of Node's errors. */
const problems: Readonly<Record<string, OriginProblem>> = {
  'refused-target': 'destination_ip_prohibited',
  'dns-failed': 'dns_error',
  'connect-failed': 'connection_refused',
  ECONNRESET: 'connection_terminated',
  EPIPE: 'connection_terminated',
  ETIMEDOUT: 'connection_timeout',
}

/** Names the problem behind an error of a connection or an exchange. */
export function failureFrom(error: unknown, signal?: AbortSignal): OriginFailure {
  if (error instanceof OriginFailure) return error
  if (signal?.aborted) return new OriginFailure('connection_timeout', { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isTls = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/.test(code)
  const problem = problems[code] ?? (isTls ? 'tls_certificate_error' : (brokenRule(code) ?? 'connection_terminated'))
  return new OriginFailure(problem, { cause: error })
}
