import { Figures } from '../../../../components/PropertiesTable.tsx'
import { bytes, count, percent } from '../../../../format/format.ts'
import { Measured } from '../../../../components/Measured.tsx'
import { Change, PointsChange } from './Change.tsx'
import { offload, totalsOf, type Traffic } from './usage.ts'
import { noRequests, notReported } from './words.ts'

interface Props {
  traffic: Traffic
  before: Traffic | null
  /** "a week earlier" */
  previousPeriodName: string
}

/** The totals, and how they changed. */
export function TrafficFigures({ traffic, before, previousPeriodName }: Props) {
  const now = totalsOf(traffic.buckets)
  const then = before && before.buckets.length > 0 ? totalsOf(before.buckets) : null
  const requests = offload(now.serviceRequests, now.serverRequests)
  const data = offload(now.serviceBytes, now.serverBytes)
  return (
    <Figures
      facts={[
        {
          label: 'Requests',
          value: <Measured value={now.serviceRequests} format={count} why={notReported} />,
          note: (
            <>
              <Measured value={now.serverRequests} format={count} why={notReported} /> reached your server
              <Line>
                <Change now={now.serviceRequests} before={then?.serviceRequests ?? null} period={previousPeriodName} />
              </Line>
            </>
          ),
        },
        {
          label: 'Requests served from cache',
          value: <Measured value={requests} format={percent} why={noRequests} />,
          note: (
            <>
              of all requests
              <Line>
                <PointsChange
                  now={requests}
                  before={then && offload(then.serviceRequests, then.serverRequests)}
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
              <Measured value={now.serverBytes} format={bytes} why={notReported} /> fetched from your server
              <Line>
                <Change now={now.serviceBytes} before={then?.serviceBytes ?? null} period={previousPeriodName} />
              </Line>
            </>
          ),
        },
        {
          label: 'Data served from cache',
          value: <Measured value={data} format={percent} why={noRequests} />,
          note: (
            <>
              of all data sent to visitors
              <Line>
                <PointsChange
                  now={data}
                  before={then && offload(then.serviceBytes, then.serverBytes)}
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
