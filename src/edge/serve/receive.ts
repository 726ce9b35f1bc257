import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { visitorHandling } from '../../contract/states.ts'
import { bounds } from '../../service/bounds.ts'
import { fieldsOf } from '../cache/index.ts'
import { isLoop } from '../origin/request-lines.ts'
import { receivedRequest } from './exchange.ts'
import { pages, sendPage } from './pages.ts'
import type { Parts } from './parts.ts'
import { answerPlainRequests } from './answer-plain-requests.ts'
import { type Found, serveSite } from './serve-site.ts'
import { targetOf } from './target.ts'
import { refuse, tunnel } from './tunnel.ts'

export interface EdgeServer {
  readonly server: Server
  /** Stops accepting visitors, and gives those that are here this long, ms. */
  close(graceMs: number): Promise<void>
}

/** The server for visitors. */
export function createEdgeServer(parts: Parts): EdgeServer {
  const server = createServer({
    maxHeaderSize: bounds.visitor.head,
    // slow clients hold nothing but their own connection, and not for ever
    headersTimeout: bounds.visitor.headers,
    requestTimeout: 0,
    connectionsCheckingInterval: 5000,
    keepAliveTimeout: bounds.visitor.idle,
    noDelay: true,
    // other protocols than these are no business of the edge, which then answers in HTTP (RFC 9110, section 7.8)
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  })
  server.timeout = bounds.visitor.silence
  const receive = (request: IncomingMessage, response: ServerResponse, waitsForContinue: boolean) => {
    serve(request, response, parts, waitsForContinue).catch((error: unknown) => {
      parts.log.error({ err: error }, 'serving a visitor failed')
      response.destroy()
    })
  }
  server.on('request', (request, response) => receive(request, response, false))
  server.on('checkContinue', (request, response) => receive(request, response, true))
  answerPlainRequests(server, parts)
  const tunnels = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    tunnels.add(socket)
    socket.once('close', () => tunnels.delete(socket))
    upgrade(request, socket, head, parts).catch((error: unknown) => {
      parts.log.error({ err: error }, 'tunnelling failed')
      socket.destroy()
    })
  })
  return {
    server,
    async close(graceMs) {
      const closed = new Promise((resolve) => server.close(resolve))
      // connections that become idle aren't kept open for a next request
      const idle = setInterval(() => server.closeIdleConnections(), 100)
      const late = setTimeout(() => {
        server.closeAllConnections()
        for (const socket of tunnels) socket.destroy()
      }, graceMs)
      await closed
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}

async function serve(
  message: IncomingMessage,
  response: ServerResponse,
  parts: Parts,
  waitsForContinue: boolean,
): Promise<void> {
  const found = find(message, parts)
  const request = receivedRequest(message)
  const method = message.method ?? 'GET'
  if ('refused' in found) {
    sendPage({ request, response, method }, pages[found.refused])
    return
  }
  const sendContinue = waitsForContinue ? () => response.writeContinue() : undefined
  await serveSite(found, { request, response, method, sendContinue }, parts)
}

/** The site that a request is for, and what its state says; or the page that refuses it. */
function find(
  request: IncomingMessage,
  { sites }: Parts,
): Found | { readonly refused: 'badRequest' | 'unknownSite' | 'loop' | 'methodNotAllowed' } {
  const target = targetOf(request)
  if (!target) return { refused: 'badRequest' }
  // TRACE would show visitors' scripts what the edge adds
  if (request.method === 'TRACE') return { refused: 'methodNotAllowed' }
  const fields = fieldsOf(request.rawHeaders)
  if (isLoop(fields)) return { refused: 'loop' }
  const destination = sites.find(target.hostname)
  if (!destination) return { refused: 'unknownSite' }
  const handling = visitorHandling[destination.site.state][destination.address]
  if (handling.does === 'refuse') return { refused: 'unknownSite' }
  return { ...destination, handling, fields, target: target.target }
}

const statusOf = { badRequest: 400, unknownSite: 421, loop: 508, methodNotAllowed: 405 } as const

async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, parts: Parts): Promise<void> {
  const found = find(request, parts)
  if ('refused' in found) return refuse(socket, statusOf[found.refused])
  const { site, handling, fields, target } = found
  if (handling.does === 'maintenance') return refuse(socket, 503)
  const meter = handling.counted ? parts.traffic.begin(site.id) : undefined
  meter?.visited(request.socket)
  try {
    await tunnel({ request, socket, head, fields, target, site, meter }, parts)
  } finally {
    meter?.left()
    if (meter) parts.traffic.end(meter)
  }
}
