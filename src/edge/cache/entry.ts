import { type FieldLines, type Fields, fieldsOf } from './fields.ts'
import { type Lifetime, lifetimeOf, type Received } from './freshness.ts'
import { selectionOf, variesBy } from './vary.ts'

/** A stored response. */
export interface Entry extends Received {
  readonly lines: FieldLines
  readonly lifetime: Lifetime
  readonly body: Buffer
  /** Other forms of the body by content coding or image format, made when they were first needed. */
  readonly encodings: Map<string, Buffer>
  /** The moment at which it was asked for; see `Generations`. */
  readonly moment: number
  /** Whether it's kept by a rule of the site's settings, for some visitors only. */
  readonly isGoverned: boolean
  /** The request fields that select it, and their values in the request that it answered. */
  readonly selectedBy: readonly string[]
  readonly selection: string
}

interface Stored {
  readonly status: number
  /** Without those of the connection. */
  readonly lines: FieldLines
  readonly body: Buffer
  readonly requestTime: number
  readonly responseTime: number
  readonly moment: number
  /** Changes the fields by which it's kept, where the site's settings do. */
  readonly govern?: (status: number, fields: Fields) => Fields
}

/** Puts a response into the form in which it's stored. */
export function entryOf(request: Fields, stored: Stored): Entry {
  const dated = withDate(stored.lines, stored.responseTime)
  const own = fieldsOf(dated)
  const fields = stored.govern?.(stored.status, own) ?? own
  const received = { status: stored.status, fields, requestTime: stored.requestTime, responseTime: stored.responseTime }
  const vary = variesBy(fields)
  const selectedBy = vary === '*' ? [] : vary
  return {
    ...received,
    lines: dated,
    lifetime: lifetimeOf(received),
    body: stored.body,
    encodings: new Map(),
    moment: stored.moment,
    isGoverned: fields !== own,
    selectedBy,
    selection: selectionOf(selectedBy, request),
  }
}

/** A response without a date gets one (RFC 9110, section 6.6.1). */
function withDate(lines: FieldLines, now: number): FieldLines {
  const hasDate = lines.some((name, i) => i % 2 === 0 && name.toLowerCase() === 'date')
  return hasDate ? lines : [...lines, 'Date', new Date(now).toUTCString()]
}

/** About how much memory an entry takes, in bytes. */
export function sizeOf(entry: Entry): number {
  let size = 1000 + entry.body.length
  // each line is kept as it came and by name
  for (const text of entry.lines) size += 2 * text.length + 40
  for (const encoded of entry.encodings.values()) size += encoded.length + 100
  return size
}
