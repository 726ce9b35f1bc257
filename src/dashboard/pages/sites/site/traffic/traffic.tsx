import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { prefetch } from '../../../../api/queries.ts'
import { scopeOf, useScope } from '../../../../api/scope.ts'
import { siteOf } from '../../../../api/sites.ts'
import { ChartPlace } from '../../../../charts/ChartPanel.tsx'
import { LastUpdated } from '../../../../components/LastUpdated.tsx'
import { downloadCsv } from '../../../../components/download.ts'
import { EmptyState } from '../../../../components/EmptyState.tsx'
import { ErrorState, reasonOf } from '../../../../components/ErrorState.tsx'
import { Notice } from '../../../../components/Notice.tsx'
import { Panel } from '../../../../components/Panel.tsx'
import { useZone } from '../../../../stores/preferences.ts'
import { useAddress } from '../../../../hooks/use-address.ts'
import { pageError } from '../../../page-error.tsx'
import { NotOffered } from './NotOffered.tsx'
import { trafficCsv } from './points.ts'
import { RangeBar } from './RangeBar.tsx'
import { isDeferred, trafficQuery } from './read-traffic.ts'
import { drawn } from './steps.ts'
import type { Traffic } from './usage.ts'
import { TrafficCharts } from './TrafficCharts.tsx'
import { TrafficFigures } from './TrafficFigures.tsx'
import { useTraffic } from './use-traffic.ts'
import {
  dayText,
  readAsked,
  shiftOf,
  writeAsked,
  wrongInAddress,
  type RequestedWindow,
  type TimeWindow,
} from './window.ts'
import { beforeWords, inPageWords, wordsOf } from './words.ts'

export function loader({ params, request }: LoaderFunctionArgs) {
  const asked = readAsked(new URL(request.url).searchParams)
  prefetch(trafficQuery(scopeOf(params), params['siteId'] ?? '', asked))
  return null
}

export const ErrorBoundary = pageError({ title: 'Traffic' })

export function Component() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  const { data: site } = useQuery(siteOf(scope, siteId))
  const zone = useZone()
  const [params, setParams] = useAddress()
  const asked = readAsked(params)
  const wrong = wrongInAddress(params)
  const {
    query,
    present,
    traffic,
    drawn: whole,
    before,
    withoutBefore,
    previousPeriod,
  } = useTraffic(scope, siteId, asked)
  const change = (next: RequestedWindow) => setParams((now) => writeAsked(now, next), { preventScrollReset: true })
  if (present.data === 'not offered') return <NotOffered />
  if (isDeferred(present.error)) {
    return <EmptyState title="There is no traffic yet.">{reasonOf(present.error)}</EmptyState>
  }
  const shown = traffic ?? guess(asked)
  const words = wordsOf(asked, shown, zone)
  const fileName = `${site?.host ?? 'site'}-${dayText(shown.from)}-${dayText(Math.max(shown.from, shown.to - 1))}`
  const save = (of: Traffic) => downloadCsv(`${fileName}-traffic.csv`, trafficCsv(of))
  const width = traffic?.width ?? 0
  return (
    <>
      <RangeBar asked={asked} shown={shown} onChange={change}>
        <Button variant="default" disabled={!traffic} onClick={() => traffic && save(traffic)}>
          Export CSV
        </Button>
        <LastUpdated of={[query]} />
      </RangeBar>
      {wrong && (
        <Notice tone="warning">
          The range in the address cannot be shown: {wrong}. These are {words}.
        </Notice>
      )}
      {present.error && (
        <ErrorState
          error={inPageWords(present.error)}
          title={`The traffic of ${words} could not be read.`}
          onRetry={() => void present.refetch()}
        />
      )}
      {withoutBefore && (
        <Notice tone="plain">There is no comparison: the traffic of {beforeWords(asked)} could not be read.</Notice>
      )}
      {!traffic && !present.error && (
        <Panel title="Requests">
          <ChartPlace />
        </Panel>
      )}
      {traffic && traffic.buckets.length === 0 && (
        <EmptyState title={`The service tells nothing of ${words}.`}>
          It may keep no traffic of that time. Choose another range.
        </EmptyState>
      )}
      {traffic && traffic.buckets.length > 0 && (
        <>
          <TrafficFigures traffic={traffic} before={before} on={beforeWords(asked)} />
          <TrafficCharts
            traffic={whole ?? traffic}
            previousPeriod={previousPeriod}
            before={beforeWords(asked)}
            words={words}
            fileName={fileName}
            onZoom={(from, to) => change(drawn(from, to, width))}
          />
        </>
      )}
    </>
  )
}

/** Until the service has said. */
function guess(asked: RequestedWindow): TimeWindow {
  const to = asked.kind === 'latest' ? Date.now() : asked.to
  return { from: to - shiftOf(asked), to }
}
