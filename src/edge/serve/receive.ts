import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Handling, visitorHandling } from '../../contract/states.ts'
import { bounds } from '../../service/bounds.ts'
import { type Fields, fieldsOf, withField } from '../cache/index.ts'
import type { Destination } from '../control/sites-table.ts'
import { normalizedCodings } from '../optimize/codings.ts'
import { answerRules } from '../optimize/speculation.ts'
import { isLoop } from '../origin/request-lines.ts'
import { serveCached } from './cached.ts'
import { acts, type Exchange, hasBody } from './exchange.ts'
import { forward, forwardPastCache } from './forward.ts'
import { pages, sendPage } from './pages.ts'
import type { Parts } from './parts.ts'
import { answerQuickHits } from './quick-hits.ts'
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
  answerQuickHits(server, parts)
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
  request: IncomingMessage,
  response: ServerResponse,
  parts: Parts,
  waitsForContinue: boolean,
): Promise<void> {
  const found = find(request, parts)
  if (found.kind === 'refused') {
    sendPage(request, response, pages[found.page])
    return
  }
  const { site, address, handling, fields, target } = found
  if (handling.does === 'maintenance') {
    sendPage(request, response, pages.maintenance)
    return
  }
  const method = request.method ?? 'GET'
  const meter = handling.counted ? parts.traffic.begin(site.id) : undefined
  const left = Promise.withResolvers<void>()
  meter?.visited(request.socket)
  const leave = () => {
    meter?.left()
    left.resolve()
  }
  response.once('finish', leave)
  response.once('close', leave)
  const { actionTimes } = parts
  const exchange: Exchange = {
    request,
    response,
    fields,
    method,
    target,
    site,
    address,
    actionTimes,
    meter,
    waitsForContinue,
  }
  try {
    await answer(exchange, handling, parts)
    await left.promise
  } finally {
    if (meter) parts.traffic.end(meter)
  }
}

/** Answers a visitor as the state of the site says. */
function answer(exchange: Exchange, { does }: Handling, parts: Parts): Promise<void> {
  if (does !== 'optimize') return forward(exchange, parts)
  const { method, request } = exchange
  // a GET with a body may mean anything
  if ((method !== 'GET' && method !== 'HEAD') || hasBody(request))
    return forwardPastCache(exchange, parts, { hit: false, forwarded: 'method' })
  if (answerRules(exchange)) return Promise.resolve()
  if (!acts(exchange, 'cache')) return forwardPastCache(exchange, parts, { hit: false, forwarded: 'bypass' })
  return serveCached(normalized(exchange), parts)
}

/** Accept-Encoding in one of a few forms, for the origin and for what is stored. */
function normalized(exchange: Exchange): Exchange {
  const accepted = exchange.fields['accept-encoding']
  if (accepted === undefined) return exchange
  return { ...exchange, fields: withField(exchange.fields, 'accept-encoding', normalizedCodings(accepted)) }
}

type Found =
  | { readonly kind: 'refused'; readonly page: 'badRequest' | 'unknownSite' | 'loop' | 'methodNotAllowed' }
  | (Destination & {
      readonly kind: 'found'
      readonly handling: Handling
      readonly fields: Fields
      readonly target: string
    })

/** The site that a request is for, and what its state says. */
function find(request: IncomingMessage, { sites }: Parts): Found {
  const target = targetOf(request)
  if (!target) return { kind: 'refused', page: 'badRequest' }
  // TRACE would show visitors' scripts what the edge adds
  if (request.method === 'TRACE') return { kind: 'refused', page: 'methodNotAllowed' }
  const fields = fieldsOf(request.rawHeaders)
  if (isLoop(fields)) return { kind: 'refused', page: 'loop' }
  const destination = sites.find(target.hostname)
  if (!destination) return { kind: 'refused', page: 'unknownSite' }
  const handling = visitorHandling[destination.site.state][destination.address]
  if (handling.does === 'refuse') return { kind: 'refused', page: 'unknownSite' }
  return { kind: 'found', ...destination, handling, fields, target: target.target }
}

const statusOf = { badRequest: 400, unknownSite: 421, loop: 508, methodNotAllowed: 405 } as const

async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, parts: Parts): Promise<void> {
  const found = find(request, parts)
  if (found.kind === 'refused') return refuse(socket, statusOf[found.page])
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
