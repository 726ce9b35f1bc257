import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { severities, type listSamples, type ReadOf, type Sample } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Stacked } from '../../../kit/layout/Stacked.tsx'
import { useIsPhone } from '../../../kit/layout/use-media.ts'
import { VisuallyHidden } from '../../../kit/layout/VisuallyHidden.tsx'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { LoadingLines } from '../../../kit/values/LoadingLines.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import { paths } from '../../../paths.ts'
import { isRunning } from '../../monitors/reads.ts'
import { atEnd, metricColumn } from '../../samples/metric-column.tsx'
import { speedMetric } from '../../samples/metrics.ts'
import { sampleKind } from '../../samples/result-kind.ts'
import { ResultMark } from '../../samples/Severity.tsx'
import type { IdentifiedMonitor } from '../key-page.ts'

interface Props {
  scope: Scope
  siteId: string
  /** Undefined while it's being looked up. */
  monitor: IdentifiedMonitor | undefined
  latest: UseQueryResult<ReadOf<typeof listSamples.partner>>
}

const shown = 4

/** The last few samples of a site's home page, in the narrow column, with the way to all. */
export function SiteSamples({ scope, siteId, monitor, latest }: Props) {
  const isPhone = useIsPhone()
  const samples = latest.data?.rows.slice(0, shown)
  return (
    <Panel
      bare={latest.data !== undefined}
      title="Latest samples"
      actions={
        <Button variant="subtle" component={Link} to={paths.siteSamples(scope, siteId)}>
          All samples
        </Button>
      }
    >
      {!samples || !monitor ? (
        latest.error ? (
          <ErrorState error={latest.error} title="Couldn’t load the samples." onRetry={() => void latest.refetch()} />
        ) : (
          <LoadingLines lines={shown} areRows />
        )
      ) : samples.length > 0 ? (
        <DataTable
          label="Latest samples"
          columns={columnsOf(scope, monitor, isPhone)}
          rows={samples}
          rowKey={(sample) => sample.id ?? JSON.stringify(sample.raw)}
        />
      ) : (
        <EmptyState title="No samples yet">
          {isRunning(monitor)
            ? 'The first one arrives within seconds of creating the site. This page updates automatically.'
            : 'The home page’s monitor is paused.'}
        </EmptyState>
      )}
    </Panel>
  )
}

function columnsOf(scope: Scope, { type, limits }: IdentifiedMonitor, isPhone: boolean): readonly Column<Sample>[] {
  const speed = speedMetric(type)
  return [
    {
      id: 'severity',
      header: 'Severity',
      unnamed: true,
      phone: 'select',
      cell: ({ sample_type }) => (
        <>
          <ResultMark type={sample_type} />
          <VisuallyHidden>{severities[sample_type ?? -1] ?? 'unknown'}</VisuallyHidden>
        </>
      ),
    },
    { id: 'taken', header: 'Taken', phone: 'title', grows: true, cell: (sample) => takenCell(scope, sample) },
    { ...atEnd(metricColumn(speed, limits), isPhone), phone: 'aside' },
  ]
}

function takenCell(scope: Scope, sample: Sample) {
  const { id, taken_at, location } = sample
  const when = taken_at === undefined ? 'Open sample' : <Time at={taken_at} withoutZone withoutAgo />
  return (
    <Stacked below={[sampleKind(sample), location].filter(Boolean).join(' · ')}>
      {id === undefined ? when : <Link to={paths.sample(scope, id)}>{when}</Link>}
    </Stacked>
  )
}
