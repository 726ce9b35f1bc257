import type { Scope } from '../../api/scope.ts'
import { serverWords } from '../sites/server-words.ts'
import { Figures } from '../../kit/layout/PropertiesTable.tsx'
import { bytes, count, percent } from '../../kit/format/format.ts'
import { Measured } from '../../kit/values/Measured.tsx'
import { Change, PointsChange } from './Change.tsx'
import { offloadOf } from './points.ts'
import { offload, saved, totalsOf, type Comparison, type Traffic } from './usage.ts'
import { noRequests, notReported } from './words.ts'

interface Props {
  scope: Scope
  traffic: Traffic
  comparison: Comparison | null
  /** "a week earlier" */
  previousPeriodName: string
}

/** The totals, and how they changed. */
export function TrafficFigures({ scope, traffic, comparison, previousPeriodName }: Props) {
  const now = totalsOf(traffic.buckets)
  const { now: compared = null, before = null } = comparison ?? {}
  const requests = offloadOf(now)
  const data = offload(now.serviceBytes, now.serverBytes)
  const savedRequests = saved(now.serviceRequests, now.serverRequests)
  const savedBytes = saved(now.serviceBytes, now.serverBytes)
  return (
    <Figures
      facts={[
        {
          label: 'Requests',
          value: <Measured value={now.serviceRequests} format={count} why={notReported} />,
          note: (
            <>
              <Measured value={now.serverRequests} format={count} why={notReported} /> reached {serverWords(scope)}
              <Line>
                <Change
                  now={compared?.serviceRequests ?? null}
                  before={before?.serviceRequests ?? null}
                  period={previousPeriodName}
                />
              </Line>
            </>
          ),
        },
        {
          label: 'Requests served from cache',
          value: <Measured value={requests} format={percent} why={noRequests} />,
          note: (
            <>
              {savedRequests === null ? 'of all requests' : `${count(savedRequests)} requests saved`}
              <Line>
                <PointsChange
                  now={compared && offloadOf(compared)}
                  before={before && offloadOf(before)}
                  period={previousPeriodName}
                />
              </Line>
            </>
          ),
        },
        {
          label: 'Sent to visitors',
          value: <Measured value={now.serviceBytes} format={bytes} why={notReported} />,
          note: (
            <>
              <Measured value={now.serverBytes} format={bytes} why={notReported} /> fetched from {serverWords(scope)}
              <Line>
                <Change
                  of="data"
                  now={compared?.serviceBytes ?? null}
                  before={before?.serviceBytes ?? null}
                  period={previousPeriodName}
                />
              </Line>
            </>
          ),
        },
        {
          label: 'Data served from cache',
          value: <Measured value={data} format={percent} why={noRequests} />,
          note: (
            <>
              {savedBytes === null ? 'of all data sent to visitors' : `${bytes(savedBytes)} saved`}
              <Line>
                <PointsChange
                  now={compared && offload(compared.serviceBytes, compared.serverBytes)}
                  before={before && offload(before.serviceBytes, before.serverBytes)}
                  period={previousPeriodName}
                />
              </Line>
            </>
          ),
        },
      ]}
    />
  )
}

function Line({ children }: { children: React.ReactNode }) {
  return <div>{children}</div>
}
