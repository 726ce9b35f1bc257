import { metricNames, type MetricName } from '../../contract/index.ts'

/** What of a sample a series needs. */
export interface Point {
  /** UNIX ms. */
  readonly at: number
  readonly type: number
  /** In the order of `metricNames`. */
  readonly values: readonly (number | null)[]
}

interface Bucket {
  count: number
  readonly byType: [number, number, number, number]
  /** By the position of the metric. */
  readonly values: number[][]
}

const ranks = { p50: 0.5, p75: 0.75, p95: 0.95, p99: 0.99 } as const

/** Gathers points into buckets of equal width between two moments, both included. */
export class Series {
  readonly #from: number
  readonly #width: number
  readonly #buckets: Bucket[]
  readonly #wanted: readonly { readonly name: MetricName; readonly position: number }[]

  constructor(from: number, to: number, buckets: number, wanted: readonly MetricName[] = metricNames) {
    this.#from = from
    this.#width = (to - from + 1) / buckets
    this.#wanted = [...new Set(wanted)].map((name) => ({ name, position: metricNames.indexOf(name) }))
    this.#buckets = Array.from({ length: buckets }, () => ({
      count: 0,
      byType: [0, 0, 0, 0],
      values: this.#wanted.map(() => []),
    }))
  }

  add({ at, type, values }: Point): void {
    const bucket = this.#buckets[Math.floor((at - this.#from) / this.#width)]
    if (!bucket) return
    bucket.count++
    if (type === 0 || type === 1 || type === 2 || type === 3) bucket.byType[type]++
    for (const [i, { position }] of this.#wanted.entries()) {
      const value = values[position]
      if (typeof value === 'number') bucket.values[i]?.push(value)
    }
  }

  /** The buckets in order; a metric that was not measured in one is not in it. */
  reply() {
    return this.#buckets.map((bucket, i) => ({
      at: Math.floor(this.#from + i * this.#width),
      count: bucket.count,
      by_type: Object.fromEntries(bucket.byType.map((n, type) => [String(type), n])),
      metrics: Object.fromEntries(
        this.#wanted.flatMap(({ name }, m) => {
          const sorted = Float64Array.from(bucket.values[m] ?? []).toSorted()
          return sorted.length === 0 ? [] : [[name, percentilesOf(sorted)]]
        }),
      ),
    }))
  }
}

function percentilesOf(sorted: Float64Array) {
  const at = (rank: number) => percentile(sorted, rank)
  return { p50: at(ranks.p50), p75: at(ranks.p75), p95: at(ranks.p95), p99: at(ranks.p99) }
}

/**
 * By linear interpolation between the closest ranks: definition 7 of Hyndman and Fan, "Sample Quantiles in Statistical
 * Packages", The American Statistician 50 (1996).
 * @param sorted upwards, not empty
 * @param rank 0 to 1
 */
export function percentile(sorted: ArrayLike<number>, rank: number): number {
  const position = (sorted.length - 1) * rank
  const below = sorted[Math.floor(position)] ?? 0
  const above = sorted[Math.ceil(position)] ?? below
  return below + (above - below) * (position - Math.floor(position))
}
