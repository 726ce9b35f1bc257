import { Link } from 'react-router'
import type { Monitor, Sample } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { connectivityWords } from '../connectivity.ts'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { ConnectionName } from '../ConnectionName.tsx'
import { SampleSeverity } from '../../samples/SampleSeverity.tsx'
import { EmptyCell } from '../../../kit/values/Measured.tsx'
import { Stacked } from '../../../kit/layout/Stacked.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import { speedMetric } from '../../samples/metrics.ts'
import { useIsPhone } from '../../../kit/layout/use-media.ts'
import { paths } from '../../../paths.ts'
import { atEnd, metricColumn } from '../../samples/metric-column.tsx'
import { SampleIssues } from '../../samples/SampleIssues.tsx'

interface Props {
  scope: Scope
  samples: readonly Sample[]
  type: string | undefined
  label: string
  /** The monitor's. */
  limits?: Monitor['limits']
}

/** Samples with links to their pages. A sample with unknown fields is shown in full. */
export function SampleTable({ scope, samples, type, label, limits }: Props) {
  const isPhone = useIsPhone()
  const metrics = type === 'HTTP' ? httpMetrics : pageMetrics
  const columns: readonly Column<Sample>[] = [
    {
      id: 'severity',
      header: 'Severity',
      phone: 'aside',
      cell: (sample) => <SampleSeverity sample={sample} limits={limits} />,
    },
    { id: 'taken', header: 'Taken', phone: 'title', cell: (sample) => <Taken sample={sample} scope={scope} /> },
    { id: 'location', header: 'Location', phone: 'line', cell: locationCell },
    { id: 'issues', header: 'Issues', grows: true, cell: (sample) => <SampleIssues sample={sample} /> },
    ...metrics.map((name) => {
      const column = metricColumn(name, limits)
      return name === speedMetric(type) ? atEnd(column, isPhone) : column
    }),
  ]
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={samples}
      rowKey={(sample) => sample.id ?? JSON.stringify(sample.raw)}
    />
  )
}

const httpMetrics = ['status_code', 'first_byte', 'last_byte'] as const
const pageMetrics = ['first_byte', 'time_to_display', 'service_score'] as const

function locationCell({ location, connectivity, view }: Sample) {
  return (
    <Stacked below={<ConnectionName words={connectivityWords(connectivity)} view={view} />}>
      {location ?? <EmptyCell why="not reported" />}
    </Stacked>
  )
}

function Taken({ sample, scope }: { sample: Sample; scope: Scope }) {
  const when = sample.taken_at === undefined ? 'Open sample' : <Time at={sample.taken_at} withoutZone />
  return sample.id === undefined ? when : <Link to={paths.sample(scope, sample.id)}>{when}</Link>
}
