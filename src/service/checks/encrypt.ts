import { connect as connectTls, type TLSSocket } from 'node:tls'
import { Failure, reason, serverName } from '../../shared/guard/index.ts'
import type { ByteStream } from './throttle/stream-pair.ts'

/**
 * Secures a connection to a host.
 * @param trust `ca`: certificate authorities (PEM) instead of Node's. With `rejectUnauthorized: false`, any certificate will do.
 * @throws {Failure} `tls-failed`
 */
export function encrypt(
  socket: ByteStream,
  host: string,
  trust: { readonly ca?: string; readonly rejectUnauthorized?: false },
): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>()
  const secured = connectTls({ socket, host, ALPNProtocols: ['http/1.1'], ...serverName(host), ...trust })
  secured.once('secureConnect', () => resolve(secured))
  secured.on('error', (error) =>
    reject(new Failure('tls-failed', `No secure connection to ${host}: ${reason(error)}.`, { cause: error })),
  )
  secured.once('close', () =>
    reject(new Failure('tls-failed', `No secure connection to ${host}: the connection was closed.`)),
  )
  return promise
}
