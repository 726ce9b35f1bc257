import { percentile } from '../../../../contract/index.ts'

/** Values that each side needs at least, so that an interval says something. */
export const leastValues = 10

export interface MedianDifference {
  /** The median after, less the one before. */
  readonly by: number
  /** Its 99% confidence interval. */
  readonly low: number
  readonly high: number
}

/** Two-sided 99%. A page compares some twenty metrics: with 95%, one of them would differ by chance. */
const z = 2.5758

/**
 * The difference between the medians of two independent samples with a distribution-free confidence interval, which skew and
 * unequal spreads leave right: D. G. Bonett and R. M. Price, "Statistical inference for a linear function of medians",
 * Psychological Methods 7 (2002), 370–383. Undefined with fewer than `leastValues` values on either side.
 */
export function differenceOfMedians(before: readonly number[], after: readonly number[]): MedianDifference | undefined {
  if (Math.min(before.length, after.length) < leastValues) return undefined
  const [a, b] = [before.toSorted(ascending), after.toSorted(ascending)]
  const by = (percentile(b, 0.5) ?? 0) - (percentile(a, 0.5) ?? 0)
  const margin = z * Math.hypot(errorOfMedian(a), errorOfMedian(b))
  return { by, low: by - margin, high: by + margin }
}

/** Whether an interval leaves out zero. */
export const isShown = ({ low, high }: Pick<MedianDifference, 'low' | 'high'>): boolean => low > 0 || high < 0

const ascending = (a: number, b: number) => a - b

/**
 * The standard error of a median, from two order statistics at the same distance from both ends: R. M. Price and D. G. Bonett,
 * "Estimating the variance of the sample median", Journal of Statistical Computation and Simulation 68 (2001), 295–305.
 * @param sorted in ascending order
 */
function errorOfMedian(sorted: readonly number[]): number {
  const n = sorted.length
  const c = Math.max(1, Math.round((n + 1) / 2 - Math.sqrt(n)))
  const spread = (sorted[n - c] ?? 0) - (sorted[c - 1] ?? 0)
  return spread / (2 * upperNormal(headsBelow(c, n)))
}

/** The probability of fewer than `c` heads of `n` coins. */
function headsBelow(c: number, n: number): number {
  let log = -n * Math.LN2
  let sum = 0
  for (let heads = 0; heads < c; heads++) {
    sum += Math.exp(log)
    log += Math.log((n - heads) / (heads + 1))
  }
  return sum
}

/**
 * What a standard normal variable exceeds with a probability of up to 0.5, to 0.00045: M. Abramowitz and I. A. Stegun,
 * "Handbook of Mathematical Functions" (1964), 26.2.23.
 */
function upperNormal(probability: number): number {
  const t = Math.sqrt(-2 * Math.log(probability))
  return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
}
