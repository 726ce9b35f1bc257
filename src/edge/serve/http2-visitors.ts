import { performServerHandshake, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { visitorLimits } from './limits.ts'
import { type Connection, connectionOf } from './connection.ts'
import { find, findAgain, type Refused } from './find-site.ts'
import { Http2Body, type Http2Head, http2Head, isTooLarge } from './http2-request.ts'
import { Http2Response } from './http2-response.ts'
import { Http2Unsent } from './http2-unsent.ts'
import { pages, sendPage } from './pages.ts'
import type { EdgeContext } from './edge-context.ts'
import { answerQuicklyInHttp2 } from './quick-hits.ts'
import { type Found, serveSite } from './serve-site.ts'

const options = {
  settings: { maxConcurrentStreams: visitorLimits.streams, maxHeaderListSize: visitorLimits.head },
  // beyond that, nghttp2 ends the connection
  streamResetBurst: visitorLimits.resets,
  streamResetRate: visitorLimits.resets / 10,
  // in MB: what has been given to a stream counts, which is little at a time; beyond it, requests are refused
  maxSessionMemory: 16,
  // an origin may send any field twice
  strictSingleValueFields: false,
}

/** A request, and the site that it's for. */
interface Received {
  readonly head: Http2Head | undefined
  readonly hasBody: boolean
  readonly found: Found | Refused
  readonly connection: VisitorSession
}

interface VisitorSession extends Connection {
  readonly remoteAddress: string | undefined
  readonly unsent: Http2Unsent
}

/** Serves HTTP/2 on connections that have agreed on it. Extended CONNECT (RFC 8441) isn't offered. */
export class Http2Visitors {
  readonly #context: EdgeContext
  readonly #sessions = new Set<ServerHttp2Session>()
  #isClosing = false

  constructor(context: EdgeContext) {
    this.#context = context
  }

  accept(socket: TLSSocket): void {
    if (this.#isClosing) {
      socket.destroy()
      return
    }
    const session = performServerHandshake(socket, options)
    const unsent = new Http2Unsent(socket, session, this.#context.backlog)
    const connection = { ...connectionOf(socket), remoteAddress: socket.remoteAddress, unsent }
    this.#sessions.add(session)
    // visitors break what they like
    session.on('error', () => undefined)
    session.setTimeout(visitorLimits.silence, () => session.destroy())
    let open = 0
    const idle = setTimeout(() => {
      if (open === 0) session.close()
      else idle.refresh()
    }, visitorLimits.idle)
    session.once('close', () => {
      clearTimeout(idle)
      this.#sessions.delete(session)
    })
    session.on('stream', (stream: ServerHttp2Stream, _fields: object, _flags: number, raw: string[]) => {
      open++
      stream.once('close', () => {
        open--
        idle.refresh()
        unsent.look(stream)
      })
      try {
        this.#receive(stream, raw, connection)
      } catch (error) {
        this.#fail(stream, error)
      }
    })
  }

  /** Accepts no further requests. Connections end with the last answer under way on them. */
  close(): void {
    this.#isClosing = true
    for (const session of this.#sessions) session.close()
  }

  #receive(stream: ServerHttp2Stream, raw: readonly string[], connection: VisitorSession): void {
    stream.on('error', () => undefined)
    // taken back already
    if (stream.destroyed || stream.closed) return
    const { https } = this.#context
    if (https) https.counts.requests++
    const hasBody = !stream.endAfterHeaders
    const head = isTooLarge(raw) ? undefined : http2Head(raw, hasBody)
    const found = head
      ? find(head, connection, this.#context)
      : ({ refused: isTooLarge(raw) ? 'tooLarge' : 'badRequest' } as const)
    if (!head || !('refused' in found) || found.unknownHost === undefined) {
      this.#answer(stream, { head, hasBody, found, connection })
      return
    }
    findAgain(head, connection, found.unknownHost, this.#context)
      .then((again) => {
        if (!stream.destroyed) this.#answer(stream, { head, hasBody, found: again, connection })
      })
      .catch((error: unknown) => this.#fail(stream, error))
  }

  #answer(stream: ServerHttp2Stream, { head, hasBody, found, connection }: Received): void {
    const { unsent } = connection
    if (head?.isPlain && !('refused' in found) && answerQuicklyInHttp2(stream, found, this.#context)) {
      unsent.look(stream)
      return
    }
    stream.setTimeout(visitorLimits.silence, () => stream.destroy())
    const { method, rawHeaders: lines } = head ?? { method: 'GET', rawHeaders: [] }
    const response = new Http2Response(stream, connection, method === 'HEAD')
    const request = { httpVersion: '2', lines, socket: response, body: undefined }
    if ('refused' in found) {
      sendPage({ request, response, method }, pages[found.refused])
      return
    }
    const body = hasBody ? new Http2Body(stream) : undefined
    const waitsForContinue = body && found.fields['expect']?.toLowerCase() === '100-continue'
    const sendContinue = waitsForContinue ? () => response.writeContinue() : undefined
    serveSite(found, { request: { ...request, body }, response, method, sendContinue }, this.#context).catch(
      (error: unknown) => this.#fail(stream, error),
    )
  }

  #fail(stream: ServerHttp2Stream, error: unknown): void {
    this.#context.log.error({ err: error }, 'serving a visitor failed')
    stream.destroy()
  }
}
