import { median } from 'd3-array'

export interface Point {
  /** UNIX ms */
  readonly at: number
  readonly [series: string]: number | null
}

/** Longer than so many usual steps without a value is a gap, not a line between two values. */
const gapSteps = 4

/** Points with values, and an empty one in each long gap, so that no line is drawn where nothing was measured. */
export function withGaps(points: readonly Point[], series: readonly string[]): readonly Point[] {
  const filled = points.filter((point) => series.some((name) => typeof point[name] === 'number'))
  const steps = filled.slice(1).map((point, i) => point.at - (filled[i]?.at ?? point.at))
  const usual = median(steps)
  if (usual === undefined) return filled
  return filled.flatMap((point, i) => {
    const before = filled[i - 1]
    if (!before || point.at - before.at <= gapSteps * usual) return [point]
    return [{ at: (before.at + point.at) / 2, ...Object.fromEntries(series.map((name) => [name, null])) }, point]
  })
}
