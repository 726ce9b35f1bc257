import * as z from 'zod/mini'
import { DataTable } from '../../../components/DataTable.tsx'
import { EmptyCell } from '../../../components/Measured.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RecordView } from '../../../components/RecordView.tsx'

const figure = z.nullable(z.number())
const line = { bandwidth_down: figure, bandwidth_up: figure, latency: figure, drop_rate: figure }
const appliedSchema = z.looseObject({ ...line, asked: z.looseObject(line) })

const rows = [
  { name: 'bandwidth_down', label: 'Down', unit: 'Kbps' },
  { name: 'bandwidth_up', label: 'Up', unit: 'Kbps' },
  { name: 'latency', label: 'Round trip', unit: 'ms' },
  { name: 'drop_rate', label: 'Lost packets', unit: '%' },
] as const

const space = '\u00a0'

/** What line was asked for, and what was really given. */
export function Throttling({ applied }: { applied: unknown }) {
  if (applied === undefined) return null
  const read = z.safeParse(appliedSchema, applied)
  return (
    <Panel title="Throttling">
      {applied === null ? (
        <p>None was asked for: the check used the line as it is.</p>
      ) : read.success ? (
        <DataTable
          label="Throttling, asked and applied"
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { id: 'what', header: 'Line', cell: ({ label }) => label, grows: true },
            {
              id: 'asked',
              header: 'Asked',
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
        <RecordView value={applied} what="what was applied" />
      )}
    </Panel>
  )
}

function limit(value: number | null, unit: string): string {
  if (value === null || value === 0) return 'not limited'
  return `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })}${space}${unit}`
}
