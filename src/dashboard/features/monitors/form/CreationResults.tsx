import { Link } from 'react-router'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Stacked } from '../../../kit/layout/Stacked.tsx'
import { rowError } from '../row-error.ts'

export interface CreationResult {
  readonly address: string
  readonly state: 'waiting' | 'creating' | 'created' | 'failed'
  /** The new record's page, if the service returned its ID. */
  readonly to?: string | undefined
  readonly error?: unknown
}

const stateLabels = { waiting: 'Waiting', creating: 'Creating…', created: 'Created', failed: 'Failed' } as const

const columns: readonly Column<CreationResult>[] = [
  {
    id: 'address',
    header: 'Address',
    grows: true,
    cell: ({ address, to, error }) => (
      <Stacked below={error === undefined ? null : rowError(error)}>
        {to ? <Link to={to}>{address}</Link> : address}
      </Stacked>
    ),
  },
  { id: 'state', header: 'Result', cell: ({ state }) => stateLabels[state] },
]

/** The result for each address. Those that failed stay in the form. */
export function CreationResults({ results, what }: { results: readonly CreationResult[]; what: string }) {
  const created = results.filter(({ state }) => state === 'created').length
  const failed = results.filter(({ state }) => state === 'failed').length
  const open = results.length - created - failed
  return (
    <Panel
      bare
      title="Results"
      aside={
        <span role="status">
          {created} of {results.length} created{failed > 0 ? `, ${failed} failed` : ''}
          {open > 0 ? `, ${open} remaining` : ''}
        </span>
      }
    >
      {failed > 0 && open === 0 && <p>The addresses that failed are still in the form. Fix them and try again.</p>}
      <DataTable
        label={`Results of creating ${what}`}
        columns={columns}
        rows={results}
        rowKey={({ address }) => address}
      />
    </Panel>
  )
}
