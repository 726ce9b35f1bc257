import { fullNumber } from '../../../kit/format/format.ts'

interface Counts {
  /** Samples in the range. */
  readonly total: number
  readonly loaded: number
  /** The loaded ones whose value of every metric shown counts. */
  readonly drawn: number
  /** How many metrics are shown. */
  readonly metrics: number
  /** Errors and critical ones that are drawn although they aren't among the loaded. */
  readonly errors: number
}

/**
 * How many samples the chart shows: "all in the chart", "10 without a value that counts". Those of a busy runner have one
 * that doesn't.
 */
export function inChartWords({ errors, ...counts }: Counts): string {
  return `${collectedWords(counts)}${errors > 0 ? `, plus ${fullNumber(errors)} with errors` : ''}`
}

function collectedWords({ total, loaded, drawn, metrics }: Omit<Counts, 'errors'>): string {
  const isAll = loaded >= total
  if (drawn === loaded) return isAll ? 'all in the chart' : `${fullNumber(loaded)} of them in the chart`
  const value = `a value that counts${metrics === 1 ? '' : ' in each chart'}`
  if (isAll && drawn === 0) return `none with ${value}`
  const missing = fullNumber(loaded - drawn)
  return `${isAll ? missing : `${fullNumber(loaded)} loaded, ${missing} of them`} without ${value}`
}
