import { median } from 'd3-array'

/**
 * A value of a chart. Null: something was measured, but gave no value, such as a check that failed. Undefined: nothing
 * was measured.
 */
export type Value = number | null | undefined

export interface Point {
  /** UNIX ms */
  readonly at: number
  readonly [series: string]: Value
}

/** A gap is longer than this many typical steps. */
const gapSteps = 4

/** The longest time between two neighbouring points that is still drawn as a line, in ms. */
function maxStep(points: readonly { readonly at: number }[]): number {
  const steps = points.slice(1).map((point, i) => point.at - (points[i]?.at ?? point.at))
  return gapSteps * (median(steps) ?? 0)
}

/**
 * The unbroken parts of a line, each of at least one point with a value. A line breaks at every null, and where nothing
 * was measured for much longer than usual. Shorter times in which nothing was measured don't break it.
 * @param points in order of time
 */
export function stretchesOf<P extends { readonly at: number }>(
  points: readonly P[],
  valueOf: (point: P) => Value,
): readonly (readonly P[])[] {
  const measured = points.filter((point) => valueOf(point) !== undefined)
  const longest = maxStep(measured)
  const stretches: P[][] = []
  let open: P[] | undefined
  for (const point of measured) {
    const last = open?.at(-1)
    if (valueOf(point) === null) open = undefined
    else if (open && last && point.at - last.at <= longest) open.push(point)
    else {
      open = [point]
      stretches.push(open)
    }
  }
  return stretches
}

/** Whether anything was measured at a point, also without a value. */
export function isMeasured(point: Point, series: readonly { readonly key: string }[]): boolean {
  return series.some(({ key }) => point[key] !== undefined)
}
