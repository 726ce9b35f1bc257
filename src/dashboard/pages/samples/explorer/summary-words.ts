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
  if (loaded < total) return `${fullNumber(drawn)} of them in the chart`
  if (drawn === loaded) return 'all in the chart'
  const isOne = metrics === 1
  if (drawn === 0) return isOne ? 'none with this value' : 'none with all of these values'
  return `${fullNumber(loaded - drawn)} without ${isOne ? 'this value' : 'one of these values'}`
}
