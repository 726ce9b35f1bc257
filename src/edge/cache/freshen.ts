import { isCookieField } from './directives.ts'
import { endToEnd, type FieldLines, type Fields, without } from './fields.ts'

/** What describes the stored body, which a 304 doesn't change (RFC 9111, section 3.2). */
const ofBody: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'content-md5',
  'content-range',
  'etag',
])

/** The stored lines, updated by those of a 304 (RFC 9111, sections 3.2 and 4.3.4). Its cookies are for the one who asked. */
export function freshened(stored: FieldLines, lines: FieldLines, fields: Fields): string[] {
  const updates = endToEnd(lines, fields, (name) => ofBody.has(name) || isCookieField(name))
  const names = new Set(updates.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase()))
  // the age of the old response doesn't outlive its validation
  names.add('age')
  return [...without(stored, names), ...updates]
}
