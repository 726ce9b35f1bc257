import { listSamples, maxPerPage, readSample, type Sample, type WholeSample } from '../../../contract/index.ts'
import type { Query } from '../../api/queries.ts'
import { callScoped, scopedQuery, type Scope } from '../../api/scope.ts'

export { goneWords } from './sample/deletion.ts'

/** A sample without screenshots, which load later. */
export function sampleOf(scope: Scope, id: string) {
  return scopedQuery(readSample, scope, { path: { sample_id: id } })
}

export function screenshotsOf(scope: Scope, id: string) {
  return scopedQuery(readSample, scope, { path: { sample_id: id }, query: { screenshots: true } })
}

export interface Neighbours {
  readonly before: string | undefined
  readonly next: string | undefined
}

const olderPerPage = 20

/** The previous and next samples at the same location, preferably under the same conditions. */
export function neighboursOf(scope: Scope, sample: WholeSample): Query<Neighbours> {
  return {
    queryKey: ['samples.neighbours', { scope, id: sample.id }],
    queryFn: async ({ signal }) => {
      const { profile_id: sourceId, location, taken_at } = sample
      const at = Date.parse(taken_at ?? '')
      if (sourceId === undefined || Number.isNaN(at)) return { before: undefined, next: undefined }
      const sources = [{ profile_id: sourceId, ...(location === undefined ? {} : { locations: [location] }) }]
      const read = (query: { from?: number; to?: number; page?: number; per_page: number }) =>
        callScoped(
          listSamples,
          scope,
          { query: { profile_and_locations: sources, metrics: ['load'], ...query } },
          { signal },
        )
      const older = await read({ to: at, per_page: olderPerPage })
      // the list starts with the newest, so the next sample is at its end
      const newer = await read({ from: at, per_page: maxPerPage })
      const pages = newer.total_pages ?? 1
      const last = pages > 1 ? [...(await read({ from: at, per_page: maxPerPage, page: pages })).rows] : [...newer.rows]
      const candidates =
        pages > 1 && !last.some((other) => timeOf(other) > at)
          ? [...(await read({ from: at, per_page: maxPerPage, page: pages - 1 })).rows]
          : last
      return {
        before: nearestOf(
          older.rows.filter((other) => timeOf(other) < at),
          sample,
        )?.id,
        next: nearestOf(candidates.filter((other) => timeOf(other) > at).toReversed(), sample)?.id,
      }
    },
  }
}

const hourMs = 3600_000
const periods = { day: 24 * hourMs, week: 7 * 24 * hourMs } as const
/** A sample counts as of the same time of day if it was taken at most this long before it, ms. */
const sameTimeMs = 6 * hourMs

export interface Earlier {
  readonly period: keyof typeof periods
  readonly sampleId: string
}

/** The samples of a day and a week earlier, at the same location and under the same conditions, where there are any. */
export function earlierOf(scope: Scope, sample: WholeSample): Query<readonly Earlier[]> {
  return {
    queryKey: ['samples.earlier', { scope, id: sample.id }],
    queryFn: async ({ signal }) => {
      const { profile_id: sourceId, location, taken_at } = sample
      const at = Date.parse(taken_at ?? '')
      if (sourceId === undefined || location === undefined || Number.isNaN(at)) return []
      const read = async (period: Earlier['period']): Promise<readonly Earlier[]> => {
        const to = at - periods[period]
        const query = {
          profile_and_locations: [{ profile_id: sourceId, locations: [location] }],
          metrics: ['load' as const],
          from: to - sameTimeMs,
          to,
          per_page: olderPerPage,
        }
        const { rows } = await callScoped(listSamples, scope, { query }, { signal })
        const found = rows.find((other) => conditionsOf(other) === conditionsOf(sample))
        return found?.id === undefined ? [] : [{ period, sampleId: found.id }]
      }
      return (await Promise.all([read('day'), read('week')])).flat()
    },
  }
}

/** The first sample taken under the same conditions, or else the first. */
export function nearestOf(samples: readonly Sample[], reference: WholeSample): Sample | undefined {
  const conditions = conditionsOf(reference)
  return samples.find((other) => conditionsOf(other) === conditions) ?? samples[0]
}

function conditionsOf({ connectivity, browser, view }: Sample): string {
  return JSON.stringify([connectivity, browser, view])
}

function timeOf({ taken_at }: Sample): number {
  return Date.parse(taken_at ?? '')
}
