import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MetricName, readSeries, ReplyOf } from '../../contract/index.ts'
import type { ReadableDatabase } from '../database/index.ts'
import { jsonBytes } from '../json-reply.ts'
import { type Selection, selectSamples } from './selection.ts'
import { Series } from './series-rules.ts'

/** Samples are read in chunks, so that a long range doesn't fill the memory, and a cancelled read ends soon. */
const chunkSize = 2_000
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
  const series = new Series({ from, to, buckets }, metrics)
  for (const id of new Set(selection.profiles.map((profile) => profile.id))) {
    let after: { at: number; id: string } | undefined
    for (;;) {
      let page = selected.where('monitor_id', '=', id).where('taken_at', '<=', to)
      if (after) {
        const last = after
        page = page
          .where((eb) =>
            eb.or([eb('taken_at', '>', last.at), eb.and([eb('taken_at', '=', last.at), eb('id', '>', last.id)])]),
          )
          .where('taken_at', '>=', last.at)
      }
      const rows = await page
        .select(['id', 'taken_at', 'sample_type', 'metrics'])
        .orderBy('taken_at')
        .orderBy('id')
        .limit(chunkSize)
        .execute()
      for (const row of rows)
        series.add({ at: row.taken_at, type: row.sample_type, values: JSON.parse(row.metrics) as (number | null)[] })
      const last = rows.at(-1)
      if (!last || rows.length < chunkSize) break
      after = { at: last.taken_at, id: last.id }
      // SQLite answers at once, so without this no message about a cancelled read would be seen
      await nextTurn()
      signal.throwIfAborted()
    }
  }
  const reply: ReplyOf<typeof readSeries.user> = { buckets: series.reply() }
  return jsonBytes(reply)
}
