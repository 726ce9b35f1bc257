const hour = 3_600_000
const day = 24 * hour

/** The time windows that pages offer by name: each ends now. */
export const rangePresets = {
  '24h': { label: '24 h', words: '24 hours', ms: 24 * hour },
  '48h': { label: '48 h', words: '48 hours', ms: 48 * hour },
  '7d': { label: '7 d', words: '7 days', ms: 7 * day },
  '30d': { label: '30 d', words: '30 days', ms: 30 * day },
} as const
export type RangePreset = keyof typeof rangePresets

/** Shortest first. */
export const rangePresetNames = ['24h', '48h', '7d', '30d'] as const satisfies readonly RangePreset[]

/** What the pages of sites and monitors offer. */
export const pageRanges = ['48h', '7d', '30d'] as const satisfies readonly RangePreset[]
export type PageRange = (typeof pageRanges)[number]
export const defaultPageRange = '48h' satisfies PageRange

/** A page's range as its address names it; the default where it names none, or none that is offered. */
export function pageRangeIn(params: URLSearchParams): PageRange {
  return pageRanges.find((name) => name === params.get('range')) ?? defaultPageRange
}

/** When a preset begins and ends if it is looked at now, UNIX ms. */
export function boundsOf(range: RangePreset): { readonly from: number; readonly to: number } {
  const to = Date.now()
  return { from: to - rangePresets[range].ms, to }
}
