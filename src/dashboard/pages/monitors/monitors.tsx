import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigation, type LoaderFunctionArgs } from 'react-router'
import { listMonitors } from '../../../contract/index.ts'
import { listOf } from '../../api/monitors.ts'
import { load } from '../../api/queries.ts'
import { scopeOf, useScope, type Scope } from '../../api/scope.ts'
import { DataAge } from '../../components/DataAge.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { readListQuery, useListQuery } from '../../components/list-state.ts'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Paging } from '../../components/Paging.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { Toolbar } from '../../components/Toolbar.tsx'
import { paths } from '../../paths.ts'
import { useBulk } from '../checks/bulk.ts'
import { BulkBar } from '../checks/BulkBar.tsx'
import { nameOf } from '../checks/NameCell.tsx'
import { NoPage, NoMatch } from '../checks/NoRows.tsx'
import { pageError } from '../page-error.tsx'
import { MonitorsTable } from './MonitorsTable.tsx'

const defaults = { per_page: 25 } as const
const freshMs = 60_000

export function loader({ request, params }: LoaderFunctionArgs) {
  const query = readListQuery(listMonitors.user, new URL(request.url).searchParams, defaults)
  return load(listOf(scopeOf(params), 'monitor', query))
}

export const ErrorBoundary = pageError({ title: 'Monitors' })

export function Component() {
  const scope = useScope()
  const [query, change] = useListQuery(listMonitors.user, defaults)
  const monitors = listOf(scope, 'monitor', query)
  const { data } = useSuspenseQuery({ ...monitors, refetchInterval: freshMs })
  const busy = useNavigation().state === 'loading'
  const searched = query.search_term ?? ''
  const ids = data.rows.flatMap(({ id }) => id ?? [])
  const bulk = useBulk(scope, 'monitor', ids)
  const name = (id: string) => nameOf(data.rows.find((monitor) => monitor.id === id) ?? { raw: null, id })
  return (
    <>
      <PageHeader
        title="Monitors"
        count={data.total_entries}
        actions={
          <Button component={Link} to={paths.newMonitor(scope)}>
            New monitor
          </Button>
        }
      />
      <Toolbar>
        <SearchField
          label="Search names"
          value={searched}
          onSearch={(term) => change({ search_term: term, page: 1 }, { replace: true })}
        />
        <DataAge of={[monitors]} />
      </Toolbar>
      {data.rows.length > 0 ? (
        <>
          <BulkBar bulk={bulk} what="monitor" ids={ids} nameOf={name} />
          <MonitorsTable scope={scope} rows={data.rows} bulk={bulk} busy={busy} />
        </>
      ) : query.page > 1 ? (
        <NoPage page={query.page} onFirst={() => change({ page: 1 })} />
      ) : searched ? (
        <NoMatch what="monitor" searched={searched} onClear={() => change({ search_term: '', page: 1 })} />
      ) : (
        <NoMonitors scope={scope} />
      )}
      {(data.rows.length > 0 || query.page > 1) && (
        <Paging
          page={query.page}
          perPage={query.per_page}
          total={data.total_entries}
          shown={data.rows.length}
          what="monitors"
          onChange={change}
        />
      )}
    </>
  )
}

function NoMonitors({ scope }: { scope: Scope }) {
  return (
    <EmptyState
      title="No monitors yet"
      action={
        <Button component={Link} to={paths.newMonitor(scope)}>
          New monitor
        </Button>
      }
    >
      A monitor checks an address again and again, from one place or several. Adding a site makes one of its home page.
    </EmptyState>
  )
}
