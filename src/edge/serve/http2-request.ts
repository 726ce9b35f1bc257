import { constants, type ServerHttp2Stream } from 'node:http2'
import { PassThrough } from 'node:stream'
import { visitorLimits } from './limits.ts'
import type { RequestBody } from '../exchange/exchange.ts'
import { notPlain } from './plain-request.ts'
import type { Head } from './target.ts'

/** The head of a request as HTTP/1.1 would have it, so that what follows knows one form only. */
export interface Http2Head extends Head {
  readonly method: string
  readonly url: string
  /** Whether it's a GET without a body and without fields that take more than sending an answer. */
  readonly isPlain: boolean
}

/** Whether a head is longer than in HTTP/1.1. HTTP/2 has visitors promise that it isn't, once they know. */
export function isTooLarge(raw: readonly string[]): boolean {
  return raw.reduce((sum, text) => sum + text.length, 0) > visitorLimits.head
}

/**
 * Reads the head of a request. nghttp2 has refused names in upper case, fields of the connection and wrong pseudo-header
 * fields, and has left out what no field may have (RFC 9113, section 8.2 and 8.3).
 * @param raw names and values in turn
 * @returns undefined where two servers could read it differently
 */
export function http2Head(raw: readonly string[], hasBody: boolean): Http2Head | undefined {
  let method = ''
  let url = ''
  let authority: string | undefined
  let host: string | undefined
  let hasLength = false
  let isPlain = !hasBody
  let cookie = -1
  const lines = ['Host', '']
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    const value = raw[i + 1] ?? ''
    if (name === ':method') method = value
    else if (name === ':path') url = value
    else if (name === ':authority') authority = value
    else if (name === ':scheme') {
      if (value !== 'https') return undefined
    } else if (name === 'host') {
      if (host !== undefined) return undefined
      host = value
    } else if (name === 'cookie' && cookie !== -1) {
      // RFC 9113, section 8.2.3
      lines[cookie] += `; ${value}`
    } else {
      if (name === 'cookie') cookie = lines.length + 1
      if (name === 'content-length') hasLength = true
      // browsers say that they know trailers
      if (notPlain.has(name) && name !== 'te') isPlain = false
      lines.push(name, value)
    }
  }
  // RFC 9113, section 8.3.1
  if (authority !== undefined && host !== undefined && authority.toLowerCase() !== host.toLowerCase()) return undefined
  const asked = authority ?? host
  if (asked === undefined) return undefined
  lines[1] = asked
  // how HTTP/1.1 sends what has no known length
  if (hasBody && !hasLength) lines.push('Transfer-Encoding', 'chunked')
  return { httpVersion: '2', method, url, rawHeaders: lines, isPlain: isPlain && method === 'GET' }
}

/** The body of a request in HTTP/2. */
export class Http2Body extends PassThrough implements RequestBody {
  complete = false
  rawTrailers: string[] = []

  constructor(stream: ServerHttp2Stream) {
    super()
    stream.once('trailers', (_fields, _flags, raw: string[]) => (this.rawTrailers = raw))
    stream.once('end', () => {
      // half a body must not look like a whole one
      if (stream.aborted || stream.rstCode !== constants.NGHTTP2_NO_ERROR) return
      this.complete = true
      this.end()
    })
    stream.once('close', () => {
      if (!this.complete) this.destroy(new Error('The visitor took the request back.'))
    })
    this.on('error', () => undefined)
    stream.pipe(this, { end: false })
  }
}
