import { type EndpointId, momentOf, readSeries, type SeriesQuery } from '../../contract/index.ts'
import { type AccountCall, bothScopes, type Handlers } from '../handler.ts'
import { invalid } from '../errors.ts'
import { selectSamples } from './samples.ts'
import { Series } from './series-rules.ts'

type HandledEndpoints = Extract<EndpointId, `${string}.samples.series`>

/** Samples are read in chunks, so that a long range doesn't fill the memory or block the event loop. */
const chunkSize = 5_000
/** The range of a series without samples and without a start, ms. */
const emptyRange = 48 * 3600_000

export const seriesHandlers: Handlers<HandledEndpoints> = bothScopes(readSeries, async ({ query }, call) => ({
  buckets: await bucketsOf(query, call),
}))

async function bucketsOf(query: SeriesQuery, call: AccountCall) {
  const to = (query.to === undefined ? undefined : momentOf(query.to)) ?? call.services.world.clock.now()
  const selected = await selectSamples(query, call)
  const wantedFrom = query.from === undefined ? undefined : momentOf(query.from)
  const earliest =
    wantedFrom ??
    (await selected.select((eb) => eb.fn.min('taken_at').as('at')).executeTakeFirst())?.at ??
    to - emptyRange
  if (wantedFrom !== undefined && wantedFrom > to) throw invalid({ from: 'must not be after to' })
  const from = Math.min(earliest, to)

  const series = new Series({ from, to, buckets: query.buckets }, query.metrics)
  for (const { profile_id } of uniqueBy(query.profile_and_locations)) {
    let after: { at: number; id: string } | undefined
    for (;;) {
      let page = selected.where('monitor_id', '=', profile_id).where('taken_at', '<=', to)
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
      for (const row of rows)
        series.add({ at: row.taken_at, type: row.sample_type, values: JSON.parse(row.metrics) as (number | null)[] })
      const last = rows.at(-1)
      if (!last || rows.length < chunkSize) break
      after = { at: last.taken_at, id: last.id }
    }
  }
  return series.reply()
}

function uniqueBy<T extends { profile_id: string }>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.profile_id, item])).values()]
}
