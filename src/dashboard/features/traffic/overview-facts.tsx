import type { Scope } from '../../api/scope.ts'
import { serverWords } from '../sites/server-words.ts'
import { reasonOf } from '../../kit/feedback/ErrorState.tsx'
import type { Fact } from '../../kit/layout/PropertiesTable.tsx'
import { count, percent } from '../../kit/format/format.ts'
import { LoadingValue } from '../../kit/values/LoadingValue.tsx'
import { Measured } from '../../kit/values/Measured.tsx'
import { Change, PointsChange } from './Change.tsx'
import { offloadOf } from './points.ts'
import { totalsOf, type Comparison, type Traffic } from './usage.ts'
import { noRequests, notReported, previousPeriodName } from './words.ts'
import type { RequestedWindow } from './window.ts'

/** The time window of the overview's figures. */
export const latest48h = { kind: 'latest', range: '48h' } as const satisfies RequestedWindow

interface TrafficState {
  readonly traffic: Traffic | null
  readonly comparison: Comparison | null
  /** Why it couldn't be loaded. */
  readonly error: unknown
}

/** The two traffic figures of a site's overview. */
export function trafficFacts(scope: Scope, { traffic, comparison, error }: TrafficState): readonly Fact[] {
  const now = traffic && totalsOf(traffic.buckets)
  const why = error ? reasonOf(error) : noRequests
  const isLoading = !now && !error
  const period = previousPeriodName(latest48h)
  return [
    {
      label: 'Served from cache, 48\u00a0h',
      value: isLoading ? <LoadingValue /> : <Measured value={now && offloadOf(now)} format={percent} why={why} />,
      note: comparison ? (
        <PointsChange now={offloadOf(comparison.now)} before={offloadOf(comparison.before)} period={period} />
      ) : now && offloadOf(now) === null ? (
        // said where the share would stand, for those who can't see a dash
        <span aria-hidden="true">{noRequests}</span>
      ) : (
        'of requests'
      ),
    },
    {
      label: 'Requests, 48\u00a0h',
      value: isLoading ? <LoadingValue /> : <Measured value={now?.serviceRequests} format={count} why={why} />,
      note: now ? (
        <>
          <Measured value={now.serverRequests} format={count} why={notReported} /> reached {serverWords(scope)}
          {/* the comparison arrives later */}
          <div style={{ minHeight: '1lh' }}>
            <Change
              now={comparison?.now.serviceRequests ?? null}
              before={comparison?.before.serviceRequests ?? null}
              period={period}
            />
          </div>
        </>
      ) : (
        // as many lines as there will be
        isLoading && (
          <>
            <LoadingValue /> reached {serverWords(scope)}
            <div>
              <LoadingValue />
            </div>
          </>
        )
      ),
    },
  ]
}
