import { httpCheckLimits } from './limits.ts'
import { type BodyEnd, bodyEndOf } from './response-body.ts'
import { endOfHead, type Head, invalid, MalformedResponse, parseHead, startOfStatusLine } from './response-head.ts'

interface Request {
  readonly method: string
  readonly url: URL
}

/** Reads the one response of a connection. The body is only watched for its end. */
export class ResponseReader {
  readonly #request: Request
  /** What has come of a head, at the beginning of a buffer that has room for more. */
  #bytes = Buffer.alloc(0)
  #length = 0
  #start: number | undefined
  /** Where to look for the head's end. */
  #from = 0
  /** Bytes of interim responses. */
  #interim = 0
  #body: BodyEnd | undefined
  #isOver = false
  /** Of the final response, once it's there. */
  head: Head | undefined

  constructor(request: Request) {
    this.#request = request
  }

  /**
   * Takes the bytes that follow.
   * @returns whether the response has ended
   * @throws {MalformedResponse}
   */
  push(chunk: Buffer): boolean {
    if (this.#body) return this.#body.push(chunk)
    this.#append(chunk)
    this.#readHeads()
    if (!this.#body) this.#refuseLarge(this.#length)
    return this.#isOver
  }

  /**
   * Takes note that nothing more comes. As in browsers, a head may end in the middle, but not over https, where that could be
   * somebody else's doing.
   * @throws {Error} if something is missing
   */
  end(): void {
    if (!this.#body && this.#length > 0) {
      this.#start ??= startOfStatusLine(this.#received(), true)
      if (this.#start === -1) this.#beginWithoutStatusLine()
      else if (this.#request.url.protocol === 'http:') this.#begin(this.#headUntil(this.#length), this.#length)
    }
    if (!this.#body?.mayEnd) throw new Error('the server closed the connection')
  }

  #received(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #append(chunk: Buffer): void {
    const length = this.#length + chunk.length
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    chunk.copy(this.#bytes, this.#length)
    this.#length = length
  }

  #readHeads(): void {
    while (this.#body === undefined) {
      if (this.#start === undefined) {
        this.#start = startOfStatusLine(this.#received(), false)
        if (this.#start === undefined) return
        if (this.#start === -1) return this.#beginWithoutStatusLine()
        this.#from = this.#start
      }
      const found = endOfHead(this.#received(), this.#from)
      if (found.end === undefined) {
        this.#from = found.from
        return
      }
      const head = this.#headUntil(found.end)
      if (Math.trunc(head.status / 100) === 1) this.#skip(found.end)
      else this.#begin(head, found.end)
    }
  }

  #refuseLarge(length: number): void {
    if (this.#interim + length > httpCheckLimits.headers)
      throw new MalformedResponse(`has headers larger than ${httpCheckLimits.headers / 1024} KiB`)
  }

  #headUntil(end: number): Head {
    this.#refuseLarge(end)
    return parseHead(this.#bytes.toString('latin1', this.#start, end))
  }

  /** Leaves an interim response out (RFC 9110, section 15.2). Nobody asked for another protocol, so 101 is one, too. */
  #skip(end: number): void {
    this.#interim += end
    this.#bytes.copyWithin(0, end, this.#length)
    this.#length -= end
    this.#start = undefined
  }

  /** HTTP/0.9 is only a body. Browsers expect it at the default ports and from Shoutcast, whose answers begin with "ICY". */
  #beginWithoutStatusLine(): void {
    const { protocol, port } = this.#request.url
    const isShoutcast = protocol === 'http:' && /^icy/i.test(this.#bytes.toString('latin1', 0, 3))
    if (this.#interim > 0 || (port !== '' && !isShoutcast))
      throw invalid("it doesn't begin with a status line (RFC 9112, section 4)")
    this.#begin({ status: 200, version: '0.9', fields: [] }, 0)
  }

  #begin(head: Head, end: number): void {
    this.head = head
    this.#body = bodyEndOf(head, this.#request.method)
    const rest = this.#bytes.subarray(end, this.#length)
    this.#bytes = Buffer.alloc(0)
    this.#isOver = this.#body.push(rest)
  }
}
