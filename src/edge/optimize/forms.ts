import { type Entry, type FieldLines, type Fields, membersOf, without } from '../cache/index.ts'

/** Fields of the body as the origin sent it. */
const ofOriginal: ReadonlySet<string> = new Set([
  'etag',
  'content-length',
  'accept-ranges',
  'content-md5',
  'content-digest',
  'repr-digest',
  'digest',
])

/** Whether a field tells of the body as the origin sent it, and of no other form. */
export function isOfOriginal(name: string): boolean {
  return ofOriginal.has(name.toLowerCase())
}

/**
 * The lines of an answer whose body is sent in another form. A strong entity tag gets the form's name as a suffix, because
 * the bytes are others (RFC 9110, section 8.8.1).
 * @param length undefined where it isn't known yet
 */
export function linesOfForm(
  { lines, fields }: Pick<Entry, 'lines' | 'fields'>,
  form: string,
  length: number | undefined,
  describing: FieldLines,
): string[] {
  const { etag } = fields
  return [
    ...without(lines, ofOriginal),
    ...describing,
    ...(length === undefined ? [] : ['Content-Length', String(length)]),
    ...(etag === undefined ? [] : ['ETag', taggedFor(etag, form)]),
  ]
}

function taggedFor(etag: string, form: string): string {
  return etag.startsWith('"') && etag.endsWith('"') ? `${etag.slice(0, -1)}-${form}"` : etag
}

/** Entity tags as the origin knows them, without the suffixes of other forms. */
export function withoutSuffixes(tags: string): string {
  return tags.replaceAll(/-(?:br|gzip|zstd|avif|webp)"/g, '"')
}

/** Says that the body depends on a request field, as it does once it may be sent in another form. */
export function withVary(lines: FieldLines, fields: Fields, name: string): FieldLines {
  const names = membersOf(fields['vary'] ?? '').map((one) => one.toLowerCase())
  return names.includes(name.toLowerCase()) || names.includes('*') ? lines : [...lines, 'Vary', name]
}
