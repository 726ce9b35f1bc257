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
  const isOne = metrics === 1
  if (loaded < total && drawn === loaded) return `${fullNumber(loaded)} of them in the chart`
  if (loaded < total)
    return `${fullNumber(loaded)} loaded, ${fullNumber(loaded - drawn)} of them without ${isOne ? 'this value' : 'one of these values'}`
  if (drawn === loaded) return 'all in the chart'
  if (drawn === 0) return isOne ? 'none with this value' : 'none with all of these values'
  return `${fullNumber(loaded - drawn)} without ${isOne ? 'this value' : 'one of these values'}`
}
