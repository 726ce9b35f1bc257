import { decimal } from '../../../words/quantities.ts'

export { bytes, count, decimal, duration, percent, signed } from '../../../words/quantities.ts'

/** All digits, for totals. */
export function fullNumber(value: number): string {
  return decimal(value, 3, 0)
}

/** `1 site`, `2 sites`. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${fullNumber(n)} ${n === 1 ? one : many}`
}

/** `3 seconds`, `5 minutes` */
export function waitInWords(seconds: number): string {
  return seconds < 120 ? plural(seconds, 'second') : plural(Math.ceil(seconds / 60), 'minute')
}

/** An ID shortened for a table. It keeps its end, because time-ordered IDs start alike. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 6)}…${id.slice(-6)}`
}

/**
 * A host, an address or an email in parts, between which it may break: `https:`, `//www`, `.example`, `/shop`, `?page=2`.
 * Numbers stay whole, and so do file names: `/font-2.woff2`.
 */
export function addressParts(text: string): readonly string[] {
  return text.split(/(?<=[^.@/?&])(?=[.@/?&].)(?!(?<=\d)\.\d)(?!(?<=(?<!\/)\/[^\s/?]*)\.)/)
}
