import { Link } from 'react-router'
import { DataTable, type Column } from '../../../components/DataTable.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Stacked } from '../../../components/Stacked.tsx'
import { rowError } from '../row-error.ts'

export interface CreationResult {
  readonly address: string
  readonly state: 'waiting' | 'creating' | 'created' | 'failed'
  /** Where the created one is, if the service tells its id. */
  readonly to?: string | undefined
  readonly error?: unknown
}

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
  { id: 'state', header: 'Result', cell: ({ state }) => state },
]

/** What came of each address. What failed stays in the form, to be tried again. */
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
          {open > 0 ? `, ${open} to go` : ''}
        </span>
      }
    >
      {failed > 0 && open === 0 && <p>The addresses that failed are left in the form: mend and try again.</p>}
      <DataTable label={`Results of creating ${what}`} columns={columns} rows={results} rowKey={(one) => one.address} />
    </Panel>
  )
}
