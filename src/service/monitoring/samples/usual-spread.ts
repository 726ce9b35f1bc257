import { sql } from 'kysely'
import {
  type Metrics,
  metricNames,
  type readUsual,
  type ReplyOf,
  type RequestRecord,
  requestTime,
  type Usual,
  usualRange,
} from '../../../contract/index.ts'
import { usualLimits } from '../limits.ts'
import type { ReadableDatabase } from '../../database/index.ts'
import { jsonBytes } from '../../api/json-reply.ts'
import { type Detail, unpackDetail } from './detail.ts'
import { unpackMetrics } from './metrics.ts'

interface UsualInput {
  readonly id: string
  readonly accountId: string
}

/** What was usual before a sample, as JSON; null if it isn't the account's. */
export async function usualSpread({ db }: ReadableDatabase, { id, accountId }: UsualInput) {
  const sample = await db
    .selectFrom('samples')
    .innerJoin('monitors', 'monitors.id', 'samples.monitor_id')
    .leftJoin('sample_details', 'sample_details.sample_id', 'samples.id')
    .selectAll('samples')
    .select('sample_details.detail')
    .where('samples.id', '=', id)
    .where('monitors.account_id', '=', accountId)
    .executeTakeFirst()
  if (!sample) return null
  const { monitor_id, taken_at, location, sample_type } = sample
  const same = (column: 'connectivity' | 'browser' | 'view') => {
    const value = sample[column]
    return sql<boolean>`${sql.ref(`samples.${column}`)} ${value === null ? sql`is null` : sql`= ${value}`}`
  }
  const earlier = await db
    .selectFrom('samples')
    .leftJoin('sample_details', 'sample_details.sample_id', 'samples.id')
    .select(['samples.id', 'metrics', sql<number>`sample_details.sample_id is not null`.as('detailed')])
    .where('monitor_id', '=', monitor_id)
    .where('taken_at', '<', taken_at)
    .where('taken_at', '>=', taken_at - usualLimits.age)
    .where('location', '=', location)
    .where('sample_type', '<=', sample_type)
    .where('judged', '=', 1)
    .where(same('connectivity'))
    .where(same('browser'))
    .where(same('view'))
    .orderBy('taken_at', 'desc')
    .limit(usualLimits.samples)
    .execute()
  const detailed = spread(
    earlier.filter((one) => Boolean(one.detailed)),
    usualLimits.details,
  ).map((one) => one.id)
  const packed =
    detailed.length === 0
      ? []
      : await db.selectFrom('sample_details').select('detail').where('sample_id', 'in', detailed).execute()
  const own = sample.detail && (await unpackDetail(sample.detail))
  const details: Detail[] = []
  for (const { detail } of packed) {
    const unpacked = await unpackDetail(detail)
    // what a monitor opens its page on can be changed
    if (!own || unpacked.device?.name === own.device?.name) details.push(unpacked)
  }
  const times = new Map<string, { method: string; url: string; values: number[] }>()
  for (const { requests } of details) for (const request of requests) note(times, request)
  const reply: ReplyOf<typeof readUsual.user> = {
    sample_id: id,
    samples: earlier.length,
    detailed: details.length,
    metrics: metricsOf(earlier.map(({ metrics }) => unpackMetrics(metrics))),
    requests: [...times.values()].flatMap(({ method, url, values }) => {
      const usual = usualRange(values)
      return usual ? [{ method, url, ...usual }] : []
    }),
  }
  return jsonBytes(reply)
}

/** So many of a list at most, evenly spread, so that they are of all times of the day. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most)
  return Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)]).filter(
    (one) => one !== undefined,
  )
}

function note(times: Map<string, { method: string; url: string; values: number[] }>, request: RequestRecord): void {
  const { method, url, status, error } = request
  if (error !== null || (status !== null && status >= 400)) return
  const key = `${method} ${url}`
  const known = times.get(key)
  if (known) known.values.push(requestTime(request))
  else if (times.size < usualLimits.addresses) times.set(key, { method, url, values: [requestTime(request)] })
}

function metricsOf(measured: readonly Partial<Metrics>[]): Record<string, Usual> {
  return Object.fromEntries(
    metricNames.flatMap((name) => {
      const usual = usualRange(measured.flatMap((metrics) => metrics[name] ?? []))
      return usual ? [[name, usual]] : []
    }),
  )
}
