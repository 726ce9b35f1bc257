import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MetricName, readSeries, ReplyOf, Split } from '../../../contract/index.ts'
import { metricNames } from '../../../contract/metrics.ts'
import { bucketStart } from '../../../contract/series.ts'
import type { ReadableDatabase } from '../../database/index.ts'
import { jsonBytes } from '../../api/json-reply.ts'
import { Corrupt, hourMs } from '../../rollups/index.ts'
import { partsOf } from './series-parts.ts'
import { pointsIn } from './series-points.ts'
import { addRollUps, staleHours, type Stretch } from './series-roll-ups.ts'
import { ofMonitor, type Selection, selectSamples } from '../samples/selection.ts'
import { Series } from './series-rules.ts'

/** Buckets are read in this many slices, one after the other, so that the values of a long range don't fill the memory. */
const slicesOfSamples = 20
/** Of roll-ups, a slice has as many buckets as need so many sketches, of 17 KB each. */
const sketchesOfSlice = 500
/** The range of a series without samples and without a start, ms. */
const emptyRange = 48 * 3600_000
/** Longer ranges are read from roll-ups, ms. */
const maxExactRange = 7 * 24 * 3600_000

interface SeriesInput {
  readonly selection: Selection
  /** UNIX ms: the end of the range. */
  readonly to: number
  readonly buckets: number
  /** All if left out. */
  readonly metrics: readonly MetricName[] | undefined
  readonly split?: Split | undefined
}

interface Range {
  readonly from: number
  readonly to: number
  readonly buckets: number
}

/**
 * The series of a selection as JSON. Without a start, it begins with the first sample. Counts are exact. So are
 * percentiles of ranges up to 7 days, of buckets below an hour and of samples with one issue; others are exact to 1 %,
 * because roll-ups are read where a whole hour is in one bucket. A split series has a series of each part, too.
 */
export async function sampleSeries(database: ReadableDatabase, input: SeriesInput, signal: AbortSignal) {
  const { selection, to, buckets, split } = input
  const earliest =
    selection.from ??
    (
      await selectSamples(database.db, selection)
        .select((eb) => eb.fn.min('taken_at').as('at'))
        .executeTakeFirst()
    )?.at ??
    to - emptyRange
  const range = { from: Math.min(earliest, to), to, buckets }
  const length = to - range.from
  // roll-ups don't tell issues apart
  const canUseRollUps = selection.issue === undefined && length > maxExactRange && length / buckets >= hourMs
  const bucketsOf = async (selected: Selection) => {
    const part = { ...input, selection: selected }
    return read(database, part, range, canUseRollUps, signal).catch((error: unknown) => {
      if (!(error instanceof Corrupt)) throw error
      return read(database, part, range, false, signal)
    })
  }
  const reply: ReplyOf<typeof readSeries.user> = { buckets: await bucketsOf(selection) }
  if (split) {
    // their numbers of samples are of all severities
    const countsRollUps = canUseRollUps && selection.type === -1
    const { parts, hasMore } = await partsOf(database.db, { ...selection, from: range.from, to }, split, countsRollUps)
    const found: NonNullable<typeof reply.parts> = []
    for (const { field, selection: ofPart } of parts) found.push({ ...field, buckets: await bucketsOf(ofPart) })
    reply.parts = found
    reply.has_more_parts = hasMore
  }
  return jsonBytes(reply)
}

/** @throws {Corrupt} if it uses a roll-up that can't be unpacked */
async function read(
  database: ReadableDatabase,
  { selection, metrics }: SeriesInput,
  range: Range,
  usesRollUps: boolean,
  signal: AbortSignal,
) {
  const { db } = database
  const { buckets } = range
  const series = new Series(range, metrics)
  const ids = [...new Set(selection.profiles.map(({ id }) => id))]
  const stale = new Map<string, ReadonlySet<number>>()
  if (usesRollUps) for (const id of ids) stale.set(id, await staleHours(db, id, { from: range.from, to: range.to + 1 }))
  const slices = usesRollUps
    ? Math.ceil((buckets * (metrics ?? metricNames).length) / sketchesOfSlice)
    : slicesOfSamples
  const step = Math.ceil(buckets / slices)
  for (let first = 0; first < buckets; first += step) {
    const slice = {
      from: Math.max(Math.ceil(range.from), bucketStart(range, first)),
      to: Math.min(Math.floor(range.to) + 1, bucketStart(range, first + step)),
    }
    for (const id of ids) {
      const own = ofMonitor(selection, id)
      const staleOfMonitor = stale.get(id)
      const left: readonly Stretch[] = staleOfMonitor
        ? await addRollUps(db, own, slice, series, staleOfMonitor, signal)
        : [{ ...slice, samples: undefined }]
      for await (const points of pointsIn(database, own, left)) {
        for (const point of points) series.add(point)
        // SQLite answers at once, so without this no message about a cancelled read would be seen
        await nextTurn()
        signal.throwIfAborted()
      }
    }
    // a bucket needn't begin with a whole millisecond, so the next slice may still have points of the last one
    series.finish(first + step - 1)
  }
  return series.reply()
}
