import type { AggregateFunctionBuilder } from 'kysely'
import type { ReadableDatabase, Schema } from '../database/index.ts'
import { hourMs } from '../rollups/index.ts'
import { dayMs, dayOf } from './site-days.ts'

/** What the edge sent to visitors, and fetched from customers' servers for that. */
export interface Counted {
  readonly service: number
  readonly origin: number
  readonly serviceBytes: number
  readonly originBytes: number
}

interface Wanted {
  readonly accountId: string
  readonly siteId: string | undefined
  readonly now: number
  /** The first of the days whose figures are shown, and of those before that they are compared with. */
  readonly first: number
  readonly firstBefore: number
  /** The first day of the month. */
  readonly monthFrom: number
}

type Sum = AggregateFunctionBuilder<Schema, 'traffic', string | number | null>

/** The traffic of an account's sites: of each site, and of each day. */
export async function readTraffic({ db }: ReadableDatabase, wanted: Wanted) {
  const { accountId, siteId, now, first, firstBefore, monthFrom } = wanted
  const traffic = db.selectFrom('traffic').where('site_id', 'in', (eb) => {
    const sites = eb.selectFrom('site_status').select('site_id').where('account_id', '=', accountId)
    return siteId === undefined ? sites : sites.where('site_id', '=', siteId)
  })
  const inDays = (from: number) => traffic.where('width', '=', dayMs).where('at', '>=', from * dayMs)
  const recent = (sum: Sum) => sum.filterWhere('at', '>=', first * dayMs)
  const month = (sum: Sum) => sum.filterWhere('at', '>=', monthFrom * dayMs)
  const [sites, days, later] = await Promise.all([
    inDays(Math.min(first, monthFrom))
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
    // the last of the days before is compared up to the present time of day
    traffic
      .select(({ fn }) => fn.sum<string | number | null>('service_requests').as('service'))
      .where('width', '=', hourMs)
      .where('at', '>', now - (dayOf(now) - first + 1) * dayMs)
      .where('at', '<', first * dayMs)
      .executeTakeFirstOrThrow(),
  ])
  return {
    bySite: new Map(
      sites.map(({ site_id, service, origin, month_service, month_origin, ...bytes }) => [
        site_id,
        {
          recent: counted({ service, origin }),
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
    later: Number(later.service ?? 0),
  }
}

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
