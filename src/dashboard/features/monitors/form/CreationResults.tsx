import { Link } from 'react-router'
import { BusyButton } from '../../../kit/actions/BusyButton.tsx'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { Notice } from '../../../kit/feedback/Notice.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Stacked } from '../../../kit/layout/Stacked.tsx'
import { plural } from '../../../kit/format/format.ts'
import { rowError } from '../row-error.ts'
import type { Created } from './create-one.ts'

export type CreationResult = { readonly address: string } & (
  | Created
  | { readonly state: 'waiting' | 'creating' }
  | { readonly state: 'setting limits'; readonly id: string }
)

const stateLabels = {
  waiting: 'Waiting',
  creating: 'Creating…',
  'setting limits': 'Setting limits…',
  created: 'Created',
  'without limits': 'Created without limits',
  failed: 'Failed',
} as const satisfies Record<CreationResult['state'], string>

interface Props {
  results: readonly CreationResult[]
  what: 'monitor' | 'test'
  pathTo: (id: string) => string
  /** Sets the limits that couldn't be set. */
  onSetLimits: () => void
}

/** The result for each address. Those that failed stay in the form. */
export function CreationResults({ results, what, pathTo, onSetLimits }: Props) {
  const count = (...states: readonly CreationResult['state'][]) =>
    results.filter(({ state }) => states.includes(state)).length
  const failed = count('failed')
  const unlimited = count('without limits')
  const limiting = count('setting limits')
  const created = count('created') + unlimited + limiting
  const open = count('waiting', 'creating')
  const columns: readonly Column<CreationResult>[] = [
    {
      id: 'address',
      header: 'Address',
      grows: true,
      cell: (result) => (
        <Stacked below={reasonOf(result)}>
          {'id' in result && result.id !== undefined ? (
            <Link to={pathTo(result.id)}>{result.address}</Link>
          ) : (
            result.address
          )}
        </Stacked>
      ),
    },
    { id: 'state', header: 'Result', cell: ({ state }) => stateLabels[state] },
  ]
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
      {unlimited + limiting > 0 && open === 0 && (
        <Notice tone="warning">
          {plural(unlimited + limiting, what)} {unlimited + limiting === 1 ? 'was' : 'were'} created without the limits.
          <BusyButton variant="default" loading={limiting > 0} onClick={onSetLimits}>
            Set the limits again
          </BusyButton>
        </Notice>
      )}
      {failed > 0 && open === 0 && <p>The addresses that failed are still in the form. Fix them and try again.</p>}
      <DataTable
        label={`Results of creating ${what}s`}
        columns={columns}
        rows={results}
        rowKey={({ address }) => address}
      />
    </Panel>
  )
}

function reasonOf(result: CreationResult): string | null {
  if (result.state === 'without limits') return result.reason
  return result.state === 'failed' ? rowError(result.error) : null
}
