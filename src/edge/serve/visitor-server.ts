import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Server as TlsServer } from 'node:tls'
import { visitorLimits } from './limits.ts'
import { closeServer } from '../../shared/close-server.ts'
import { headFromNginx } from '../exchange/from-nginx.ts'
import { uncounted } from '../exchange/to-nginx.ts'
import { createSecureServer } from '../tls/secure-server.ts'
import { answerPlainRequests } from './answer-plain-requests.ts'
import { refuse } from './break-off.ts'
import { connectionOf } from './connection.ts'
import { type ReceivedHead, receivedRequest } from '../exchange/exchange.ts'
import { find, findAgain } from './find-site.ts'
import { NodeResponse } from './node-response.ts'
import { pages, sendPage } from './pages.ts'
import type { EdgeContext } from './edge-context.ts'
import { Http2Visitors } from './http2-visitors.ts'
import { serveSite } from './serve-site.ts'
import { tunnel } from './tunnel.ts'

export interface EdgeServer {
  readonly server: Server
  /** For https, where there are certificates. */
  readonly secure: TlsServer | undefined
  /** Stops accepting visitors, and gives those that are here this long, ms. */
  close(graceMs: number): Promise<void>
}

/** The servers for visitors. HTTP/1.1 is served in the same way with and without TLS. */
export function createEdgeServer(context: EdgeContext): EdgeServer {
  const server = createServer({
    ServerResponse: NodeResponse,
    // nginx adds a few lines
    maxHeaderSize: visitorLimits.head + (context.isBehindNginx ? 1024 : 0),
    // one that HTTP/1.0 leaves out
    requireHostHeader: !context.isBehindNginx,
    // slow clients hold nothing but their own connection, and not for ever
    headersTimeout: visitorLimits.headers,
    requestTimeout: 0,
    connectionsCheckingInterval: 5000,
    keepAliveTimeout: visitorLimits.idle,
    noDelay: true,
    // other protocols are no business of the edge, which then answers in HTTP (RFC 9110, section 7.8; RFC 6455, section 4.1)
    shouldUpgradeCallback: ({ method, httpVersion, headers }) =>
      method === 'GET' && httpVersion === '1.1' && headers.upgrade?.toLowerCase() === 'websocket',
  })
  server.timeout = visitorLimits.silence
  /** The last request of a connection that is being answered. */
  const turns = new WeakMap<Socket, Promise<void>>()
  const receive = (request: IncomingMessage, response: NodeResponse, waitsForContinue: boolean) => {
    const { socket } = request
    const begin = () => (socket.destroyed ? undefined : serve(request, response, context, waitsForContinue))
    const before = turns.get(socket)
    // the answers go out in turn, so that those to come would only take memory
    const turn = Promise.resolve(before ? before.then(begin) : begin()).catch((error: unknown) => {
      context.log.error({ err: error }, 'serving a visitor failed')
      response.destroy()
    })
    turns.set(socket, turn)
    void turn.then(() => turns.get(socket) === turn && turns.delete(socket))
  }
  server.on('request', (request, response) => receive(request, response, false))
  server.on('checkContinue', (request, response) => receive(request, response, true))
  answerPlainRequests(server, context)
  const tunnels = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    tunnels.add(socket)
    socket.once('close', () => tunnels.delete(socket))
    upgrade(request, head, context).catch((error: unknown) => {
      context.log.error({ err: error }, 'tunnelling failed')
      socket.destroy()
    })
  })
  const http2 = new Http2Visitors(context)
  const secure =
    context.https && !context.isBehindNginx
      ? createSecureServer(context.https, context.log, (socket) => {
          if (socket.alpnProtocol === 'h2') http2.accept(socket)
          else server.emit('connection', socket)
        })
      : undefined
  return {
    server,
    secure: secure?.server,
    async close(graceMs) {
      const closed = closeServer(server, graceMs, secure?.close())
      http2.close()
      const late = setTimeout(() => {
        for (const socket of tunnels) socket.destroy()
        secure?.closeAllConnections()
      }, graceMs)
      await closed
      clearTimeout(late)
    },
  }
}

async function serve(
  message: IncomingMessage,
  response: NodeResponse,
  context: EdgeContext,
  waitsForContinue: boolean,
): Promise<void> {
  const head = headOf(message, context)
  if (context.https && head.connection.scheme === 'https') context.https.counts.requests++
  let found = find(head, head.connection, context)
  if ('refused' in found && found.unknownHost !== undefined)
    found = await findAgain(head, head.connection, found.unknownHost, context)
  const request = receivedRequest(message, head, context.isBehindNginx)
  const method = message.method ?? 'GET'
  if ('refused' in found) {
    sendPage({ request, response, method }, pages[found.refused], context.isBehindNginx ? uncounted : [])
    return
  }
  const sendContinue = waitsForContinue ? () => response.writeContinue() : undefined
  await serveSite(found, { request, response, method, sendContinue }, context)
}

function headOf(message: IncomingMessage, { isBehindNginx }: EdgeContext): ReceivedHead {
  if (isBehindNginx) return headFromNginx(message)
  const { httpVersion, method, url, rawHeaders, socket } = message
  return { httpVersion, method, url, rawHeaders, socket, connection: connectionOf(socket) }
}

async function upgrade(message: IncomingMessage, head: Buffer, context: EdgeContext): Promise<void> {
  const { socket } = message
  const request = headOf(message, context)
  if (context.https && request.connection.scheme === 'https') context.https.counts.requests++
  let found = find(request, request.connection, context)
  if ('refused' in found && found.unknownHost !== undefined)
    found = await findAgain(request, request.connection, found.unknownHost, context)
  if ('refused' in found) return refuse(socket, pages[found.refused].status)
  const { site, handling, fields, scheme, target } = found
  // browsers follow no redirect there
  if (handling.does === 'redirect') return refuse(socket, pages.misdirected.status)
  if (handling.does === 'maintenance') return refuse(socket, 503)
  const meter = handling.counted ? context.traffic.begin(site.id) : undefined
  // nginx counts no tunnels: it would only once they end
  meter?.visited(socket)
  try {
    await tunnel({ request, socket, head, fields, scheme, target, site, meter }, context)
  } finally {
    meter?.left()
    if (meter) context.traffic.end(meter)
  }
}
