import type { Check } from './probe.ts'

/** They belong to one connection or to the message's framing, which is not the asker's to choose (RFC 9110, section 7.6.1). */
const framing = new Set([
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
 * The check's own headers and credentials, for requests to the check's own origin: another one must never see them.
 * Keys are in lower case; a name given twice has its values in order.
 */
export function ownHeaders(check: Pick<Check, 'headers' | 'credentials'>): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  if (check.credentials) headers.set('authorization', [basic(check.credentials)])
  for (const { name, value } of check.headers) {
    const key = name.toLowerCase()
    if (framing.has(key) || key.startsWith('proxy-')) continue
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
  // oxlint-disable-next-line no-control-regex -- these are what it must not hold
  return Buffer.from(value.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '').trim()).toString('latin1')
}
