import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import type { Logger } from 'pino'
import { tlsLimits } from './limits.ts'
import type { Https } from './https.ts'

export interface SecureServer {
  readonly server: Server
  /** Accepts no further connections. Resolves when those that there are have ended. */
  close(): Promise<void>
  closeAllConnections(): void
}

/** What Node takes as the keys of session tickets. */
const newTicketKeys = () => randomBytes(48)

/**
 * The server that speaks TLS 1.2 and 1.3 with the certificate of the host that a visitor names. Without a name or a
 * certificate, the handshake fails.
 * @param accept takes over a connection on which it's agreed what is spoken
 */
export function createSecureServer(
  { certificates, counts, ticketMs }: Https,
  log: Logger,
  accept: (socket: TLSSocket) => void,
): SecureServer {
  const server = createServer({
    SNICallback: (name, done) => done(null, certificates.contextFor(name.toLowerCase())),
    ALPNProtocols: ['h2', 'http/1.1'],
    minVersion: 'TLSv1.2',
    handshakeTimeout: tlsLimits.handshake,
    // whoever comes again within this time proves to be the same without another handshake in full
    sessionTimeout: ticketMs / 1000,
    ticketKeys: newTicketKeys(),
    noDelay: true,
  })
  const connections = new Set<Socket>()
  let isClosing = false
  // Node knows one key at a time, so that tickets of the key before are worth nothing
  const rotation = setInterval(() => server.setTicketKeys(newTicketKeys()), ticketMs)
  rotation.unref()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('secureConnection', (socket) => {
    counts.handshakes++
    if (isClosing) socket.destroy()
    else accept(socket)
  })
  // strangers cause these as they like
  server.on('tlsClientError', (error, socket) => {
    counts.failures++
    log.debug({ err: error, name: socket.servername }, 'a TLS handshake failed')
    // after a time-out, Node leaves that to whoever listens
    socket.destroy()
  })
  return {
    server,
    async close() {
      isClosing = true
      clearInterval(rotation)
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      await promise
    },
    closeAllConnections() {
      for (const socket of connections) socket.destroy()
    },
  }
}
