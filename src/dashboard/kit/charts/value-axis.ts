import { shareTicks } from '../format/ticks.ts'
import type { Point } from './gaps.ts'
import { ticksWithLimit } from './limit-line.ts'

interface Values {
  readonly series: readonly { readonly key: string }[]
  readonly points: readonly Point[]
  readonly limit?: { readonly value: number } | undefined
  /** Whether the values are shares, whose axis covers only their range. */
  readonly shares?: boolean | undefined
  /** Whether the values are counts, which have no fractions. */
  readonly counts?: boolean | undefined
}

/** The ticks of a chart's values, which are also the ends of its axis. */
export function valueAxis({ series, points, limit, shares = false, counts = false }: Values): readonly number[] {
  const values = points.flatMap((point) =>
    series.map(({ key }) => point[key]).filter((value) => typeof value === 'number'),
  )
  // a spread of arguments has a limit
  const min = values.reduce((a, b) => Math.min(a, b), shares ? Number.POSITIVE_INFINITY : 0)
  const max = values.reduce((a, b) => Math.max(a, b), shares ? Number.NEGATIVE_INFINITY : 0)
  return shares ? shareTicks(min, max) : ticksWithLimit(min, max, limit?.value, counts ? 1 : 0)
}
