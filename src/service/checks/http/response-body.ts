import { httpCheckLimits } from './limits.ts'
import { type Head, invalid, isChunked, lengthOf } from './response-head.ts'

/** Finds the end of a body (RFC 9112, section 6.3) without keeping any of it. */
export interface BodyEnd {
  /**
   * Takes the bytes that follow.
   * @returns whether the body has ended
   * @throws {MalformedResponse}
   */
  push(bytes: Buffer): boolean
  /** Whether it's complete if the connection is closed now. */
  readonly mayEnd: boolean
}

/** Statuses without a body: browsers count 205, too. */
const bodiless = new Set([204, 205, 304])

export function bodyEndOf(head: Head, method: string): BodyEnd {
  if (method === 'HEAD' || bodiless.has(head.status)) return new FixedBody(0)
  if (isChunked(head)) return new ChunkedBody()
  const length = lengthOf(head)
  return length === undefined ? { push: () => false, mayEnd: true } : new FixedBody(length)
}

class FixedBody implements BodyEnd {
  #left: number

  constructor(length: number) {
    this.#left = length
  }

  push(bytes: Buffer): boolean {
    this.#left = Math.max(0, this.#left - bytes.length)
    return this.mayEnd
  }

  get mayEnd(): boolean {
    return this.#left === 0
  }
}

/** RFC 9112, section 7.1. Lines may end with a bare LF; extensions and trailers are ignored. */
class ChunkedBody implements BodyEnd {
  /** Data of the chunk that is still to come. */
  #left = 0
  /** What has come of a line. */
  #line = ''
  #expects: 'size' | 'line break' | 'trailer' = 'size'
  mayEnd = false

  push(bytes: Buffer): boolean {
    let at = 0
    while (at < bytes.length && !this.mayEnd) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, bytes.length - at)
        this.#left -= taken
        at += taken
      } else {
        const end = bytes.indexOf(10, at)
        this.#line += bytes.toString('latin1', at, end === -1 ? bytes.length : end)
        if (this.#line.length > httpCheckLimits.chunkLine) throw invalid('the size of a chunk is too long')
        at = end === -1 ? bytes.length : end + 1
        if (end !== -1) this.#endLine()
      }
    }
    return this.mayEnd
  }

  #endLine(): void {
    const line = this.#line.replace(/\r$/, '')
    this.#line = ''
    if (this.#expects === 'line break') {
      if (line !== '') throw invalid('a chunk is longer than its size (RFC 9112, section 7.1)')
      this.#expects = 'size'
    } else if (this.#expects === 'size') {
      const [, digits = ''] = /^([0-9a-f]+) *(?:;|$)/i.exec(line) ?? []
      this.#left = Number.parseInt(digits, 16)
      if (!Number.isSafeInteger(this.#left)) throw invalid('a chunk has no valid size (RFC 9112, section 7.1)')
      this.#expects = this.#left > 0 ? 'line break' : 'trailer'
    } else this.mayEnd = line === ''
  }
}
