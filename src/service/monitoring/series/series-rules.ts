import type { readSeries, ReplyOf } from '../../../contract/index.ts'
// not the whole contract: reader threads load this
import { metricNames, type MetricName } from '../../../contract/metrics.ts'
import {
  bucketIndex,
  type BucketRange,
  bucketStart,
  percentileRanks,
  type Percentiles,
  percentilesOf,
} from '../../../contract/series.ts'
import { addPackedSamples, Sketch } from '../../rollups/index.ts'

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
  /** The same for values that are known from roll-ups only. */
  readonly sketches: (Sketch | undefined)[]
}

type SeriesBucket = ReplyOf<typeof readSeries.user>['buckets'][number]

/** Sketches to use again, also by the next series: they're large. */
const spare: Sketch[] = []
const sparesKept = 600

/** Sorts points and roll-ups into the buckets of a range. */
export class Series {
  readonly #range: BucketRange
  readonly #wanted: readonly MetricName[]
  /** Where the wanted metrics are in a point. */
  readonly #positions: readonly number[]
  /** The opposite: the position of a metric in the wanted ones. */
  readonly #wantedAt: readonly (number | undefined)[]
  readonly #finished: SeriesBucket[] = []
  /** The first of them comes after those that are finished. */
  #open: Bucket[]

  constructor(range: BucketRange, wanted: readonly MetricName[] = metricNames) {
    this.#range = range
    this.#wanted = [...new Set(wanted)]
    this.#positions = this.#wanted.map((name) => metricNames.indexOf(name))
    this.#wantedAt = metricNames.map((_, position) => {
      const i = this.#positions.indexOf(position)
      return i === -1 ? undefined : i
    })
    this.#open = Array.from({ length: range.buckets }, () => ({
      count: 0,
      byType: [0, 0, 0, 0],
      values: this.#wanted.map(() => []),
      sketches: [],
    }))
  }

  /** Whether everything from one moment until before another is in the same bucket. */
  isWithinBucket(from: number, to: number): boolean {
    const index = bucketIndex(this.#range, from)
    return index !== undefined && index === bucketIndex(this.#range, to - 1)
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

  /**
   * Adds samples that have been rolled up, all of them in the bucket of a moment.
   * @param type only those of this severity, -1 for all
   * @throws {Corrupt} if they can't be unpacked; then the series is of no use any more
   */
  addRolledUp(at: number, packed: Uint8Array, type: number): void {
    const bucket = this.#open[(bucketIndex(this.#range, at) ?? -1) - this.#finished.length]
    if (!bucket) return
    addPackedSamples(packed, type, {
      addCount(severity, samples) {
        bucket.count += samples
        if (severity === 0 || severity === 1 || severity === 2 || severity === 3) bucket.byType[severity] += samples
      },
      sketchOf: (position) => {
        const i = this.#wantedAt[position]
        return i === undefined ? undefined : (bucket.sketches[i] ??= spare.pop() ?? new Sketch())
      },
    })
  }

  /** Computes the buckets before this one and forgets their values, once all of their points have been added. */
  finish(before: number): void {
    const done = this.#open.splice(0, before - this.#finished.length)
    for (const bucket of done) this.#finished.push(this.#replyOf(bucket, this.#finished.length))
  }

  /** The buckets in order. A bucket only has the metrics that were measured in it, and how many values each has. */
  reply(): SeriesBucket[] {
    this.finish(this.#range.buckets)
    return this.#finished
  }

  #replyOf({ count, byType, values, sketches }: Bucket, index: number): SeriesBucket {
    const known = this.#wanted.flatMap((name, i) => {
      const own = values[i] ?? []
      const rolledUp = sketches[i]?.count ?? 0
      const percentiles = percentilesIn(own, sketches[i])
      return percentiles ? [{ name, percentiles, n: own.length + rolledUp }] : []
    })
    const reply = {
      at: bucketStart(this.#range, index),
      count,
      by_type: Object.fromEntries(byType.map((n, type) => [String(type), n])),
      metrics: Object.fromEntries(known.map(({ name, percentiles }) => [name, percentiles])),
      values: Object.fromEntries(known.map(({ name, n }) => [name, n])),
    }
    for (const sketch of sketches) {
      if (!sketch) continue
      sketch.clear()
      if (spare.length < sparesKept) spare.push(sketch)
    }
    return reply
  }
}

const ranks = [percentileRanks.p50, percentileRanks.p75, percentileRanks.p95, percentileRanks.p99]

/** Exact without a sketch; else to 1 %, and with the values added to the sketch. */
function percentilesIn(values: readonly number[], sketch: Sketch | undefined): Percentiles | null {
  if (!sketch) return percentilesOf(values)
  for (const value of values) sketch.add(value)
  const [p50 = NaN, p75 = NaN, p95 = NaN, p99 = NaN] = sketch.percentiles(ranks)
  return { p50, p75, p95, p99 }
}
