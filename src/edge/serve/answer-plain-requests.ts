import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { FilterBudget } from '../../contract/filter-budget.ts'
import { type FromNginx, visitorIn } from '../exchange/from-nginx.ts'
import type { EdgeContext } from './edge-context.ts'
import { type Connection, connectionOf } from './connection.ts'
import { handlingOf } from './find-site.ts'
import { type PlainRequest, plainRequest } from './plain-request.ts'
import { PlainResponse } from './plain-response.ts'
import { answerQuickly, type PlainFound } from './quick-hits.ts'
import { serveSite } from './serve-site.ts'

/**
 * Answers plain requests straight on their connection, in a fraction of the CPU time that Node's server takes for
 * requests of any kind. Everything else goes to Node's server untouched, and so does the first request of a connection,
 * with which its time-outs begin.
 */
export function answerPlainRequests(server: Server, context: EdgeContext): void {
  const onAnswered = new WeakMap<Socket, () => void>()
  server.on('request', ({ socket }, response) => {
    const ready = onAnswered.get(socket)
    if (ready) response.once('finish', ready)
  })
  const answering = new Set<PlainResponse>()
  const closeIdle = server.closeIdleConnections.bind(server)
  // to Node, a connection whose request it hasn't seen is idle
  server.closeIdleConnections = () => {
    if (answering.size === 0) closeIdle()
  }

  /** Answers a request. @returns `later` if `next` is called once everything is sent, undefined if it can't be answered */
  const answer = (
    socket: Socket,
    connection: Connection,
    request: PlainRequest,
    next: () => void,
  ): 'done' | 'later' | undefined => {
    const seen = context.isBehindNginx ? visitFromNginx(request) : { lines: request.lines, socket, connection }
    const found = seen && find(request, seen.connection, context)
    if (!found) return undefined
    if (context.https && found.scheme === 'https') context.https.counts.requests++
    // what nginx may keep takes more lines than are ready
    if (!context.isBehindNginx && answerQuickly(socket, found, context)) return 'done'
    const response = new PlainResponse(socket)
    answering.add(response)
    response.once('finish', () => {
      answering.delete(response)
      next()
    })
    response.once('close', () => answering.delete(response))
    const isFromNginx = context.isBehindNginx
    const received = { httpVersion: '1.1', lines: seen.lines, socket: seen.socket, body: undefined, isFromNginx }
    const visit = { request: received, response, method: 'GET', sendContinue: undefined }
    serveSite(found, visit, context).catch((error: unknown) => {
      context.log.error({ err: error }, 'serving a visitor failed')
      response.destroy()
    })
    return 'later'
  }

  server.on('connection', (socket: Socket) => {
    const [toServer, ...others] = socket.listeners('data')
    if (!toServer || others.length > 0) return
    const connection = connectionOf(socket)
    /** Who is answering a request of this connection. */
    let busy: 'node' | 'here' | undefined
    let isFirst = true
    /** What came before the answer was sent. */
    let early: Buffer[] = []
    const take = (bytes: Buffer) => {
      if (busy === 'here') {
        early.push(bytes)
        if (early.length > 1) socket.pause()
        return
      }
      // what follows before Node's answer, or isn't exactly one request, leaves Node's parser somewhere in between
      const isNext = busy === undefined && socket.writableLength === 0 && server.listening
      const request = isNext ? plainRequest(bytes) : undefined
      if (!request) {
        onAnswered.delete(socket)
        socket.off('data', take)
        socket.on('data', toServer as (bytes: Buffer) => void)
      } else {
        const answered = isFirst ? undefined : answer(socket, connection, request, next)
        if (answered === 'later') busy = 'here'
        if (answered !== undefined) return
        isFirst = false
        busy = 'node'
      }
      toServer.call(socket, bytes)
    }
    const next = () => {
      busy = undefined
      if (early.length === 0) return
      const bytes = Buffer.concat(early)
      early = []
      socket.resume()
      take(bytes)
    }
    onAnswered.set(socket, () => (busy = undefined))
    socket.off('data', toServer as (bytes: Buffer) => void)
    socket.on('data', take)
  })
}

/** The site that a plain request is for; undefined where Node's server has to refuse it. */
function find(
  { hostname, target, fields }: PlainRequest,
  { scheme, servername }: Connection,
  { sites, https }: EdgeContext,
): PlainFound | undefined {
  const destination = sites.find(hostname)
  if (!destination) return undefined
  if (servername !== undefined && !https?.certificates.covers(servername, hostname)) return undefined
  const handling = handlingOf(destination)
  if (handling.does === 'refuse') return undefined
  return { ...destination, handling, fields, scheme, target, budget: new FilterBudget() }
}

/** A plain request as it reached nginx; undefined for one that wasn't plain there. */
function visitFromNginx(request: PlainRequest): FromNginx | undefined {
  const { httpVersion, target, lines, socket, connection } = visitorIn(request.lines)
  if (httpVersion !== '1.1' || target !== undefined) return undefined
  delete request.fields['edge-visit']
  return { lines, socket, connection }
}
