import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigation, type LoaderFunctionArgs } from 'react-router'
import { listTests, type Monitor } from '../../../contract/index.ts'
import { listOf } from '../../api/monitors.ts'
import { load } from '../../api/queries.ts'
import { scopeOf, useScope, type Scope } from '../../api/scope.ts'
import { DataAge } from '../../components/DataAge.tsx'
import { DataTable, type Column } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { readListQuery, useListQuery } from '../../components/list-state.ts'
import { RunState } from '../../components/Mark.tsx'
import { Missing } from '../../components/Measured.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Paging } from '../../components/Paging.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { Stacked } from '../../components/Stacked.tsx'
import { Time } from '../../components/Time.tsx'
import { Toolbar } from '../../components/Toolbar.tsx'
import { paths } from '../../paths.ts'
import { useBulk, type Bulk } from '../checks/bulk.ts'
import { BulkBar } from '../checks/BulkBar.tsx'
import { paceWords } from '../checks/Configuration.tsx'
import { ChooseCell, NameCell, nameOf } from '../checks/NameCell.tsx'
import { NoMatch, NoPage } from '../checks/NoRows.tsx'
import { LastResult } from '../monitors/MonitorsTable.tsx'
import { pageError } from '../page-error.tsx'
import { isRunning } from './progress.ts'

const defaults = { per_page: 25 } as const
const idleMs = 60_000
const runningMs = 5000

export function loader({ request, params }: LoaderFunctionArgs) {
  const query = readListQuery(listTests.user, new URL(request.url).searchParams, defaults)
  return load(listOf(scopeOf(params), 'test', query))
}

export const ErrorBoundary = pageError({ title: 'Tests' })

function columnsOf(scope: Scope, bulk: Bulk): readonly Column<Monitor>[] {
  return [
    { id: 'choose', header: 'Choose', cell: (test) => <ChooseCell record={test} bulk={bulk} /> },
    {
      id: 'name',
      header: 'Name',
      grows: true,
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
      cell: ({ status, suspended_message }) => <RunState status={status} message={suspended_message} />,
    },
    {
      id: 'runs',
      header: 'Runs, created',
      cell: ({ timing, created_at }) => (
        <Stacked below={created_at && <Time at={created_at} withoutZone />}>
          {timing ? paceWords(timing, 'test') : <Missing why="not reported" />}
        </Stacked>
      ),
    },
    { id: 'last', header: 'Last result', cell: (test) => <LastResult monitor={test} /> },
  ]
}

export function Component() {
  const scope = useScope()
  const [query, change] = useListQuery(listTests.user, defaults)
  const tests = listOf(scope, 'test', query)
  const { data } = useSuspenseQuery({
    ...tests,
    refetchInterval: ({ state }) => (state.data?.rows.some(isRunning) ? runningMs : idleMs),
  })
  const busy = useNavigation().state === 'loading'
  const searched = query.search_term ?? ''
  const ids = data.rows.flatMap(({ id }) => id ?? [])
  const bulk = useBulk(scope, 'test', ids)
  const name = (id: string) => nameOf(data.rows.find((test) => test.id === id) ?? { raw: null, id })
  return (
    <>
      <PageHeader
        title="Tests"
        count={data.total_entries}
        actions={
          <Button component={Link} to={paths.newTest(scope)}>
            New test
          </Button>
        }
      />
      <Toolbar>
        <SearchField
          label="Search names"
          value={searched}
          onSearch={(term) => change({ search_term: term, page: 1 }, { replace: true })}
        />
        <DataAge of={[tests]} />
      </Toolbar>
      {data.rows.length > 0 ? (
        <>
          <BulkBar bulk={bulk} what="test" ids={ids} nameOf={name} />
          <DataTable
            label="Tests"
            columns={columnsOf(scope, bulk)}
            rows={data.rows}
            rowKey={(test) => test.id ?? JSON.stringify(test.raw)}
            busy={busy}
          />
        </>
      ) : query.page > 1 ? (
        <NoPage page={query.page} onFirst={() => change({ page: 1 })} />
      ) : searched ? (
        <NoMatch what="test" searched={searched} onClear={() => change({ search_term: '', page: 1 })} />
      ) : (
        <NoTests scope={scope} />
      )}
      {(data.rows.length > 0 || query.page > 1) && (
        <Paging
          page={query.page}
          perPage={query.per_page}
          total={data.total_entries}
          shown={data.rows.length}
          what="tests"
          onChange={change}
        />
      )}
    </>
  )
}

function NoTests({ scope }: { scope: Scope }) {
  return (
    <EmptyState
      title="No tests yet"
      action={
        <Button component={Link} to={paths.newTest(scope)}>
          New test
        </Button>
      }
    >
      A test checks an address now: once, several times, or for a while. Then it is finished, and its results stay.
    </EmptyState>
  )
}
