import { metricNames } from '../../contract/metrics.ts'
import { percentile, percentileRanks } from '../../contract/series.ts'
import { fleetLimits } from './limits.ts'
import { type Database, judgedMetrics } from '../database/index.ts'
import { timesAhead } from '../incidents/index.ts'
import { hourMs, hourOf } from '../rollups/index.ts'
import { dayMs, dayOf, keptDays, packDays, type SiteDay, unpackDays } from './site-days.ts'
import { type Measured, shareOf, timeStateOf, totalOf } from './time-state.ts'

const hours = 24
const periodMs = hours * hourMs
const lcpAt = metricNames.indexOf('time_to_display')

/** A site, and what was computed of it before. */
export interface KnownSite {
  readonly site_id: string
  readonly days: string | null
  readonly measured_at: number
}

/**
 * The figures of a site as the fleet stores them.
 * @param pause lets others work, after each day that is computed for the first time
 */
export async function figuresOf(database: Database, site: KnownSite, now: number, pause: () => Promise<void>) {
  const { site_id: siteId } = site
  const monitors = await database.db
    .selectFrom('monitors')
    .select('id')
    .where('site_id', '=', siteId)
    .where('account_id', 'is not', null)
    .execute()
  const ids = monitors.map(({ id }) => id)
  const traffic = await trafficOf(database, siteId, now)
  if (ids.length === 0) return { ...traffic, availability: null, availability_hours: null, ...lcpOf([], now) }
  const from = await firstDayToCompute(database, ids, site, now)
  const measured = await measuredHours(database, ids, from, now)
  const slow = await slowTimes(database, siteId, from * dayMs)
  const samples = await lcpSamples(database, ids, now - 2 * periodMs, now)
  const latest = lastHours(hours, hourOf(now))
  return {
    ...traffic,
    availability: shareOf(totalOf(latest.map((hour) => measured(hour)))),
    availability_hours: JSON.stringify(
      latest.map((hour) => timeStateOf(measured(hour), slow(hour * hourMs, (hour + 1) * hourMs))),
    ),
    ...lcpOf(samples, now),
    days: packDays([
      ...unpackDays(site.days).filter(({ day }) => day > dayOf(now) - keptDays && day < from),
      ...(await daysSince(from)),
    ]),
  }

  /** The days from one on that have something to show. */
  async function daysSince(first: number): Promise<readonly SiteDay[]> {
    const days: SiteDay[] = []
    for (let day = first; day <= dayOf(now); day++) {
      const [begin, end] = [day * dayMs, (day + 1) * dayMs]
      const isRead = begin > now - 2 * periodMs
      const ofDay = isRead ? samples : await lcpSamples(database, ids, begin - 1, end - 1)
      const lcp = p75(ofDay.filter(({ at }) => at >= begin && at < end).map((sample) => sample.lcp))
      const time = totalOf(lastHours(hours, (day + 1) * hours - 1).map((hour) => measured(hour)))
      if (time.measured > 0 || lcp !== null)
        days.push({ day, ...time, isSlow: slow(begin, end), lcp: lcp === null ? null : Math.round(lcp) })
      if (!isRead) await pause()
    }
    return days
  }
}

/** The numbers of some hours in a row. */
const lastHours = (count: number, last: number) => Array.from({ length: count }, (_, i) => last - count + 1 + i)

/** Samples of yesterday may still have come; days before that are computed once. */
async function firstDayToCompute(
  { db }: Database,
  ids: readonly string[],
  { days, measured_at }: KnownSite,
  now: number,
) {
  const first = dayOf(now) - keptDays + 1
  if (days !== null) return Math.max(first, Math.min(dayOf(measured_at), dayOf(now)) - 1)
  const { at } = await db
    .selectFrom('samples')
    .select((eb) => eb.fn.min<number | null>('taken_at').as('at'))
    .where('monitor_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Math.max(first, Math.min(dayOf(at ?? now), dayOf(now) - 1))
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

/** How long the monitors have measured in each hour from a day on, and how long of that they failed. */
async function measuredHours(database: Database, monitorIds: readonly string[], fromDay: number, now: number) {
  const rows = await database.db
    .selectFrom('availability')
    .select(['hour', 'measured_ms as measured', 'failed_ms as failed'])
    .where('monitor_id', 'in', monitorIds)
    .where('hour', '>=', fromDay * hours)
    .execute()
  const ahead = await timesAhead(database, monitorIds, now)
  const byHour = Map.groupBy(
    [...rows, ...ahead.map((one) => ({ hour: one.hour, measured: -one.measured_ms, failed: -one.failed_ms }))],
    ({ hour }) => hour,
  )
  return (hour: number): Measured => totalOf(byHour.get(hour) ?? [])
}

/** Whether the site was slow at some time between two moments, of those after `from`. */
async function slowTimes({ db }: Database, siteId: string, from: number) {
  const incidents = await db
    .selectFrom('incidents')
    .select(['started_at', 'ended_at'])
    .where('site_id', '=', siteId)
    .where('kind', '=', 'slow')
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', from)]))
    .execute()
  return (begin: number, end: number) =>
    incidents.some(({ started_at, ended_at }) => started_at < end && (ended_at ?? Infinity) > begin)
}

interface LcpSample {
  readonly at: number
  readonly lcp: number
}

/** Those after `from` and until `to`, the latest first. */
async function lcpSamples({ db }: Database, monitorIds: readonly string[], from: number, to: number) {
  const samples = await db
    .selectFrom('samples')
    .select(['taken_at', judgedMetrics])
    .where('monitor_id', 'in', monitorIds)
    .where('taken_at', '>', from)
    .where('taken_at', '<=', to)
    .orderBy('taken_at', 'desc')
    .limit(fleetLimits.samples)
    .execute()
  return samples.flatMap(({ taken_at, metrics }): LcpSample[] => {
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
