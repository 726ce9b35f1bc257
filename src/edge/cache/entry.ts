import { type FieldLines, type Fields, fieldsOf } from './fields.ts'
import type { Lifetime, Received } from './freshness.ts'
import type { Labels } from './labels.ts'
import { selectionOf } from './vary.ts'

/** A stored response. */
export interface Entry extends Received {
  readonly lines: FieldLines
  readonly lifetime: Lifetime
  readonly body: Buffer
  /** Other forms of the body by content coding or image format, made when they were first needed. */
  readonly encodings: Map<string, Buffer>
  /** The moment at which it was asked for, or at which it was last found not to be purged; see `Purges`. */
  moment: number
  readonly labels: Labels
  /** Whether it's kept by a rule of the site's settings, for some visitors only. */
  readonly isGoverned: boolean
  /** The request fields that select it, and their values in the request that it answered. */
  readonly selectedBy: readonly string[]
  readonly selection: string
  /** The further request fields that a request must have to get it, whatever their values. */
  readonly onlyWith: readonly string[]
  /** About how much memory it takes, in bytes. */
  readonly size: number
}

interface Stored {
  /** With the fields by which it's kept. */
  readonly received: Received
  /** Whether the site's settings have changed them. */
  readonly isGoverned: boolean
  readonly lifetime: Lifetime
  /** Without those of the connection, and those that only the one who asked may get. */
  readonly lines: FieldLines
  readonly selectedBy: readonly string[]
  readonly onlyWith: readonly string[]
  readonly body: Buffer
  readonly moment: number
  readonly labels: Labels
}

/** Puts a response into the form in which it's stored. */
export function entryOf(request: Fields, stored: Stored): Entry {
  return new StoredEntry(request, stored)
}

/**
 * Most responses wait long for their second use, if it ever comes. Until then the head is one text: a hundred small
 * objects that live long cost the garbage collector more than everything else about a miss.
 */
class StoredEntry implements Entry {
  readonly status: number
  readonly requestTime: number
  readonly responseTime: number
  readonly lifetime: Lifetime
  readonly body: Buffer
  moment: number
  readonly labels: Labels
  readonly isGoverned: boolean
  readonly selectedBy: readonly string[]
  readonly selection: string
  readonly onlyWith: readonly string[]
  readonly #head: string
  readonly #headSize: number
  readonly #labelSize: number
  #lines: FieldLines | undefined
  #fields: Fields | undefined
  #encodings: Map<string, Buffer> | undefined

  constructor(request: Fields, stored: Stored) {
    const { received, isGoverned, lifetime, lines, selectedBy, onlyWith, body, moment, labels } = stored
    const { status, fields, requestTime, responseTime } = received
    const dated = withDate(lines, responseTime)
    this.status = status
    this.requestTime = requestTime
    this.responseTime = responseTime
    this.lifetime = lifetime
    this.body = body
    this.moment = moment
    this.labels = labels
    this.isGoverned = isGoverned
    this.selectedBy = selectedBy
    this.onlyWith = onlyWith
    this.selection = selectionOf(this.selectedBy, request)
    this.#head = dated.join('\n')
    // each line is kept as it came and by name, once it's needed
    this.#headSize = 2 * this.#head.length + 40 * dated.length
    this.#labelSize = labels.tags?.reduce((sum, tag) => sum + tag.length + 40, 0) ?? 0
    if (isGoverned) this.#fields = fields
  }

  get lines(): FieldLines {
    return (this.#lines ??= this.#head.split('\n'))
  }

  get fields(): Fields {
    return (this.#fields ??= fieldsOf(this.lines))
  }

  get encodings(): Map<string, Buffer> {
    return (this.#encodings ??= new Map())
  }

  get size(): number {
    let size = 1000 + this.body.length + this.#headSize + this.#labelSize
    for (const encoded of this.#encodings?.values() ?? nothing) size += encoded.length + 100
    return size
  }
}

const nothing: readonly never[] = []

/** A response without a date gets one (RFC 9110, section 6.6.1). */
function withDate(lines: FieldLines, now: number): FieldLines {
  const hasDate = lines.some((name, i) => i % 2 === 0 && name.toLowerCase() === 'date')
  return hasDate ? lines : [...lines, 'Date', new Date(now).toUTCString()]
}
