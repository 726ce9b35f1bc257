import type { Monitor } from '../../../../contract/index.ts'
import { isRunning } from '../reads.ts'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { RunState } from '../RunState.tsx'
import { EmptyCell } from '../../../kit/values/Measured.tsx'
import { Stacked } from '../../../kit/layout/Stacked.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import { paths } from '../../../paths.ts'
import { ListPage, loadListPage, type TableProps } from '../list/ListPage.tsx'
import { scheduleWords } from '../schedule.ts'
import { NameCell } from '../list/NameCell.tsx'
import { markColumn, menuColumn, selectColumn } from '../list/row-columns.tsx'
import { useIsPhone } from '../../../kit/layout/use-media.ts'
import { LastResult } from '../list/LastResult.tsx'
import { pageError } from '../../errors/page-error.tsx'

const idleMs = 60_000
const runningMs = 5000

export const loader = loadListPage('test')

export const ErrorBoundary = pageError({ title: 'Tests' })

function TestsTable({ scope, rows, bulk, busy }: TableProps) {
  const isPhone = useIsPhone()
  const columns: readonly Column<Monitor>[] = [
    selectColumn(bulk),
    markColumn,
    {
      id: 'name',
      header: 'Name',
      grows: true,
      phone: 'title',
      cell: (test) => (
        <NameCell
          record={test}
          to={test.id && paths.test(scope, test.id)}
          kind="test"
          reason={bulk.reasons.get(test.id ?? '')}
        />
      ),
    },
    {
      id: 'state',
      header: 'State',
      phone: 'end',
      cell: ({ status, suspended_message }) => <RunState status={status} message={suspended_message} />,
    },
    {
      id: 'runs',
      header: 'Schedule, created',
      cell: ({ timing, created_at }) => (
        <Stacked below={created_at && <Time at={created_at} withoutZone />}>
          {timing ? scheduleWords(timing, 'test') : <EmptyCell why="not reported" />}
        </Stacked>
      ),
    },
    {
      id: 'last',
      header: 'Last result',
      phone: 'line',
      cell: (test) => <LastResult monitor={test} isMarked={!isPhone} />,
    },
    menuColumn('test', { scope, bulk }),
  ]
  return (
    <DataTable
      label="Tests"
      columns={columns}
      rows={rows}
      rowKey={(test) => test.id ?? JSON.stringify(test.raw)}
      busy={busy}
    />
  )
}

function TestsPage() {
  return (
    <ListPage
      kind="test"
      introduction="A test checks a page or an address right now: once, for several rounds, or for a set time. Results appear as they come in."
      refreshMs={(rows) => (rows.some(isRunning) ? runningMs : idleMs)}
      table={(props) => <TestsTable {...props} />}
    />
  )
}

export { TestsPage as Component }
