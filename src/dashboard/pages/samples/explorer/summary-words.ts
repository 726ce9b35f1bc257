import { fullNumber } from '../../../format/format.ts'

interface Counts {
  /** Samples in the range. */
  readonly total: number
  readonly loaded: number
  /** The loaded ones that have a value of every metric shown. */
  readonly drawn: number
  /** How many metrics are shown. */
  readonly metrics: number
}

/** How many samples the chart shows: "all in the chart", "10 without this value". */
export function inChartWords({ total, loaded, drawn, metrics }: Counts): string {
  const isAll = loaded >= total
  if (drawn === loaded) return isAll ? 'all in the chart' : `${fullNumber(loaded)} of them in the chart`
  const isOne = metrics === 1
  if (isAll && drawn === 0) return isOne ? 'none with this value' : 'none with all of these values'
  const missing = fullNumber(loaded - drawn)
  return `${isAll ? missing : `${fullNumber(loaded)} loaded, ${missing} of them`} without ${isOne ? 'this value' : 'one of these values'}`
}
