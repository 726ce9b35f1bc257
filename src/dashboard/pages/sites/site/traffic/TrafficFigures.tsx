import { Figures } from '../../../../components/PropertiesTable.tsx'
import { bytes, count, percent } from '../../../../format/format.ts'
import { Measured } from '../../../../components/Measured.tsx'
import { Change, PointsChange } from './Change.tsx'
import { offload, totalsOf, type Traffic } from './usage.ts'

interface Props {
  traffic: Traffic
  before: Traffic | null
  /** The period before, in words. */
  on: string
}

const why = 'the service did not tell'
const nothing = 'there were no requests'

/** What it all came to, and how it changed. */
export function TrafficFigures({ traffic, before, on }: Props) {
  const now = totalsOf(traffic.buckets)
  const then = before && before.buckets.length > 0 ? totalsOf(before.buckets) : null
  const requests = offload(now.serviceRequests, now.serverRequests)
  const data = offload(now.serviceBytes, now.serverBytes)
  return (
    <Figures
      facts={[
        {
          label: 'Requests',
          value: <Measured value={now.serviceRequests} format={count} why={why} />,
          note: (
            <>
              <Measured value={now.serverRequests} format={count} why={why} /> reached your server
              <Line>
                <Change now={now.serviceRequests} before={then?.serviceRequests ?? null} on={on} />
              </Line>
            </>
          ),
        },
        {
          label: 'Offload of requests',
          value: <Measured value={requests} format={percent} why={nothing} />,
          note: (
            <>
              answered without your server
              <Line>
                <PointsChange
                  now={requests}
                  before={then && offload(then.serviceRequests, then.serverRequests)}
                  on={on}
                />
              </Line>
            </>
          ),
        },
        {
          label: 'Sent to visitors',
          value: <Measured value={now.serviceBytes} format={bytes} why={why} />,
          note: (
            <>
              <Measured value={now.serverBytes} format={bytes} why={why} /> fetched from your server
              <Line>
                <Change now={now.serviceBytes} before={then?.serviceBytes ?? null} on={on} />
              </Line>
            </>
          ),
        },
        {
          label: 'Offload of data',
          value: <Measured value={data} format={percent} why={nothing} />,
          note: (
            <>
              of the bytes came from the service’s cache
              <Line>
                <PointsChange now={data} before={then && offload(then.serviceBytes, then.serverBytes)} on={on} />
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
