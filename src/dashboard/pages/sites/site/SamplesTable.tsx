import type { Sample } from '../../../../contract/index.ts'
import { DataTable, type Column } from '../../../components/DataTable.tsx'
import { duration } from '../../../format/format.ts'
import { Severity } from '../../../components/Mark.tsx'
import { Measured, EmptyCell } from '../../../components/Measured.tsx'
import { Time } from '../../../components/Time.tsx'

const metric = (name: string, format: (value: number) => string) => (sample: Sample) => (
  <Measured value={sample.metrics?.[name]} format={format} why={sample.issues?.[0]?.message ?? 'Not measured'} />
)

const columns: readonly Column<Sample>[] = [
  {
    id: 'severity',
    header: 'Severity',
    cell: (sample) => <Severity type={sample.sample_type} judged={sample.judged} />,
  },
  { id: 'taken', header: 'Taken', cell: (sample) => <Time at={sample.taken_at ?? null} /> },
  { id: 'location', header: 'Location', cell: (sample) => sample.location ?? <EmptyCell why="Not reported" /> },
  { id: 'issues', header: 'Issues', grows: true, cell: issuesOf },
  { id: 'first_byte', header: 'First byte', align: 'end', cell: metric('first_byte', duration) },
  { id: 'time_to_display', header: 'LCP', align: 'end', cell: metric('time_to_display', duration) },
  {
    id: 'service_score',
    header: 'Score',
    align: 'end',
    cell: metric('service_score', (value) => String(Math.round(value))),
  },
]

export function SamplesTable({ samples }: { samples: readonly Sample[] }) {
  return (
    <DataTable
      label="Latest samples"
      columns={columns}
      rows={samples}
      rowKey={(sample) => sample.id ?? JSON.stringify(sample.raw)}
    />
  )
}

/** The worst issue, and how many more there are. */
function issuesOf({ issues }: Sample): string {
  if (!issues) return 'Not reported'
  const [worst, ...others] = issues.toSorted((a, b) => b.severity - a.severity)
  if (!worst) return 'None'
  return others.length ? `${worst.message} (and ${others.length} more)` : worst.message
}
