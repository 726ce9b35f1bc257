import { parseDate } from './dates.ts'
import { type Fields, membersOf } from './fields.ts'
import { dateOf } from './freshness.ts'

interface Stored {
  readonly fields: Fields
  readonly responseTime: number
}

/**
 * Whether the visitor already has the stored response (RFC 9110, section 13.2.2; RFC 9111, section 4.3.2).
 * If-None-Match wins over If-Modified-Since.
 * @param others the entity tags of its other forms
 */
export function isNotModified(request: Fields, stored: Stored, others: readonly string[] = []): boolean {
  const noneMatch = request['if-none-match']
  if (noneMatch !== undefined) {
    if (noneMatch.trim() === '*') return true
    const { etag } = stored.fields
    if (etag === undefined) return false
    const own = new Set([etag, ...others].map(weakly))
    return membersOf(noneMatch).some((tag) => own.has(weakly(tag)))
  }
  const modifiedSince = request['if-modified-since']
  if (modifiedSince === undefined) return false
  const since = parseDate(modifiedSince, stored.responseTime)
  // a response without Last-Modified is as old as its Date
  return since !== undefined && since >= (lastModified(stored) ?? dateOf(stored))
}

/** Weak comparison ignores whether a tag is weak (RFC 9110, section 8.8.3.2). */
function weakly(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}

function lastModified({ fields, responseTime }: Stored): number | undefined {
  return fields['last-modified'] === undefined ? undefined : parseDate(fields['last-modified'], responseTime)
}

/** Whether If-Range, if any, lets a range be answered (RFC 9110, section 13.1.5): by a strong validator only. */
export function rangeHolds(request: Fields, stored: Stored): boolean {
  const ifRange = request['if-range']?.trim()
  if (ifRange === undefined) return true
  if (/^(?:W\/)?"/.test(ifRange)) return !ifRange.startsWith('W/') && ifRange === stored.fields['etag']
  const modified = lastModified(stored)
  // a date is strong where the response was made at least a second later (section 8.8.2.2)
  return (
    modified !== undefined && parseDate(ifRange, stored.responseTime) === modified && dateOf(stored) - modified >= 1000
  )
}

/** Request fields that only the origin can answer (RFC 9111, section 4.3.2). */
export function isForOrigin(request: Fields): boolean {
  return request['if-match'] !== undefined || request['if-unmodified-since'] !== undefined
}

/** Field lines that ask the origin whether a stored response still holds (RFC 9111, section 4.3.1). */
export function validators({ fields }: Stored): string[] {
  const lines: string[] = []
  if (fields['etag'] !== undefined) lines.push('If-None-Match', fields['etag'])
  if (fields['last-modified'] !== undefined) lines.push('If-Modified-Since', fields['last-modified'])
  return lines
}
