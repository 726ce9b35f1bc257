import {
  ageOf,
  cacheStatus,
  type CacheStatus,
  type Entry,
  type FieldLines,
  isNotModified,
  rangeHolds,
  rangeOf,
  standsInFor,
  without,
} from '../cache/index.ts'
import { encodedLines, encodingFor } from '../optimize/compress.ts'
import { withoutSuffixes } from '../optimize/forms.ts'
import { imageFor, imageLines } from '../optimize/images.ts'
import { speculationLines } from '../optimize/speculation.ts'
import { OriginFailure } from '../origin/failure.ts'
import { type Exchange, noteActed, sendHead } from './exchange.ts'
import { failed } from './forward.ts'
import { type OtherForms, otherForms, withVaries } from './other-forms.ts'

const age: ReadonlySet<string> = new Set(['age'])
const ofBody: ReadonlySet<string> = new Set(['age', 'content-length', 'content-range'])
/** A 304 carries what a cache needs, and nothing about a body that isn't there (RFC 9110, section 15.4.5). */
const notIn304: ReadonlySet<string> = new Set(['age', 'content-length', 'content-encoding', 'content-type', 'trailer'])

/** Answers from a stored response (RFC 9111, section 4): whole, in part, or that the visitor has it already. */
export function answerFrom(exchange: Exchange, entry: Entry, now: number, status: CacheStatus): void {
  const { response, fields, method } = exchange
  noteActed(exchange, entry.isGoverned ? 'htmlCache' : 'cache')
  const forms = otherForms(exchange, entry.status, entry.fields)
  const send = (code: number, lines: FieldLines, body: Buffer | undefined) => {
    sendHead(exchange, code, '', [
      ...withVaries(lines, entry.fields, forms),
      ...speculationLines(exchange, code, entry.fields),
      // RFC 9111, section 5.1
      'Age',
      String(Math.floor(ageOf(entry.lifetime, entry.responseTime, now) / 1000)),
      'Cache-Status',
      cacheStatus(status),
    ])
    response.end(method === 'HEAD' ? undefined : body)
  }

  const form = formFor(exchange, entry, forms)
  const noneMatch = fields['if-none-match']
  const asked = noneMatch === undefined ? fields : { ...fields, 'if-none-match': withoutSuffixes(noneMatch) }
  if (entry.status === 200 && isNotModified(asked, entry)) {
    send(304, without(linesFor(entry, form), notIn304), undefined)
    return
  }
  const range =
    method === 'GET' && entry.status === 200 && rangeHolds(fields, entry) ? wantedRange(exchange, entry) : undefined
  if (range === 'unsatisfiable') {
    send(416, ['Content-Range', `bytes */${entry.body.length}`, 'Content-Length', '0'], undefined)
    return
  }
  if (range) {
    const part = entry.body.subarray(range.first, range.last + 1)
    const lines = [
      ...without(entry.lines, ofBody),
      'Content-Range',
      `bytes ${range.first}-${range.last}/${entry.body.length}`,
      'Content-Length',
      String(part.length),
    ]
    send(206, lines, part)
    return
  }
  if (form) noteActed(exchange, form.action)
  send(entry.status, linesFor(entry, form), form?.body ?? entry.body)
}

function wantedRange({ fields }: Exchange, entry: Entry) {
  return rangeOf(fields['range'], entry.body.length)
}

interface Form {
  /** The action that made it. */
  readonly action: 'compression' | 'images'
  readonly body: Buffer
  readonly lines: FieldLines
}

/** The form of an entry, other than the one that the origin sent, that suits a visitor best. */
function formFor({ fields }: Exchange, entry: Entry, forms: OtherForms): Form | undefined {
  // ranges count the bytes of the body as it came
  if (fields['range'] !== undefined) return undefined
  const coding = forms.codings ? encodingFor(entry, fields['accept-encoding']) : undefined
  const format = forms.images ? imageFor(entry, fields['accept']) : undefined
  const body = entry.encodings.get(coding ?? format ?? '')
  if (!body) return undefined
  if (coding !== undefined) return { action: 'compression', body, lines: encodedLines(entry, coding, body.length) }
  return format && { action: 'images', body, lines: imageLines(entry, format, body.length) }
}

function linesFor(entry: Entry, form: Form | undefined): string[] {
  return without(form?.lines ?? entry.lines, age)
}

/** Answers with a stored response where it may stand in for an origin that gave no answer, else with a page. */
export function answerInstead(
  exchange: Exchange,
  entry: Entry | undefined,
  error: unknown,
  forwarded: 'stale' | 'vary-miss' | 'uri-miss',
): void {
  const now = Date.now()
  const mayStandIn = entry && standsInFor('unreachable', entry.lifetime, entry.responseTime, now)
  if (error instanceof OriginFailure && mayStandIn && !exchange.response.headersSent) {
    answerFrom(exchange, entry, now, { hit: false, forwarded, detail: error.problem })
    return
  }
  failed(exchange, error, { hit: false, forwarded })
}
