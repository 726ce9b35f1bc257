import * as z from 'zod/mini'
import { DataTable } from '../../../kit/tables/DataTable.tsx'
import { EmptyCell } from '../../../kit/values/Measured.tsx'
import { decimal } from '../../../kit/format/format.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { RecordView } from '../../../kit/values/RecordView.tsx'

const figure = z.nullable(z.number())
const line = { bandwidth_down: figure, bandwidth_up: figure, latency: figure, drop_rate: figure }
const appliedSchema = z.looseObject({ ...line, asked: z.looseObject(line) })

const rows = [
  { name: 'bandwidth_down', label: 'Download', unit: '\u00a0kbps' },
  { name: 'bandwidth_up', label: 'Upload', unit: '\u00a0kbps' },
  { name: 'latency', label: 'Latency', unit: '\u00a0ms' },
  { name: 'drop_rate', label: 'Packet loss', unit: '%' },
] as const

/** The connection that was requested and the one that was applied. */
export function Throttling({ applied }: { applied: unknown }) {
  // the conditions name the connection
  if (applied === undefined || applied === null) return null
  const read = z.safeParse(appliedSchema, applied)
  return (
    <Panel title="Throttling">
      {read.success ? (
        <DataTable
          label="Throttling, requested and applied"
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { id: 'what', header: 'Limit', cell: ({ label }) => label, grows: true },
            {
              id: 'asked',
              header: 'Requested',
              align: 'end',
              cell: ({ name, unit }) => limit(read.data.asked[name], unit),
            },
            {
              id: 'applied',
              header: 'Applied',
              align: 'end',
              cell: ({ name, unit }) =>
                read.data[name] === null ? <EmptyCell why="not measured" /> : limit(read.data[name], unit),
            },
          ]}
        />
      ) : (
        <RecordView value={applied} what="throttling" />
      )}
    </Panel>
  )
}

function limit(value: number | null, unit: string): string {
  if (value === null || value === 0) return 'no limit'
  return `${decimal(value, 1, 0)}${unit}`
}
