import { momentOf } from '../contract/index.ts'

/** How long the `Retry-After` of an answer asks to wait, ms: seconds or a date (RFC 9110, 10.2.3). 0 for anything else. */
export function waitAsked(value: string | null | undefined, now: number): number {
  const text = value?.trim() ?? ''
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000
  // digits and signs would be read as UNIX milliseconds
  const at = /^[A-Z]/i.test(text) ? momentOf(text) : undefined
  return Math.max(0, (at ?? now) - now)
}
