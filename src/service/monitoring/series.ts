import { type EndpointId, momentOf, readSeries, type SeriesQuery } from '../../contract/index.ts'
import { type AccountCall, bothScopes, type Handlers } from '../handler.ts'
import { invalid } from '../errors.ts'
import { pickSamples } from './samples.ts'
import { Series } from './series-rules.ts'

type Own = Extract<EndpointId, `${string}.samples.series`>

/** Samples read at a time, so that a long range fills neither the memory nor the event loop. */
const chunk = 5_000
/** What is shown where nothing was measured and no start is named, ms. */
const emptyRange = 48 * 3600_000

export const seriesHandlers: Handlers<Own> = bothScopes(readSeries, async ({ query }, call) => ({
  buckets: await bucketsOf(query, call),
}))

async function bucketsOf(query: SeriesQuery, call: AccountCall) {
  const to = (query.to === undefined ? undefined : momentOf(query.to)) ?? call.services.world.clock.now()
  const picked = await pickSamples(query, call)
  const asked = query.from === undefined ? undefined : momentOf(query.from)
  const earliest =
    asked ?? (await picked.select((eb) => eb.fn.min('taken_at').as('at')).executeTakeFirst())?.at ?? to - emptyRange
  if (asked !== undefined && asked > to) throw invalid({ from: 'must not be after to' })
  const from = Math.min(earliest, to)

  const series = new Series({ from, to, buckets: query.buckets }, query.metrics)
  for (const { profile_id } of uniqueBy(query.profile_and_locations)) {
    let after: { at: number; id: string } | undefined
    for (;;) {
      let page = picked.where('monitor_id', '=', profile_id).where('taken_at', '<=', to)
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
        .limit(chunk)
        .execute()
      for (const row of rows)
        series.add({ at: row.taken_at, type: row.sample_type, values: JSON.parse(row.metrics) as (number | null)[] })
      const last = rows.at(-1)
      if (!last || rows.length < chunk) break
      after = { at: last.taken_at, id: last.id }
    }
  }
  return series.reply()
}

function uniqueBy<T extends { profile_id: string }>(picked: readonly T[]): T[] {
  return [...new Map(picked.map((p) => [p.profile_id, p])).values()]
}
