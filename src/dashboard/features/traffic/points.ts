import { csvOf } from '../../../contract/index.ts'
import type { Point, Value } from '../../kit/charts/gaps.ts'
import { offload, type Amounts, type Bucket, type Traffic } from './usage.ts'

type ValueOf = (amounts: Amounts) => Value

/** A chart's points: the current values by name, and the previous period's. */
export function pointsOf(
  buckets: readonly Bucket[],
  values: Readonly<Record<string, ValueOf>>,
  previousPeriod:
    | { readonly buckets: readonly Bucket[]; readonly key: string; readonly value: ValueOf }
    | null
    | undefined,
): readonly Point[] {
  const earlier = new Map(previousPeriod?.buckets.map((bucket) => [bucket.at, bucket]))
  return buckets.map((bucket) => {
    const before = earlier.get(bucket.at)
    return {
      at: bucket.at,
      ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value(bucket)])),
      ...(previousPeriod ? { [previousPeriod.key]: before ? previousPeriod.value(before) : null } : {}),
    }
  })
}

export const offloadOf = ({ serviceRequests, serverRequests }: Amounts): number | null =>
  offload(serviceRequests, serverRequests)

/** Without any requests, there is nothing to have a share of. */
export const drawnOffload: ValueOf = (amounts) => (amounts.serviceRequests === 0 ? undefined : offloadOf(amounts))

const header = ['time', 'service_requests', 'server_requests', 'service_bytes', 'server_bytes', 'offload']

/** One row per bucket: ISO 8601 times in UTC, whole bytes, offload as a share of 1. */
export function trafficCsv({ buckets }: Pick<Traffic, 'buckets'>): string {
  return csvOf(
    header,
    buckets.map((bucket) => {
      const share = offloadOf(bucket)
      return [
        new Date(bucket.at).toISOString(),
        bucket.serviceRequests,
        bucket.serverRequests,
        bucket.serviceBytes === null ? null : Math.round(bucket.serviceBytes),
        bucket.serverBytes === null ? null : Math.round(bucket.serverBytes),
        share === null ? null : Number(share.toFixed(4)),
      ]
    }),
  )
}
