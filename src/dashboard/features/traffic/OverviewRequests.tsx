import { Link } from 'react-router'
import type { Scope } from '../../api/scope.ts'
import { rangeInWords } from '../../kit/ranges/range-words.ts'
import { Zoomed } from '../../kit/ranges/Zoomed.tsx'
import { RangeControl } from '../../kit/ranges/RangeControl.tsx'
import { LazyOnScroll } from '../../kit/layout/LazyOnScroll.tsx'
import { usePageRange } from '../../kit/ranges/use-page-range.ts'
import { useZoom } from '../../kit/ranges/use-zoom.ts'
import { paths } from '../../paths.ts'
import { useZone } from '../../kit/format/zone.ts'
import { LoadingRequests, RequestsPanel } from './RequestsPanel.tsx'
import { writeWindow, type RequestedWindow } from './window.ts'

/** An overview: 48 hours by the hour, as the week before is kept, so that its arrival changes nothing else. */
const maxBuckets = 60

interface Props {
  scope: Scope
  siteId: string
  host: string
}

/** The overview's chart of requests, over the same range as the key page. */
export function OverviewRequests({ scope, siteId, host }: Props) {
  const [range, setRange] = usePageRange()
  const [zoom, setZoom] = useZoom()
  const zone = useZone()
  const requested: RequestedWindow = zoom ? { kind: 'times', ...zoom } : { kind: 'latest', range }
  const actions = (
    <>
      <RangeControl label="Time range of the requests" value={zoom ? '' : range} onChange={setRange} />
      <Link to={paths.traffic(scope, siteId, writeWindow(new URLSearchParams(), requested, zone))}>All traffic</Link>
    </>
  )
  return (
    <LazyOnScroll place={<LoadingRequests scope={scope} requested={requested} actions={actions} />}>
      <RequestsPanel
        scope={scope}
        siteId={siteId}
        host={host}
        requested={requested}
        rangeName={rangeInWords(zoom ?? range, zone)}
        maxBuckets={maxBuckets}
        actions={actions}
        onZoom={setZoom}
        below={zoom && <Zoomed zoom={zoom} range={range} onReset={() => setZoom(undefined)} />}
      />
    </LazyOnScroll>
  )
}
