// not the whole contract: reader threads load this
import { metricNames, type MetricName } from '../../contract/metrics.ts'
import { bucketIndex, type BucketRange, bucketStart, percentilesOf } from '../../contract/series.ts'

/** The part of a sample that a series needs. */
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
  /** By the position of the metric in the wanted ones. */
  readonly values: number[][]
}

/** Sorts points into the buckets of a range. */
export class Series {
  readonly #range: BucketRange
  readonly #buckets: Bucket[]
  readonly #wanted: readonly { readonly name: MetricName; readonly position: number }[]

  constructor(range: BucketRange, wanted: readonly MetricName[] = metricNames) {
    this.#range = range
    this.#wanted = [...new Set(wanted)].map((name) => ({ name, position: metricNames.indexOf(name) }))
    this.#buckets = Array.from({ length: range.buckets }, () => ({
      count: 0,
      byType: [0, 0, 0, 0],
      values: this.#wanted.map(() => []),
    }))
  }

  add({ at, type, values }: Point): void {
    const bucket = this.#buckets[bucketIndex(this.#range, at) ?? -1]
    if (!bucket) return
    bucket.count++
    if (type === 0 || type === 1 || type === 2 || type === 3) bucket.byType[type]++
    for (const [i, { position }] of this.#wanted.entries()) {
      const value = values[position]
      if (typeof value === 'number') bucket.values[i]?.push(value)
    }
  }

  /** The buckets in order. A bucket only has the metrics that were measured in it. */
  reply() {
    return this.#buckets.map((bucket, i) => ({
      at: bucketStart(this.#range, i),
      count: bucket.count,
      by_type: Object.fromEntries(bucket.byType.map((n, type) => [String(type), n])),
      metrics: Object.fromEntries(
        this.#wanted.flatMap(({ name }, m) => {
          const percentiles = percentilesOf(bucket.values[m] ?? [])
          return percentiles ? [[name, percentiles]] : []
        }),
      ),
    }))
  }
}
