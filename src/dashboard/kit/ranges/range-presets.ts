import { momentOf } from '../../../contract/moments.ts'

const hour = 3_600_000
const day = 24 * hour

/** Time windows offered by name. Each ends now. */
export const rangePresets = {
  '24h': { label: '24 h', words: '24 hours', ms: 24 * hour },
  '48h': { label: '48 h', words: '48 hours', ms: 48 * hour },
  '7d': { label: '7 d', words: '7 days', ms: 7 * day },
  '30d': { label: '30 d', words: '30 days', ms: 30 * day },
} as const
export type RangePreset = keyof typeof rangePresets

/** UNIX ms, both inclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Shortest first. */
export const rangePresetNames = ['24h', '48h', '7d', '30d'] as const satisfies readonly RangePreset[]

/** The presets on pages of sites and monitors. */
export const pageRanges = ['48h', '7d', '30d'] as const satisfies readonly RangePreset[]
export type PageRange = (typeof pageRanges)[number]
export const defaultPageRange = '48h' satisfies PageRange

/** The range in a page's address, or the default if it's missing or unknown. */
export function pageRangeIn(params: URLSearchParams): PageRange {
  return pageRanges.find((name) => name === params.get('range')) ?? defaultPageRange
}

/** The span that a page's address names, if it does. */
export function spanIn(params: URLSearchParams): Span | undefined {
  const [from, to] = ['from', 'to'].map((name) => momentOf(params.get(name) ?? ''))
  return from !== undefined && to !== undefined && from < to ? { from, to } : undefined
}

/** A computed span in whole milliseconds, the only ones that the service accepts: no shorter, and less than 1 ms longer at each end. */
export function wholeSpan({ from, to }: Span): Span {
  return { from: Math.floor(from), to: Math.ceil(to) }
}

/** A range's start and end in whole UNIX ms. A preset ends now. */
export function boundsOf(range: RangePreset | Span): Span {
  if (typeof range === 'object') return wholeSpan(range)
  const to = Date.now()
  return { from: to - rangePresets[range].ms, to }
}

/**
 * Like `boundsOf`, but a preset begins with a whole hour: rounds are counted by the hour, and what stands beside their
 * number is about the same time.
 */
export function hoursOf(range: RangePreset | Span): Span {
  const { from, to } = boundsOf(range)
  return { from: typeof range === 'object' ? from : Math.ceil(from / hour) * hour, to }
}
