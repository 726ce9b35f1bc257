import { metricNames } from '../../contract/metrics.ts'
import { percentile, percentileRanks } from '../../contract/series.ts'
import { fleetLimits } from './limits.ts'
import { type Database, judgedMetrics } from '../database/index.ts'
import { hourMs } from '../rollups/index.ts'

const hours = 24
const periodMs = hours * hourMs
const lcpAt = metricNames.indexOf('time_to_display')

/** The figures of a site as the fleet stores them. */
export async function figuresOf(database: Database, siteId: string, now: number) {
  const monitors = await database.db
    .selectFrom('monitors')
    .select('id')
    .where('site_id', '=', siteId)
    .where('account_id', 'is not', null)
    .execute()
  const ids = monitors.map(({ id }) => id)
  return {
    ...(await trafficOf(database, siteId, now)),
    availability: ids.length === 0 ? null : await availabilityOf(database, ids, now),
    ...lcpOf(ids.length === 0 ? [] : await lcpSamples(database, ids, now), now),
  }
}

async function trafficOf({ db }: Database, siteId: string, now: number) {
  const sums = await db
    .selectFrom('traffic')
    .select((eb) => [
      eb.fn.sum<string | number | null>('service_requests').as('service'),
      eb.fn.sum<string | number | null>('origin_requests').as('origin'),
    ])
    .where('site_id', '=', siteId)
    .where('width', '=', hourMs)
    .where('at', '>', now - periodMs - hourMs)
    .executeTakeFirstOrThrow()
  const requests = Number(sums.service ?? 0)
  // none at all says nothing: its visitors may not pass through the edge
  return requests === 0
    ? { requests: null, offload: null }
    : { requests, offload: 1 - Number(sums.origin ?? 0) / requests }
}

async function availabilityOf({ db }: Database, monitorIds: readonly string[], now: number): Promise<number | null> {
  const sums = await db
    .selectFrom('availability')
    .select((eb) => [
      eb.fn.sum<string | number | null>('measured_ms').as('measured'),
      eb.fn.sum<string | number | null>('failed_ms').as('failed'),
    ])
    .where('monitor_id', 'in', monitorIds)
    .where('hour', '>=', Math.ceil((now - periodMs) / hourMs))
    .executeTakeFirstOrThrow()
  const measured = Number(sums.measured ?? 0)
  return measured === 0 ? null : (measured - Number(sums.failed ?? 0)) / measured
}

interface LcpSample {
  readonly at: number
  readonly lcp: number
}

async function lcpSamples({ db }: Database, monitorIds: readonly string[], now: number): Promise<LcpSample[]> {
  const samples = await db
    .selectFrom('samples')
    .select(['taken_at', judgedMetrics])
    .where('monitor_id', 'in', monitorIds)
    .where('taken_at', '>', now - 2 * periodMs)
    .where('taken_at', '<=', now)
    .orderBy('taken_at', 'desc')
    .limit(fleetLimits.samples)
    .execute()
  return samples.flatMap(({ taken_at, metrics }) => {
    const lcp = (JSON.parse(metrics) as (number | null)[])[lcpAt]
    return typeof lcp === 'number' ? [{ at: taken_at, lcp }] : []
  })
}

function lcpOf(samples: readonly LcpSample[], now: number) {
  const within = (from: number, to: number) => samples.filter(({ at }) => at > from && at <= to).map(({ lcp }) => lcp)
  const byHour = Array.from({ length: hours }, (_, i) => {
    const from = now - periodMs + i * hourMs
    const value = p75(within(from, from + hourMs))
    return value === null ? null : Math.round(value)
  })
  return {
    lcp: p75(within(now - periodMs, now)),
    lcp_before: p75(within(now - 2 * periodMs, now - periodMs)),
    lcp_hours: samples.length === 0 ? null : JSON.stringify(byHour),
  }
}

function p75(values: readonly number[]): number | null {
  return percentile(
    values.toSorted((a, b) => a - b),
    percentileRanks.p75,
  )
}
