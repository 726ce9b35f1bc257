import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { listSamples, ReadOf } from '../../../../contract/index.ts'
import { measurementsOf, type Measurements, type NamedMonitor } from '../../../api/key-page.ts'
import { rangePresets } from '../../../api/range-presets.ts'
import type { Scope } from '../../../api/scope.ts'
import { ChartPanel, ChartPlace } from '../../../charts/ChartPanel.tsx'
import { durationTick } from '../../../format/ticks.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { duration } from '../../../format/format.ts'
import { Notice } from '../../../components/Notice.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RangeControl } from '../../../components/RangeControl.tsx'
import { usePageRange } from '../../../hooks/use-page-range.ts'
import { firstSampleMs, freshMs } from './fresh.ts'
import { SamplesTable } from './SamplesTable.tsx'

const series = [
  { key: 'time_to_display', label: 'Largest contentful paint, p50' },
  { key: 'first_byte', label: 'First byte, p50' },
] as const

interface Props {
  scope: Scope
  /** Undefined where the site has none, or it is still looked for. */
  monitor: NamedMonitor | undefined
  searching: boolean
  latest: UseQueryResult<ReadOf<typeof listSamples.partner>>
}

/** What the checks of a site's home page came to. */
export function KeyPage({ scope, monitor, searching, latest }: Props) {
  if (!monitor) {
    return (
      <Panel title="Key page">
        {searching ? (
          <ChartPlace />
        ) : (
          <p>No monitor checks this site’s home page: it was deleted, or the site’s host is not a real one yet.</p>
        )}
      </Panel>
    )
  }
  return (
    <>
      <MedianChart scope={scope} monitor={monitor} />
      <Panel bare title="Latest samples">
        {latest.data ? (
          latest.data.rows.length > 0 ? (
            <SamplesTable samples={latest.data.rows} />
          ) : (
            <EmptyState title="No samples yet">
              {monitor.status === 'RUNNING'
                ? 'The first one comes within seconds of the site’s creation; this page looks for it.'
                : 'The monitor of this page is suspended.'}
            </EmptyState>
          )
        ) : latest.error ? (
          <ErrorState
            error={latest.error}
            title="The samples could not be read."
            onRetry={() => void latest.refetch()}
          />
        ) : (
          <p role="status">Loading the samples…</p>
        )}
      </Panel>
    </>
  )
}

function MedianChart({ scope, monitor }: { scope: Scope; monitor: NamedMonitor }) {
  const [range, setRange] = usePageRange()
  const measured = useQuery({
    ...measurementsOf(scope, monitor.id, range),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && !isMeasured(state.data) ? firstSampleMs : freshMs),
  })
  const control = <RangeControl value={range} onChange={setRange} />
  const title = 'Key page'
  if (!measured.data) {
    return (
      <Panel title={title} actions={control}>
        {measured.error ? (
          <ErrorState
            error={measured.error}
            title="The measurements could not be read."
            onRetry={() => void measured.refetch()}
          />
        ) : (
          <ChartPlace />
        )}
      </Panel>
    )
  }
  const { from, to, buckets, partial } = measured.data
  const shown = series.filter(({ key }) => buckets.some((bucket) => bucket[key] !== null))
  if (shown.length === 0) {
    return (
      <Panel title={title} actions={control}>
        <p>Nothing was measured in the last {rangePresets[range].words}.</p>
      </Panel>
    )
  }
  return (
    <>
      {partial && (
        <Notice tone="plain">
          This service tells no percentiles, so the chart shows the latest 100 samples; the range may hold more before
          them.
        </Notice>
      )}
      <ChartPanel
        title={title}
        name="key-page"
        actions={control}
        label={`Medians of the key page over the last ${rangePresets[range].words}`}
        series={shown}
        points={buckets.map((bucket) => ({ ...bucket }))}
        from={from}
        to={to}
        format={duration}
        formatTick={durationTick}
      />
    </>
  )
}

function isMeasured({ buckets }: Measurements): boolean {
  return buckets.some((bucket) => bucket.time_to_display !== null || bucket.first_byte !== null)
}
