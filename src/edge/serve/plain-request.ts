import { visitorLimits } from './limits.ts'
import type { FieldLines } from '../cache/index.ts'
import { hostnameOf } from './target.ts'

/** A GET without a body and without anything that concerns the connection. */
export interface PlainRequest {
  readonly hostname: string
  /** Path and query. */
  readonly target: string
  readonly fields: Record<string, string>
  readonly lines: FieldLines
}

/** The whole of a request that every server reads alike, a part of what RFC 9112 allows. */
const syntax = /^GET (\/[!$-[\]-~]*) HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n)+\r\n$/

/** Fields of requests that need more than the answer of a cache: a body, a part, or another protocol. */
export const notPlain: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'trailer',
  'te',
  'expect',
  'upgrade',
  'http2-settings',
  'proxy-connection',
  'cdn-loop',
  'range',
  'if-range',
  'if-match',
  'if-unmodified-since',
])

/**
 * Reads bytes that are exactly one plain request; undefined for anything else, which Node's parser then reads. It is
 * stricter than that: what it takes means the same to both.
 */
export function plainRequest(bytes: Buffer): PlainRequest | undefined {
  if (bytes.length > visitorLimits.plain) return undefined
  const text = bytes.toString('latin1')
  const target = syntax.exec(text)?.[1]
  if (target === undefined) return undefined
  // no prototype: a field may be called `constructor`
  const fields = Object.create(null) as Record<string, string>
  const lines: string[] = []
  for (let at = text.indexOf('\r\n') + 2; at < text.length - 2;) {
    const colon = text.indexOf(':', at)
    const end = text.indexOf('\r\n', colon)
    const line = text.slice(at, colon)
    const name = line.toLowerCase()
    if (fields[name] !== undefined || notPlain.has(name)) return undefined
    const value = text.slice(colon + 1, end).trim()
    fields[name] = value
    lines.push(line, value)
    at = end + 2
  }
  const { host, connection } = fields
  if (host === undefined || (connection !== undefined && connection.toLowerCase() !== 'keep-alive')) return undefined
  const hostname = hostnameOf(host)
  return hostname === undefined ? undefined : { hostname, target, fields, lines }
}
