import {
  type Entry,
  type FieldLines,
  isNotModified as isUnchanged,
  rangeHolds,
  rangeOf,
  without,
} from '../cache/index.ts'
import { encodedLines, encodingFor } from '../optimize/compress.ts'
import { tagsOfForms } from '../optimize/forms.ts'
import { imageFor, imageLines } from '../optimize/images.ts'
import { speculationLines } from '../optimize/speculation.ts'
import { type Exchange, recordAction, type VisitorRequest } from '../exchange/exchange.ts'
import { type OtherForms, otherForms, withVaries } from './other-forms.ts'

/** How a stored response is sent to a visitor, but for what changes with the time. */
export interface StoredAnswer {
  readonly status: number
  readonly lines: FieldLines
  readonly body: Buffer | undefined
}

const age: ReadonlySet<string> = new Set(['age'])
const ofBody: ReadonlySet<string> = new Set(['age', 'content-length', 'content-range'])
/** A 304 carries what a cache needs, and nothing about a body that isn't there (RFC 9110, section 15.4.5). */
const notIn304: ReadonlySet<string> = new Set(['age', 'content-length', 'content-encoding', 'content-type', 'trailer'])

/** The answer to a visitor from a stored response: whole, in part, or that the visitor has it already. */
export function storedAnswer(
  visit: VisitorRequest & Pick<Exchange, 'method' | 'actionTimes'>,
  entry: Entry,
): StoredAnswer {
  const { fields, method } = visit
  recordAction(visit, entry.isGoverned ? 'htmlCache' : 'cache')
  const forms = otherForms(visit, entry.status, entry.fields)
  const answer = (status: number, lines: FieldLines, body: Buffer | undefined): StoredAnswer => ({
    status,
    lines: [...withVaries(lines, entry.fields, forms), ...speculationLines(visit, status, entry.fields)],
    body: method === 'HEAD' ? undefined : body,
  })

  const form = formFor(visit, entry, forms)
  if (isNotModified(visit, entry)) return answer(304, without(linesFor(entry, form), notIn304), undefined)
  const range =
    method === 'GET' && entry.status === 200 && rangeHolds(fields, entry) ? wantedRange(visit, entry) : undefined
  if (range === 'unsatisfiable')
    return answer(416, ['Content-Range', `bytes */${entry.body.length}`, 'Content-Length', '0'], undefined)
  if (range) {
    const part = entry.body.subarray(range.first, range.last + 1)
    const lines = [
      ...without(entry.lines, ofBody),
      'Content-Range',
      `bytes ${range.first}-${range.last}/${entry.body.length}`,
      'Content-Length',
      String(part.length),
    ]
    return answer(206, lines, part)
  }
  if (form) recordAction(visit, form.action)
  return answer(entry.status, linesFor(entry, form), form?.body ?? entry.body)
}

/** Whether the visitor has a stored response already, in any of its forms. */
export function isNotModified({ fields }: VisitorRequest, entry: Entry): boolean {
  if (entry.status !== 200) return false
  const { etag } = entry.fields
  return isUnchanged(
    fields,
    entry,
    etag === undefined || fields['if-none-match'] === undefined ? [] : tagsOfForms(etag),
  )
}

function wantedRange({ fields }: VisitorRequest, entry: Entry) {
  return rangeOf(fields['range'], entry.body.length)
}

interface Form {
  /** The action that made it. */
  readonly action: 'compression' | 'images'
  readonly body: Buffer
  readonly lines: FieldLines
}

/** The form of an entry, other than the one that the origin sent, that suits a visitor best. */
function formFor({ fields }: VisitorRequest, entry: Entry, forms: OtherForms): Form | undefined {
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
