import { type FieldLines, fieldsOf, forbidsTransforming, membersOf, without } from '../cache/index.ts'
import { mayBeAnothers } from '../optimize/breach.ts'
import { acceptedCodings } from '../optimize/codings.ts'
import { encodedLines } from '../optimize/compress.ts'
import { withoutSuffix, withVary } from '../optimize/forms.ts'
import type { StreamCoding } from '../optimize/streams.ts'
import type { OriginAnswer } from '../origin/ask.ts'
import { CompressedBody } from './compressed-body.ts'
import { type Exchange, recordAction } from '../exchange/exchange.ts'
import { otherForms, withVaries } from './other-forms.ts'
import type { EdgeContext } from './edge-context.ts'
import type { BodySink } from './feed.ts'

/** How an answer goes to the visitor while it comes from the origin. */
export interface StreamedForm {
  readonly lines: FieldLines
  /** What its body is written to, once the head is sent. */
  readonly open: () => BodySink
}

/** The form in which an answer is sent while it comes: compressed where the visitor accepts that and it's worth it. */
export function streamedForm(
  exchange: Exchange,
  { streams }: EdgeContext,
  { status, fields }: Pick<OriginAnswer, 'status' | 'fields'>,
  lines: FieldLines,
): StreamedForm {
  const { response, method } = exchange
  const forms = otherForms(exchange, status, fields)
  const varied = withVaries(lines, fields, forms)
  const coding = forms.codings && streams.hasRoom ? streamCoding(exchange) : undefined
  if (coding === undefined) return { lines: status === 304 ? confirmed(exchange, lines) : varied, open: () => response }
  recordAction(exchange, 'compression')
  return {
    lines: encodedLines({ lines: varied, fields }, coding === 'gzip-literal' ? 'gzip' : coding, undefined),
    open: () => (method === 'HEAD' ? response : new CompressedBody(streams.open(coding), response)),
  }
}

/** The coding for a visitor whose answer isn't stored. */
function streamCoding(exchange: Exchange): StreamCoding | undefined {
  const { fields, request } = exchange
  // ranges count the bytes of the body as it came, and HTTP/1.0 can't tell where one of unknown length breaks off
  if (fields['range'] !== undefined || request.httpVersion === '1.0') return undefined
  if (forbidsTransforming(fields)) return undefined
  const codings = acceptedCodings(fields['accept-encoding'])
  if (!mayBeAnothers(exchange)) return codings[0]
  return codings.includes('gzip') ? 'gzip-literal' : undefined
}

const etagName: ReadonlySet<string> = new Set(['etag'])

/** The lines of a 304 about a form of the edge's own, as those of a 200 would be (RFC 9110, section 15.4.5). */
function confirmed({ fields }: Exchange, lines: FieldLines): FieldLines {
  const at = lines.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'etag')
  const etag = lines[at + 1]
  const known = membersOf(fields['if-none-match'] ?? '')
  if (at === -1 || etag === undefined || known.includes(etag)) return lines
  const own = known.find((tag) => withoutSuffix(tag) === etag)
  return own === undefined
    ? lines
    : withVary([...without(lines, etagName), 'ETag', own], fieldsOf(lines), 'Accept-Encoding')
}
