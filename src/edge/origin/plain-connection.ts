import type { Socket } from 'node:net'
import { failureFrom } from './dial.ts'
import { OriginFailure } from './failure.ts'
import type { OriginAnswer, OriginRequest } from './ask.ts'
import { plainAnswer } from './plain-answer.ts'
import { PlainBody } from './plain-body.ts'

/** An answer that isn't plain, as far as it has come. */
export interface Unread {
  readonly socket: Socket
  readonly received: Buffer
  readonly requestTime: number
}

interface Asked {
  readonly wanted: OriginRequest
  readonly requestTime: number
  readonly resolve: (answer: OriginAnswer | Unread) => void
  readonly reject: (error: OriginFailure) => void
  readonly abort: () => void
}

/** A connection to a customer's server on which plain requests are sent, one at a time. */
export class PlainConnection {
  readonly #socket: Socket
  readonly #onFree: () => void
  /** The request that has no answer yet. */
  #asked: Asked | undefined
  #body: PlainBody | undefined
  /** Bytes of the body that haven't come yet. */
  #missing = 0
  #staysOpen = true
  #goodUntil = Infinity

  /** @param onFree called when the connection can take another request */
  constructor(socket: Socket, silenceMs: number, onFree: () => void) {
    this.#socket = socket
    this.#onFree = onFree
    socket.setTimeout(silenceMs)
    socket.on('data', this.#receive)
    socket.on('timeout', this.#giveUp)
    socket.on('end', this.#leave)
    socket.on('error', this.#fail)
    socket.on('close', this.#leave)
  }

  /** Whether the server hasn't closed it, and isn't about to. */
  get isGood(): boolean {
    return this.#socket.writable && Date.now() < this.#goodUntil
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /**
   * Sends a request.
   * @param text the whole request
   * @throws {OriginFailure}
   */
  ask(wanted: OriginRequest, text: string): Promise<OriginAnswer | Unread> {
    const { promise, resolve, reject } = Promise.withResolvers<OriginAnswer | Unread>()
    const abort = () => this.#fail(new OriginFailure('connection_terminated'))
    this.#asked = { wanted, requestTime: Date.now(), resolve, reject, abort }
    if (wanted.signal?.aborted) abort()
    else {
      wanted.signal?.addEventListener('abort', abort, { once: true })
      this.#socket.ref()
      wanted.onSocket?.(this.#socket)
      this.#socket.write(text, 'latin1')
    }
    return promise
  }

  readonly #receive = (chunk: Buffer): void => {
    if (this.#body) {
      this.#add(this.#body, chunk)
      return
    }
    const asked = this.#take()
    if (!asked) {
      // sent without being asked for
      this.#socket.destroy()
      return
    }
    const end = chunk.indexOf('\r\n\r\n') + 4
    const answer = end === 3 ? undefined : plainAnswer(chunk.toString('latin1', 0, end))
    if (!answer) {
      asked.resolve(this.#handOver(chunk, asked.requestTime))
      return
    }
    const { status, message, lines, fields, length, staysOpen } = answer
    this.#staysOpen = staysOpen
    const responseTime = Date.now()
    const [, idle] = /timeout=(\d{1,6})/i.exec(fields['keep-alive'] ?? '') ?? []
    // the server may close a second early
    this.#goodUntil = idle === undefined ? Infinity : responseTime + (Number(idle) - 1) * 1000
    const body = new PlainBody(this.#socket, () => this.#free())
    this.#body = body
    this.#missing = length
    this.#add(body, chunk.subarray(end))
    asked.resolve({ status, message, lines, fields, body, requestTime: asked.requestTime, responseTime })
  }

  #add(body: PlainBody, chunk: Buffer): void {
    // more than was announced is no answer to anything
    if (chunk.length > this.#missing) this.#staysOpen = false
    const part = chunk.length > this.#missing ? chunk.subarray(0, this.#missing) : chunk
    this.#missing -= part.length
    if (part.length > 0) body.add(part)
    if (this.#missing === 0) body.finish()
  }

  /** The request under way, which is over now. */
  #take(): Asked | undefined {
    const asked = this.#asked
    this.#asked = undefined
    asked?.wanted.signal?.removeEventListener('abort', asked.abort)
    return asked
  }

  #free(): void {
    this.#body = undefined
    this.#socket.resume()
    if (!this.#staysOpen || !this.#socket.writable) {
      this.#socket.destroy()
      return
    }
    this.#socket.unref()
    this.#onFree()
  }

  #handOver(received: Buffer, requestTime: number): Unread {
    const socket = this.#socket
    socket.pause()
    socket.off('data', this.#receive)
    socket.off('timeout', this.#giveUp)
    socket.off('end', this.#leave)
    socket.off('error', this.#fail)
    socket.off('close', this.#leave)
    // until someone else listens
    socket.on('error', () => undefined)
    return { socket, received, requestTime }
  }

  readonly #giveUp = (): void => {
    // it's this side that doesn't read: the visitor is slow
    if (this.#body?.isPaused()) return
    this.#fail(new OriginFailure('http_response_timeout'))
  }

  readonly #leave = (): void => {
    this.#fail(new OriginFailure('connection_terminated'))
  }

  readonly #fail = (error: Error): void => {
    this.#socket.destroy()
    const failure = failureFrom(error)
    this.#take()?.reject(failure)
    const body = this.#body
    this.#body = undefined
    if (!body?.complete) body?.fail(failure)
  }
}
