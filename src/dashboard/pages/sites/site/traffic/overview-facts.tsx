import { reasonOf } from '../../../../components/ErrorState.tsx'
import type { Fact } from '../../../../components/PropertiesTable.tsx'
import { count, percent } from '../../../../format/format.ts'
import { Measured } from '../../../../components/Measured.tsx'
import { PointsChange } from './Change.tsx'
import { offload, totalsOf, type Traffic } from './usage.ts'
import { noRequests, notReported } from './words.ts'

interface TrafficState {
  readonly traffic: Traffic | null
  readonly before: Traffic | null
  /** Why it couldn't be loaded. */
  readonly error: unknown
}

/** The two traffic figures of a site's overview. */
export function trafficFacts({ traffic, before, error }: TrafficState): readonly Fact[] {
  const now = traffic && totalsOf(traffic.buckets)
  const then = before && before.buckets.length > 0 ? totalsOf(before.buckets) : null
  const share = now && offload(now.serviceRequests, now.serverRequests)
  const why = error ? reasonOf(error) : now ? noRequests : 'Loading'
  return [
    {
      label: 'Served from cache, 48 h',
      value: <Measured value={share} format={percent} why={why} />,
      note:
        then && share !== null ? (
          <PointsChange
            now={share}
            before={offload(then.serviceRequests, then.serverRequests)}
            period="a week earlier"
          />
        ) : (
          'of requests'
        ),
    },
    {
      label: 'Requests, 48 h',
      value: <Measured value={now?.serviceRequests} format={count} why={why} />,
      note: now && (
        <>
          <Measured value={now.serverRequests} format={count} why={notReported} /> reached your server
        </>
      ),
    },
  ]
}
