import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MetricName, readSeries, ReplyOf } from '../../contract/index.ts'
import { bucketStart } from '../../contract/series.ts'
import type { ReadableDatabase } from '../database/index.ts'
import { jsonBytes } from '../json-reply.ts'
import { type Selection, selectSamples } from './selection.ts'
import { Series } from './series-rules.ts'

/** Samples are read in chunks, so that a cancelled read ends soon. */
const chunkSize = 2_000
/** Buckets are read in this many slices, one after the other, so that the values of a long range don't fill the memory. */
const maxSlices = 20
/** The range of a series without samples and without a start, ms. */
const emptyRange = 48 * 3600_000

interface SeriesInput {
  readonly selection: Selection
  /** UNIX ms: the end of the range. */
  readonly to: number
  readonly buckets: number
  /** All if left out. */
  readonly metrics: readonly MetricName[] | undefined
}

/** The series of a selection as JSON. Without a start, it begins with the first sample. */
export async function sampleSeries(
  { db }: ReadableDatabase,
  { selection, to, buckets, metrics }: SeriesInput,
  signal: AbortSignal,
) {
  const selected = selectSamples(db, selection)
  const earliest =
    selection.from ??
    (await selected.select((eb) => eb.fn.min('taken_at').as('at')).executeTakeFirst())?.at ??
    to - emptyRange
  const from = Math.min(earliest, to)
  const range = { from, to, buckets }
  const series = new Series(range, metrics)
  const ids = [...new Set(selection.profiles.map(({ id }) => id))]
  const step = Math.ceil(buckets / maxSlices)
  for (let first = 0; first < buckets; first += step) {
    const isLast = first + step >= buckets
    const slice = selected
      .where('taken_at', '>=', bucketStart(range, first))
      .where('taken_at', '<', isLast ? to + 1 : bucketStart(range, first + step))
    for (const id of ids) {
      for await (const rows of chunksOf(slice.where('monitor_id', '=', id))) {
        for (const row of rows)
          series.add({ at: row.taken_at, type: row.sample_type, values: JSON.parse(row.metrics) as (number | null)[] })
        // SQLite answers at once, so without this no message about a cancelled read would be seen
        await nextTurn()
        signal.throwIfAborted()
      }
    }
    // a bucket needn't begin with a whole millisecond, so the next slice may still have points of the last one
    series.finish(first + step - 1)
  }
  const reply: ReplyOf<typeof readSeries.user> = { buckets: series.reply() }
  return jsonBytes(reply)
}

/** The samples of one monitor in order of time. */
async function* chunksOf(selected: ReturnType<typeof selectSamples>) {
  let after: { readonly at: number; readonly id: string } | undefined
  for (;;) {
    let page = selected
    if (after) {
      const { at, id } = after
      page = page
        .where((eb) => eb.or([eb('taken_at', '>', at), eb.and([eb('taken_at', '=', at), eb('id', '>', id)])]))
        .where('taken_at', '>=', at)
    }
    const rows = await page
      .select(['id', 'taken_at', 'sample_type', 'metrics'])
      .orderBy('taken_at')
      .orderBy('id')
      .limit(chunkSize)
      .execute()
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < chunkSize) return
    after = { at: last.taken_at, id: last.id }
  }
}
