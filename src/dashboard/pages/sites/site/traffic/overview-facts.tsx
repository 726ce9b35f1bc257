import { reasonOf } from '../../../../components/ErrorState.tsx'
import type { Fact } from '../../../../components/PropertiesTable.tsx'
import { count, percent } from '../../../../format/format.ts'
import { Measured } from '../../../../components/Measured.tsx'
import { PointsChange } from './Change.tsx'
import { offload, totalsOf, type Traffic } from './usage.ts'

interface Known {
  readonly traffic: Traffic | null
  readonly before: Traffic | null
  /** Why it could not be read. */
  readonly error: unknown
}

/** The traffic's two facts of a site's overview. */
export function trafficFacts({ traffic, before, error }: Known): readonly Fact[] {
  const now = traffic && totalsOf(traffic.buckets)
  const then = before && before.buckets.length > 0 ? totalsOf(before.buckets) : null
  const share = now && offload(now.serviceRequests, now.serverRequests)
  const why = error ? reasonOf(error) : now ? 'there were no requests' : 'Loading'
  return [
    {
      label: 'Offload, 48 h',
      value: <Measured value={share} format={percent} why={why} />,
      note:
        then && share !== null ? (
          <PointsChange now={share} before={offload(then.serviceRequests, then.serverRequests)} on="the 48 h before" />
        ) : (
          'of the requests, answered without your server'
        ),
    },
    {
      label: 'Requests, 48 h',
      value: <Measured value={now?.serviceRequests} format={count} why={why} />,
      note: now && (
        <>
          <Measured value={now.serverRequests} format={count} why="the service did not tell" /> reached your server
        </>
      ),
    },
  ]
}
