import { median } from 'd3-array'

export interface Point {
  /** UNIX ms */
  readonly at: number
  readonly [series: string]: number | null
}

/** A gap is longer than this many typical steps. */
const gapSteps = 4

/** The longest time between two neighbouring points that is still drawn as a line, in ms. */
export function maxStep(points: readonly { readonly at: number }[]): number {
  const steps = points.slice(1).map((point, i) => point.at - (points[i]?.at ?? point.at))
  return gapSteps * (median(steps) ?? 0)
}

/** Drops points without a value and adds an empty one in each long gap, so that no line crosses it. */
export function withGaps(points: readonly Point[], series: readonly string[]): readonly Point[] {
  const filled = points.filter((point) => series.some((name) => typeof point[name] === 'number'))
  const longest = maxStep(filled)
  return filled.flatMap((point, i) => {
    const before = filled[i - 1]
    if (!before || point.at - before.at <= longest) return [point]
    return [{ at: (before.at + point.at) / 2, ...Object.fromEntries(series.map((name) => [name, null])) }, point]
  })
}
