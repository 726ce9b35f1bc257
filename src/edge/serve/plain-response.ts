import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { visitorLimits } from './limits.ts'
import { type FieldLines, textOf } from '../cache/index.ts'
import { breakOff } from './break-off.ts'
import type { VisitorResponse } from '../exchange/exchange.ts'

/** What Node's server says about the connection. */
export const keptAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${visitorLimits.idle / 1000}\r\n`

/** Up to this many bytes are copied rather than sent in parts. */
const copied = 16 * 1024

/** Writes the answer to a plain request straight to its connection, framed as Node's server would. */
export class PlainResponse extends EventEmitter implements VisitorResponse {
  headersSent = false
  writableEnded = false
  destroyed = false
  chunkedEncoding = false
  readonly isCrowded = false
  readonly #socket: Socket
  /** The head, until it's sent together with what follows. */
  #head: string | undefined
  #hasBody = true
  #closes = false
  #trailers = ''
  #unsent = 0
  #awaitsDrain = false

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    socket.setTimeout(visitorLimits.silence)
    socket.once('close', this.#leave)
  }

  get sent(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }

  get writableLength(): number {
    return this.#socket.writableLength
  }

  get writableNeedDrain(): boolean {
    return this.#socket.writableNeedDrain
  }

  writeProcessing(): void {
    this.#send('HTTP/1.1 102 Processing\r\n\r\n')
  }

  writeEarlyHints(hints: Record<string, string[]>): void {
    const lines = Object.entries(hints).flatMap(([name, values]) => [
      name === 'link' ? 'Link' : name,
      values.join(', '),
    ])
    if (hints['link'] !== undefined) this.#send(`HTTP/1.1 103 Early Hints\r\n${sendable(lines)}\r\n`)
  }

  writeHead(status: number, message: string, lines: FieldLines): void {
    const has = (sought: string) =>
      lines.some((name, i) => i % 2 === 0 && name.length === sought.length && name.toLowerCase() === sought)
    this.headersSent = true
    this.#hasBody = status !== 204 && status !== 304
    this.#closes = has('connection')
    this.chunkedEncoding = this.#hasBody && !has('content-length')
    const date = has('date') ? '' : `Date: ${new Date().toUTCString()}\r\n`
    const coding = this.chunkedEncoding ? 'Transfer-Encoding: chunked\r\n' : ''
    const connection = this.#closes ? '' : keptAlive
    this.#head = `HTTP/1.1 ${status} ${message}\r\n${sendable(lines)}${date}${connection}${coding}\r\n`
  }

  write(chunk: Buffer): boolean {
    if (!this.#hasBody || chunk.length === 0) return true
    const hasRoom = this.#send(chunk, this.chunkedEncoding)
    // however much is written before there is room, one listener is enough
    if (!hasRoom && !this.#awaitsDrain) {
      this.#awaitsDrain = true
      this.#socket.once('drain', this.#drained)
    }
    return hasRoom
  }

  addTrailers(lines: readonly [string, string][]): void {
    this.#trailers = sendable(lines.flat())
  }

  end(body?: Buffer): void {
    if (body) this.write(body)
    this.writableEnded = true
    if (this.chunkedEncoding) this.#send(`0\r\n${this.#trailers}\r\n`)
    else if (this.#head !== undefined) this.#send('')
    else if (this.#unsent === 0) this.#finish()
    if (this.#closes) this.#socket.end()
  }

  /** The head that waits is still sent: then the visitor sees that something is missing. */
  destroy(): void {
    if (this.#head !== undefined) this.#send('')
    this.#socket.destroySoon()
  }

  breakOff(): void {
    breakOff(this.#socket)
  }

  #send(part: Buffer | string, isChunk = false): boolean {
    const before = (this.#head ?? '') + (isChunk ? `${part.length.toString(16)}\r\n` : '')
    const after = isChunk ? '\r\n' : ''
    this.#head = undefined
    this.#unsent++
    const size = before.length + part.length + after.length
    if (typeof part === 'string') return this.#socket.write(before + part, 'latin1', this.#sent)
    if (size === part.length) return this.#socket.write(part, this.#sent)
    if (size <= copied) {
      const bytes = Buffer.allocUnsafe(size)
      bytes.write(before, 'latin1')
      part.copy(bytes, before.length)
      bytes.write(after, before.length + part.length, 'latin1')
      return this.#socket.write(bytes, this.#sent)
    }
    this.#socket.cork()
    this.#socket.write(before, 'latin1')
    this.#socket.write(part)
    const hasRoom = this.#socket.write(after, 'latin1', this.#sent)
    this.#socket.uncork()
    return hasRoom
  }

  readonly #sent = (error?: Error | null): void => {
    this.#unsent--
    if (!error && this.writableEnded && this.#unsent === 0) this.#finish()
  }

  #finish(): void {
    this.#socket.off('close', this.#leave)
    this.#socket.setTimeout(visitorLimits.idle)
    this.emit('finish')
  }

  readonly #drained = (): void => {
    this.#awaitsDrain = false
    this.emit('drain')
  }

  readonly #leave = (): void => {
    this.destroyed = true
    this.emit('close')
  }
}

function sendable(lines: FieldLines): string {
  const text = textOf(lines)
  if (text === undefined) throw new Error("An answer has a line that can't be sent.")
  return text
}
