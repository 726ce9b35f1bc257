import { httpDate } from '../../edge/index.ts'

/** How long the `Retry-After` of an answer asks to wait, ms: seconds or a date (RFC 9110, 10.2.3). 0 for anything else. */
export function waitAsked(value: string | null | undefined, now: number): number {
  const text = value?.trim() ?? ''
  // some give fractions of a second, as in their other headers of this kind
  if (/^\d{1,12}(?:\.\d{1,9})?$/.test(text)) return Math.ceil(Number(text) * 1000)
  return Math.max(0, (httpDate(text, now) ?? now) - now)
}
