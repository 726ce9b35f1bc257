import { type Entry, type FieldLines, type Fields, membersOf, without } from '../cache/index.ts'

/** Fields of the body as the origin sent it. */
const ofOriginal: ReadonlySet<string> = new Set([
  'etag',
  'content-encoding',
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

const forms = ['br', 'gzip', 'zstd', 'avif', 'webp'] as const
const suffix = new RegExp(`-(?:${forms.join('|')})"$`)

/** The tags that the other forms of a response with an entity tag have. The tag itself is opaque (RFC 9110, section 8.8.3). */
export function tagsOfForms(etag: string): readonly string[] {
  return forms.map((form) => taggedFor(etag, form))
}

/**
 * Entity tags to ask the origin with: each as the visitor sent it, and without what the edge may have added. Nobody but the
 * origin knows which of both is its own.
 */
export function tagsForOrigin(tags: string): string {
  if (tags.trim() === '*') return tags
  return membersOf(tags)
    .flatMap((tag) => (suffix.test(tag) && !tag.startsWith('W/') ? [tag, withoutSuffix(tag)] : [tag]))
    .join(', ')
}

const withTags: ReadonlySet<string> = new Set(['if-none-match', 'if-match'])

/**
 * The lines of a visitor's request with entity tags that the origin can know. If-Range stays as it is: the origin has no
 * part of another form, so the visitor needs the whole.
 */
export function withTagsForOrigin(lines: FieldLines): FieldLines {
  if (!lines.some((name, i) => i % 2 === 0 && withTags.has(name.toLowerCase()))) return lines
  return lines.map((text, i) =>
    i % 2 === 1 && withTags.has((lines[i - 1] ?? '').toLowerCase()) ? tagsForOrigin(text) : text,
  )
}

/** An entity tag of another form as the origin knows it. */
export function withoutSuffix(tag: string): string {
  return tag.replace(suffix, '"')
}

/** Says that the body depends on a request field, as it does once it may be sent in another form. */
export function withVary(lines: FieldLines, fields: Fields, name: string): FieldLines {
  const names = membersOf(fields['vary'] ?? '').map((one) => one.toLowerCase())
  return names.includes(name.toLowerCase()) || names.includes('*') ? lines : [...lines, 'Vary', name]
}
