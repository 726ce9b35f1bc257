import type { readUserUsage, ReplyOf } from '../../contract/index.ts'
import type { Account } from '../database/index.ts'
import { conflict, invalid } from '../api/errors.ts'
import type { Handlers } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { siteOf } from '../api/site-queries.ts'
import { usageRange } from './usage-rules.ts'

type HandledEndpoints = 'partner.optimizer.usage' | 'user.optimizer.usage'
type Dates = { start_date?: string | undefined; end_date?: string | undefined }

export const usageHandlers: Handlers<HandledEndpoints> = {
  'partner.optimizer.usage': ({ path, query }, { account, services }) =>
    usageOf(account, path.site_id, query, services),
  'user.optimizer.usage': ({ path, query }, { account, services }) => usageOf(account, path.site_id, query, services),
}

const gigabyte = 1e9

async function usageOf(
  account: Account,
  siteId: string,
  dates: Dates,
  services: Services,
): Promise<ReplyOf<typeof readUserUsage>> {
  const site = await siteOf(account, siteId, services)
  if (site.deferred === 1)
    throw conflict("The site's host is a placeholder, so it has no traffic. Give it a real host first.")
  const range = usageRange(dates, services.world.clock.now())
  if ('fields' in range) throw invalid(range.fields)
  const rows = await services.database.db
    .selectFrom('traffic')
    .select(['at', 'service_requests', 'service_bytes', 'origin_requests', 'origin_bytes'])
    .where('site_id', '=', site.id)
    .where('width', '=', range.width)
    .where('at', '>=', range.from)
    .where('at', '<', range.to)
    .execute()
  const byTime = new Map(rows.map((row) => [row.at, row]))
  const buckets = Array.from({ length: (range.to - range.from) / range.width }, (_, i) => range.from + i * range.width)
  type Column = 'service_requests' | 'service_bytes' | 'origin_requests' | 'origin_bytes'
  const series = (column: Column, unit: number) =>
    buckets.map((at): [number, number] => [at, (byTime.get(at)?.[column] ?? 0) / unit])
  const total = (column: Column) => rows.reduce((sum, row) => sum + row[column], 0)
  return {
    site: site.host,
    status: site.state,
    metrics: {
      traffic: {
        Origin: { numOfReq: total('origin_requests'), GBS: total('origin_bytes') / gigabyte },
        Service: { numOfReq: total('service_requests'), GBS: total('service_bytes') / gigabyte },
      },
    },
    usage: [
      { title: 'Service Request', data: series('service_requests', 1) },
      { title: 'Service Response', data: series('service_bytes', gigabyte) },
      { title: 'Your server Request', data: series('origin_requests', 1) },
      { title: 'Your server Response', data: series('origin_bytes', gigabyte) },
    ],
  }
}
