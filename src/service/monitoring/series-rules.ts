import type { readSeries, ReplyOf } from '../../contract/index.ts'
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

type SeriesBucket = ReplyOf<typeof readSeries.user>['buckets'][number]

/** Sorts points into the buckets of a range. */
export class Series {
  readonly #range: BucketRange
  readonly #wanted: readonly MetricName[]
  /** Where the wanted metrics are in a point. */
  readonly #positions: readonly number[]
  readonly #finished: SeriesBucket[] = []
  /** The first of them comes after those that are finished. */
  #open: Bucket[]

  constructor(range: BucketRange, wanted: readonly MetricName[] = metricNames) {
    this.#range = range
    this.#wanted = [...new Set(wanted)]
    this.#positions = this.#wanted.map((name) => metricNames.indexOf(name))
    this.#open = Array.from({ length: range.buckets }, () => ({
      count: 0,
      byType: [0, 0, 0, 0],
      values: this.#wanted.map(() => []),
    }))
  }

  add({ at, type, values }: Point): void {
    const bucket = this.#open[(bucketIndex(this.#range, at) ?? -1) - this.#finished.length]
    if (!bucket) return
    bucket.count++
    if (type === 0 || type === 1 || type === 2 || type === 3) bucket.byType[type]++
    // not for…of over entries: a series would take a third longer
    for (let i = 0; i < this.#positions.length; i++) {
      const value = values[this.#positions[i] ?? -1]
      if (typeof value === 'number') bucket.values[i]?.push(value)
    }
  }

  /** Computes the buckets before this one and forgets their values, once all of their points have been added. */
  finish(before: number): void {
    const done = this.#open.splice(0, before - this.#finished.length)
    for (const bucket of done) this.#finished.push(this.#replyOf(bucket, this.#finished.length))
  }

  /** The buckets in order. A bucket only has the metrics that were measured in it. */
  reply(): SeriesBucket[] {
    this.finish(this.#range.buckets)
    return this.#finished
  }

  #replyOf({ count, byType, values }: Bucket, index: number): SeriesBucket {
    return {
      at: bucketStart(this.#range, index),
      count,
      by_type: Object.fromEntries(byType.map((n, type) => [String(type), n])),
      metrics: Object.fromEntries(
        this.#wanted.flatMap((name, i) => {
          const percentiles = percentilesOf(values[i] ?? [])
          return percentiles ? [[name, percentiles]] : []
        }),
      ),
    }
  }
}
