import { type AggregateFunctionBuilder, sql, type SqlBool } from 'kysely'
import type { ReadableDatabase, Schema } from '../database/index.ts'
import { hourMs, hourOf } from '../rollups/index.ts'
import { dayMs, dayOf } from './site-days.ts'

/** What the edge sent to visitors, and fetched from customers' servers for that. */
export interface Counted {
  readonly service: number
  readonly origin: number
  readonly serviceBytes: number
  readonly originBytes: number
}

interface Wanted {
  readonly siteIds: readonly string[]
  readonly now: number
  /** The first of the days whose figures are shown, and of those before that they are compared with. */
  readonly first: number
  readonly firstBefore: number
  /** The first day of the month. */
  readonly monthFrom: number
}

type Sum = AggregateFunctionBuilder<Schema, 'traffic', string | number | null>

/** The traffic of some sites: of each site, and of each day. */
export async function readTraffic({ db, kind }: ReadableDatabase, wanted: Wanted) {
  const { siteIds, now, first, firstBefore, monthFrom } = wanted
  // a period begins with an hour of the day before its first whole one
  const begin = beginOf(now - (dayOf(now) - first + 1) * dayMs)
  const beginBefore = beginOf(now - (dayOf(now) - firstBefore + 1) * dayMs)
  // by a subquery, PostgreSQL would read everybody's traffic
  const isOfThem =
    kind === 'postgres'
      ? sql<SqlBool>`site_id = any(${siteIds})`
      : sql<SqlBool>`site_id in (select value from json_each(${JSON.stringify(siteIds)}))`
  const traffic = db.selectFrom('traffic').where(isOfThem)
  const inDays = (from: number) => traffic.where('width', '=', dayMs).where('at', '>=', from * dayMs)
  const recent = (sum: Sum) => sum.filterWhere('at', '>=', first * dayMs)
  const month = (sum: Sum) => sum.filterWhere('at', '>=', monthFrom * dayMs)
  /** The hours of a day that is cut, from one on. By itself it is a range of the index; two days at once would read all hours. */
  const cutDay = (from: number, nextDay: number) =>
    traffic
      .select(({ fn }) => [
        'site_id',
        fn.sum<Figure>('service_requests').as('service'),
        fn.sum<Figure>('origin_requests').as('origin'),
      ])
      .where('width', '=', hourMs)
      .where('at', '>=', from)
      .where('at', '<', nextDay * dayMs)
      .groupBy('site_id')
      .execute()
  const [sites, days, cutDays, cutBefore] = await Promise.all([
    // from the day on that is cut, for a site without anything since
    inDays(Math.min(first - 1, monthFrom))
      .select(({ fn }) => [
        'site_id',
        recent(fn.sum('service_requests')).as('service'),
        recent(fn.sum('origin_requests')).as('origin'),
        month(fn.sum('service_requests')).as('month_service'),
        month(fn.sum('origin_requests')).as('month_origin'),
        month(fn.sum('service_bytes')).as('month_service_bytes'),
        month(fn.sum('origin_bytes')).as('month_origin_bytes'),
      ])
      .groupBy('site_id')
      .execute(),
    inDays(firstBefore)
      .select(({ fn }) => [
        'at',
        fn.sum<string | number>('service_requests').as('service'),
        fn.sum<string | number>('origin_requests').as('origin'),
        fn.sum<string | number>('service_bytes').as('service_bytes'),
        fn.sum<string | number>('origin_bytes').as('origin_bytes'),
      ])
      .groupBy('at')
      .execute(),
    cutDay(begin, first),
    cutDay(beginBefore, firstBefore),
  ])
  const begun = new Map(cutDays.map((row) => [row.site_id, counted(row)]))
  return {
    bySite: new Map(
      sites.map(({ site_id, service, origin, month_service, month_origin, ...bytes }) => [
        site_id,
        {
          recent: sumOf([counted({ service, origin }), begun.get(site_id) ?? none]),
          month: counted({
            service: month_service,
            origin: month_origin,
            service_bytes: bytes.month_service_bytes,
            origin_bytes: bytes.month_origin_bytes,
          }),
        },
      ]),
    ),
    days: days.map((row) => ({ day: dayOf(row.at), ...counted(row) })),
    /** The part of the day before the first whole one that belongs to the 30 days, and of the 30 days before. */
    begun: sumOf([...begun.values()]),
    begunBefore: sumOf(cutBefore.map((row) => counted(row))),
  }
}

/** The start of the hour that a moment is in. */
const beginOf = (at: number) => hourOf(at) * hourMs

const none: Counted = { service: 0, origin: 0, serviceBytes: 0, originBytes: 0 }

type Figure = string | number | null

function counted(row: { service: Figure; origin: Figure; service_bytes?: Figure; origin_bytes?: Figure }): Counted {
  return {
    service: Number(row.service ?? 0),
    origin: Number(row.origin ?? 0),
    serviceBytes: Number(row.service_bytes ?? 0),
    originBytes: Number(row.origin_bytes ?? 0),
  }
}

/** The sum of several counts. */
export function sumOf(counts: readonly Counted[]): Counted {
  const sum = (of: keyof Counted) => counts.reduce((total, one) => total + one[of], 0)
  return {
    service: sum('service'),
    origin: sum('origin'),
    serviceBytes: sum('serviceBytes'),
    originBytes: sum('originBytes'),
  }
}

/** What a customer's server was spared; null where it was asked for more than visitors got. */
export const spared = (service: number, origin: number): number | null => (origin > service ? null : service - origin)
