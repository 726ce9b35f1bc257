import { fieldValue } from '../../shared/field-value.ts'
import { type FieldLines, type Fields, fieldsOf } from '../cache/index.ts'

/** The head of an answer whose body has a known length. */
export interface PlainAnswer {
  readonly status: number
  readonly message: string
  readonly lines: FieldLines
  readonly fields: Fields
  /** Of the body, in bytes. */
  readonly length: number
  /** Whether the connection may serve another request. */
  readonly staysOpen: boolean
}

/** The whole of a head that every client reads alike, a part of what RFC 9112 allows. */
const syntax =
  /^HTTP\/1\.1 ([2-5]\d\d) ([\t\x20-\x7e\x80-\xff]*)\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/

/**
 * Reads a head, its empty line included; undefined where more is needed to find the end of the body (RFC 9112, section
 * 6.3). It is stricter than Node's parser: what it takes means the same to both.
 */
export function plainAnswer(head: string): PlainAnswer | undefined {
  const [, status, message = ''] = syntax.exec(head) ?? []
  if (status === undefined) return undefined
  const lines: string[] = []
  for (let at = head.indexOf('\r\n') + 2; at < head.length - 2;) {
    const colon = head.indexOf(':', at)
    const end = head.indexOf('\r\n', colon)
    lines.push(head.slice(at, colon), fieldValue(head, colon + 1, end))
    at = end + 2
  }
  const fields = fieldsOf(lines)
  const { 'content-length': length, 'transfer-encoding': coding, connection = 'keep-alive' } = fields
  const hasNoBody = status === '204' || status === '304'
  if (coding !== undefined || (length === undefined && !hasNoBody)) return undefined
  // two of them, or what isn't a number, are for a parser that knows what to make of it
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return undefined
  return {
    status: Number(status),
    message,
    lines,
    fields,
    length: hasNoBody ? 0 : Number(length),
    staysOpen: connection.toLowerCase() === 'keep-alive',
  }
}
