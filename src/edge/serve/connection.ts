import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Scheme } from '../exchange/cache-key.ts'

/** What a visitor's connection says about the requests on it. */
export interface Connection {
  readonly scheme: Scheme
  /** The name that the visitor asked for when TLS began, in lower case; undefined without TLS, and where it isn't known. */
  readonly servername: string | undefined
}

const plain: Connection = { scheme: 'http', servername: undefined }

export function connectionOf(socket: Duplex): Connection {
  if (!(socket instanceof TLSSocket)) return plain
  // TLS 1.2 forgets it when a ticket stands in for a handshake
  return { scheme: 'https', servername: socket.servername ? socket.servername.toLowerCase() : undefined }
}
