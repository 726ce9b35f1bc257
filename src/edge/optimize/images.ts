import { type Entry, type Fields, forbidsTransforming, membersOf, without } from '../cache/index.ts'
import { isEncoded } from './codings.ts'
import { linesOfForm } from './forms.ts'

/** The formats that images are converted to, the smallest first. */
const formats = ['avif', 'webp'] as const
export type ImageFormat = (typeof formats)[number]

/** Shorter images gain nothing. */
const minLength = 1024

/** What an image is converted to. AVIF without loss is no smaller than PNG. */
const targets = new Map<string, readonly ImageFormat[]>([
  ['image/jpeg', formats],
  ['image/png', ['webp']],
])

/**
 * Whether a response is an image worth converting, and its origin allows it (no-transform, RFC 9111, section 5.2.2.6).
 * A download keeps the format that its name says.
 */
export function isConvertible(status: number, fields: Fields): boolean {
  const length = fields['content-length']
  return (
    status === 200 &&
    targets.has(typeOf(fields)) &&
    !isEncoded(fields) &&
    fields['content-range'] === undefined &&
    !/^\s*attachment/i.test(fields['content-disposition'] ?? '') &&
    !forbidsTransforming(fields) &&
    (length === undefined || Number(length) >= minLength)
  )
}

function typeOf(fields: Fields): string {
  return fields['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** The formats of an entry that a visitor names in Accept, the best first. A wildcard says nothing about new formats. */
function formatsFor({ fields }: Entry, accept: string | undefined): readonly ImageFormat[] {
  const accepted = membersOf((accept ?? '').toLowerCase())
    .filter((member) => !/;\s*q\s*=\s*0(?:\.0*)?\s*(?:;|$)/.test(member))
    .map((member) => member.split(';', 1)[0]?.trim())
  return (targets.get(typeOf(fields)) ?? []).filter((format) => accepted.includes(`image/${format}`))
}

/** The form of an image that suits a visitor best. */
export function imageFor(entry: Entry, accept: string | undefined): ImageFormat | undefined {
  return formatsFor(entry, accept).find((format) => (entry.encodings.get(format)?.length ?? 0) > 0)
}

/** The form that would suit a visitor better than the stored ones. A form that is stored empty was no smaller. */
export function missingImage(entry: Entry, accept: string | undefined): ImageFormat | undefined {
  if (entry.body.length < minLength) return undefined
  const first = formatsFor(entry, accept).find((format) => entry.encodings.get(format)?.length !== 0)
  return first !== undefined && !entry.encodings.has(first) ? first : undefined
}

const contentType: ReadonlySet<string> = new Set(['content-type'])

/** The lines of an image in another format. */
export function imageLines(entry: Entry, format: ImageFormat, length: number): string[] {
  const lines = without(entry.lines, contentType)
  return linesOfForm({ lines, fields: entry.fields }, format, length, [
    'Content-Type',
    `image/${format}`,
    'Server-Timing',
    'images',
  ])
}
