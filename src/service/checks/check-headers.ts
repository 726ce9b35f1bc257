import type { Check } from './probe.ts'

/** Headers of the connection and of message framing, which the client sets itself (RFC 9110, section 7.6.1). */
const connectionHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * The headers and credentials that the check configures, for requests to its own origin only: no other origin may see
 * them. Keys are in lower case; a header given twice keeps its values in order.
 */
export function checkHeaders(check: Pick<Check, 'headers' | 'credentials'>): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  if (check.credentials) headers.set('authorization', [basic(check.credentials)])
  for (const { name, value } of check.headers) {
    const key = name.toLowerCase()
    if (connectionHeaders.has(key) || key.startsWith('proxy-')) continue
    headers.set(key, [...(headers.get(key) ?? []), fieldValue(value)])
  }
  return headers
}

/** RFC 7617, with the user's name in UTF-8. */
function basic({ user, password }: { user: string; password: string }): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** A field value as bytes (RFC 9110, section 5.5): UTF-8, and no control characters. */
function fieldValue(value: string): string {
  // oxlint-disable-next-line no-control-regex -- the characters to remove
  return Buffer.from(value.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '').trim()).toString('latin1')
}
