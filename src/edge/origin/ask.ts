import { type ClientRequest, type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import { originLimits } from './limits.ts'
import type { RequestBody } from '../exchange/exchange.ts'
import { type FieldLines, type Fields, fieldsOf } from '../cache/index.ts'
import type { Origin } from '../control/site.ts'
import type { OriginAgent, OriginRequestArgs } from './agent.ts'
import { failureFrom } from './dial.ts'
import { watchPace } from './body-pace.ts'
import { OriginFailure, VisitorFault } from './failure.ts'
import type { OriginBody } from './plain-body.ts'
import type { Unread } from './plain-connection.ts'
import { originTrailers } from './request-lines.ts'
import { ReplayedConnection } from './replayed-connection.ts'
import { wrongWith } from './well-formed.ts'

export interface OriginRequest {
  readonly origin: Origin
  readonly method: string
  readonly target: string
  readonly lines: FieldLines
  /** The visitor's request, where its body has to be sent along. */
  readonly body?: RequestBody | undefined
  /** Called once the visitor may send the body, where it waits for that. */
  readonly onContinue?: (() => void) | undefined
  /** Called for an interim response. */
  readonly onInterim?: ((status: number, lines: FieldLines) => void) | undefined
  /** Called with the connection, before anything is sent on it. */
  readonly onSocket?: ((socket: Socket) => void) | undefined
  /** Takes the request back. */
  readonly signal?: AbortSignal | undefined
}

/** The head of the origin's answer. */
export interface OriginHead {
  readonly status: number
  readonly lines: FieldLines
  readonly fields: Fields
  /** UNIX ms. */
  readonly requestTime: number
  readonly responseTime: number
}

/** The origin's answer, with its body as it comes. */
export interface OriginAnswer extends OriginHead {
  readonly message: string
  readonly body: OriginBody
}

/**
 * Asks the customer's server. A GET or HEAD that meets a connection which the server was just closing is asked again
 * (RFC 9110, section 9.2.2).
 * @throws {OriginFailure}
 */
export async function askOrigin(agent: OriginAgent, wanted: OriginRequest): Promise<OriginAnswer> {
  const plain = wanted.method === 'GET' && !wanted.body ? agent.askPlainly(wanted) : undefined
  try {
    const begun = await plain?.answer
    if (begun && !('received' in begun)) return begun
    const answer = begun && (await readOn(begun, wanted, agent.silenceMs))
    if (answer && !(wanted.origin.https && endsWithConnection(answer))) return answer
    // only a connection of the agent shows how such an answer ends
    answer?.body.destroy()
  } catch (error) {
    if (!plain?.isReused || !wasClosing(error, wanted)) throw error
  }
  for (;;) {
    const request = open(agent, wanted)
    try {
      return await answerTo(request, wanted, agent.silenceMs)
    } catch (error) {
      const isSafe = (wanted.method === 'GET' || wanted.method === 'HEAD') && !wanted.body
      if (!isSafe || !request.reusedSocket || !wasClosing(error, wanted)) throw error
    }
  }
}

/** Whether nothing but the end of the connection ends the body (RFC 9112, section 6.3). */
function endsWithConnection({ status, fields }: OriginAnswer): boolean {
  const hasBody = status !== 204 && status !== 304
  return hasBody && fields['content-length'] === undefined && fields['transfer-encoding'] === undefined
}

/** Whether a request failed because the server was closing the connection. */
function wasClosing(error: unknown, { signal }: OriginRequest): boolean {
  return error instanceof OriginFailure && error.problem === 'connection_terminated' && !signal?.aborted
}

/** The origin's answer that it changes the protocol, with the connection. */
export interface Upgraded {
  readonly message: string
  readonly lines: FieldLines
  readonly origin: Socket
  /** What came after the head. */
  readonly rest: Buffer
}

/**
 * Asks the customer's server to change the protocol. It may answer in HTTP instead.
 * @throws {OriginFailure}
 */
export function askToUpgrade(agent: OriginAgent, wanted: OriginRequest): Promise<OriginAnswer | Upgraded> {
  const request = open(agent, wanted)
  const { promise, resolve } = Promise.withResolvers<Upgraded>()
  request.once('upgrade', ({ statusMessage: message = '', rawHeaders: lines }, origin: Socket, rest: Buffer) =>
    resolve({ message, lines, origin, rest }),
  )
  return Promise.race([promise, answerTo(request, wanted, agent.silenceMs)])
}

/** Begins a request to the origin. */
function open(agent: OriginAgent, wanted: OriginRequest): ClientRequest {
  const options: OriginRequestArgs = { ...requestOptions(wanted), agent, origin: wanted.origin }
  const request = httpRequest(options)
  request.on('socket', (socket: Socket) => wanted.onSocket?.(socket))
  return request
}

function requestOptions({ origin, method, target, lines }: OriginRequest): RequestOptions {
  return {
    method,
    path: target,
    headers: lines,
    // for Node's error messages only: the agent connects to the origin
    host: origin.hostname,
    setHost: false,
    maxHeaderSize: 64 * 1024,
  }
}

/** Has Node's client read an answer that has begun. */
function readOn({ socket, received, requestTime }: Unread, wanted: OriginRequest, silenceMs: number) {
  const createConnection = () => new ReplayedConnection(socket, received)
  const request = httpRequest({ ...requestOptions(wanted), createConnection })
  return answerTo(request, wanted, silenceMs, requestTime)
}

function answerTo(
  request: ClientRequest,
  wanted: OriginRequest,
  silenceMs: number,
  requestTime: number = Date.now(),
): Promise<OriginAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OriginAnswer>()
  const { signal, onInterim } = wanted
  const abort = () => request.destroy(new OriginFailure('connection_terminated'))
  let body: IncomingMessage | undefined
  request.on('response', (response) => {
    const { httpVersion, statusCode: status = 0, rawHeaders: lines } = response
    const fields = fieldsOf(lines)
    const wrong = wrongWith({ httpVersion, status, fields })
    if (wrong) {
      request.destroy(new OriginFailure(wrong))
      return
    }
    body = response
    // nothing more comes on this connection, though the visitor may go on sending
    response.once('end', () => {
      if (request.writableEnded) return
      request.destroy()
      wanted.body?.unpipe(request)
      wanted.body?.resume()
    })
    signal?.removeEventListener('abort', abort)
    const message = response.statusMessage ?? ''
    resolve({ status, message, lines, fields, body: response, requestTime, responseTime: Date.now() })
  })
  // of no use here, and without a listener it would close the connection without a word
  if (request.listenerCount('upgrade') === 0)
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new OriginFailure('http_upgrade_failed'))
    })
  let interim = 0
  request.on('information', ({ statusCode, rawHeaders }) => {
    if (++interim > originLimits.interim) request.destroy(new OriginFailure('http_protocol_error'))
    else onInterim?.(statusCode, rawHeaders)
  })
  request.on('error', (error) => {
    signal?.removeEventListener('abort', abort)
    const failure = failureFrom(error)
    reject(failure)
    // Node takes the end of a connection for that of a body of unknown length, even where it broke (RFC 9112, section 8)
    if (body && !body.complete) body.destroy(failure)
  })
  request.once('close', () => {
    // an error is made only where it's needed: its stack costs time
    if (!body) reject(new OriginFailure('connection_terminated'))
  })
  request.setTimeout(silenceMs, () => {
    // it's this side that doesn't read: the visitor is slow
    if (body?.isPaused()) return
    request.destroy(new OriginFailure('http_response_timeout'))
  })
  if (signal?.aborted) abort()
  else signal?.addEventListener('abort', abort, { once: true })
  sendBody(request, wanted)
  return promise
}

function sendBody(request: ClientRequest, { body, lines, onContinue }: OriginRequest): void {
  if (!body) {
    request.end()
    return
  }
  const finish = () => {
    const trailers = originTrailers(body.rawTrailers)
    if (trailers.length > 0 && isChunked(lines)) request.addTrailers(pairs(trailers))
    request.end()
  }
  const send = () => {
    // whoever waited for an empty body has come to its end
    if (body.readableEnded) return finish()
    if (body.destroyed) return void request.destroy()
    body.pipe(request, { end: false })
    watchPace(body, () => request.destroy(new VisitorFault(408)))
    body.once('end', finish)
    // half a body must not look like a whole one
    body.once('error', (error) => request.destroy(error))
  }
  if (!onContinue) {
    send()
    return
  }
  let isSent = false
  const proceed = () => {
    clearTimeout(timer)
    if (isSent) return
    isSent = true
    onContinue()
    send()
  }
  // RFC 9110, section 10.1.1
  const timer = setTimeout(proceed, originLimits.continue)
  request.once('continue', proceed)
  request.once('response', () => clearTimeout(timer))
  request.once('error', () => clearTimeout(timer))
  request.flushHeaders()
}

function isChunked(lines: FieldLines): boolean {
  return lines.some((name, i) => i % 2 === 0 && name.toLowerCase() === 'transfer-encoding')
}

/** Lines in turn as a list of pairs. */
export function pairs(lines: FieldLines): [string, string][] {
  return Array.from({ length: lines.length >> 1 }, (_, i) => [lines[2 * i] ?? '', lines[2 * i + 1] ?? ''])
}
