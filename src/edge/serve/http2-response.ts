import { EventEmitter } from 'node:events'
import { constants, type ServerHttp2Stream } from 'node:http2'
import { type FieldLines, without } from '../cache/index.ts'
import type { VisitorConnection } from '../control/traffic.ts'
import type { VisitorResponse } from '../exchange/exchange.ts'
import type { Http2Unsent } from './http2-unsent.ts'

/** Fields that concern one connection, which HTTP/2 has other means for (RFC 9113, section 8.2.2). */
const notInHttp2: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
])

const lengthName: ReadonlySet<string> = new Set(['content-length'])

/** Frames of a connection that wait, beyond which it counts as one that isn't read. */
const mostQueued = 32

export interface Http2Fields {
  /** Names and values in turn, the status first. */
  readonly fields: string[]
  /** Bytes of names and values. */
  readonly size: number
}

/** The head of an answer in HTTP/2. */
export function http2Fields(status: number, lines: FieldLines): Http2Fields {
  const fields = [':status', String(status)]
  let size = 0
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const name = (lines[i] ?? '').toLowerCase()
    const value = lines[i + 1] ?? ''
    if (notInHttp2.has(name)) continue
    fields.push(name, value)
    size += name.length + value.length
  }
  return { fields, size }
}

/** Writes the answer to a request in HTTP/2. What it sends counts for the request, without what frames take. */
export class Http2Response extends EventEmitter implements VisitorResponse, VisitorConnection {
  headersSent = false
  writableEnded = false
  chunkedEncoding = false
  bytesWritten = 0
  readonly remoteAddress: string | undefined
  /** What was written is counted for the whole connection. */
  readonly writableLength = 0
  readonly #stream: ServerHttp2Stream
  readonly #unsent: Http2Unsent
  readonly #isHead: boolean
  #hasBody = true
  // no prototype: a trailer may be called `constructor`
  readonly #trailers = Object.create(null) as Record<string, string | string[]>

  constructor(
    stream: ServerHttp2Stream,
    { remoteAddress, unsent }: { readonly remoteAddress: string | undefined; readonly unsent: Http2Unsent },
    isHead: boolean,
  ) {
    super()
    this.#isHead = isHead
    this.remoteAddress = remoteAddress
    this.#stream = stream
    this.#unsent = unsent
    stream.on('drain', () => {
      unsent.look(stream)
      this.emit('drain')
    })
    stream.once('finish', () => unsent.look(stream))
    stream.once('close', () => this.emit('close'))
  }

  get destroyed(): boolean {
    return this.#stream.destroyed || this.#stream.closed
  }

  get sent(): number {
    return this.#unsent.sent
  }

  get isCrowded(): boolean {
    return this.#unsent.isCrowded
  }

  get writableNeedDrain(): boolean {
    const { session, writableNeedDrain } = this.#stream
    // heads aren't part of a stream's data
    return writableNeedDrain || (session?.state.outboundQueueSize ?? 0) > mostQueued
  }

  writeContinue(): void {
    this.#inform({ ':status': 100 })
  }

  writeProcessing(): void {
    this.#inform({ ':status': 102 })
  }

  writeEarlyHints(hints: Record<string, string[]>): void {
    if (hints['link'] !== undefined) this.#inform({ ...hints, ':status': 103 })
  }

  writeHead(status: number, _message: string, lines: FieldLines): void {
    // HTTP/2 has no other (RFC 9110, section 15)
    const code = status > 599 ? 502 : status
    // a 205 has no body (RFC 9110, section 15.3.6): Node sends none, whatever the length says
    const { fields, size } = http2Fields(code, code === 205 ? without(lines, lengthName) : lines)
    this.bytesWritten += size
    const at = fields.indexOf('content-length')
    const length = at === -1 ? undefined : fields[at + 1]
    const isEmpty = this.#isHead || code === 204 || code === 205 || code === 304 || length === '0'
    this.headersSent = true
    this.#hasBody = !isEmpty
    this.chunkedEncoding = !isEmpty && length === undefined
    if (this.destroyed) return
    if (this.chunkedEncoding) {
      this.#stream.once('wantTrailers', () => {
        this.#stream.sendTrailers(this.#trailers)
        this.#refuseRest()
      })
    }
    this.#stream.respond(fields, { endStream: isEmpty, waitForTrailers: this.chunkedEncoding })
  }

  write(chunk: Buffer): boolean {
    if (!this.#hasBody || this.destroyed) return true
    this.bytesWritten += chunk.length
    const hasRoom = this.#stream.write(chunk)
    this.#unsent.look(this.#stream)
    return hasRoom
  }

  addTrailers(lines: readonly [string, string][]): void {
    for (const [name, value] of lines) {
      const key = name.toLowerCase()
      if (notInHttp2.has(key)) continue
      this.#trailers[key] = [this.#trailers[key] ?? [], value].flat()
      this.bytesWritten += key.length + value.length
    }
  }

  end(body?: Buffer): void {
    this.writableEnded = true
    if (this.destroyed) return
    if (this.#hasBody) {
      this.bytesWritten += body?.length ?? 0
      this.#stream.end(body)
      this.#unsent.look(this.#stream)
    }
    if (this.chunkedEncoding) return
    if (this.#stream.writableFinished) this.#refuseRest()
    else this.#stream.once('finish', () => this.#refuseRest())
  }

  destroy(): void {
    this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  }

  breakOff(): void {
    this.destroy()
  }

  /** Takes no more of a request whose answer is complete (RFC 9113, section 8.1). */
  #refuseRest(): void {
    const { endAfterHeaders, readableEnded } = this.#stream
    if (!endAfterHeaders && !readableEnded) this.#stream.close(constants.NGHTTP2_NO_ERROR)
  }

  #inform(fields: Record<string, string[] | number>): void {
    if (!this.destroyed && !this.headersSent) this.#stream.additionalHeaders(fields)
  }
}
