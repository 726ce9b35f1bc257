import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import {
  listMonitors,
  listTests,
  monitorStatuses,
  severities,
  type Monitor,
  type MonitorQuery,
} from '../../../../contract/index.ts'
import { latestResultOf, listOf, type Kind } from '../reads.ts'
import { load } from '../../../api/queries.ts'
import { scopeOf, useScope, type Scope } from '../../../api/scope.ts'
import { LinkButton } from '../../../kit/actions/LinkButton.tsx'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { countOn, Found } from '../../../kit/reading/Found.tsx'
import { LastUpdated } from '../../../kit/reading/LastUpdated.tsx'
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx'
import { readListQuery, useListQuery } from '../../../kit/tables/list-state.ts'
import { useIsReloading } from '../../../kit/reading/use-is-reloading.ts'
import { useListCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { NoMatch } from '../../../kit/feedback/NoMatch.tsx'
import { NoSuchPage } from '../../../kit/tables/NoSuchPage.tsx'
import { Notice } from '../../../kit/feedback/Notice.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { Paging } from '../../../kit/tables/Paging.tsx'
import { SearchField } from '../../../kit/choices/SearchField.tsx'
import { Toolbar } from '../../../kit/layout/Toolbar.tsx'
import { paths } from '../../../paths.ts'
import { Controls, filtersChosen } from '../../../kit/choices/Controls.tsx'
import { useBulk, type Bulk } from './use-bulk.ts'
import { BulkBar } from './BulkBar.tsx'

const defaults = { per_page: 25 } as const

/** Both take the same query. */
const endpointOf = { monitor: listMonitors.user, test: listTests.user } as const
const titles = { monitor: 'Monitors', test: 'Tests' } as const

export function loadListPage(kind: Kind) {
  return ({ request, params }: LoaderFunctionArgs) => {
    const query = readListQuery(endpointOf[kind], new URL(request.url).searchParams, defaults)
    return load(listOf(scopeOf(params), kind, query))
  }
}

export interface TableProps {
  scope: Scope
  rows: readonly Monitor[]
  bulk: Bulk
  busy: boolean
}

interface Props {
  kind: Kind
  /** Explains monitors or tests while there are none. */
  introduction: string
  /** How often the list is reloaded, ms. */
  refreshMs: (rows: readonly Monitor[]) => number
  table: (props: TableProps) => ReactNode
}

const stateWords = {
  monitor: { RUNNING: 'Running', SUSPENDED: 'Paused' },
  test: { RUNNING: 'Running', SUSPENDED: 'Finished or paused' },
} as const

function matches(row: Monitor, { status, severity }: MonitorQuery): boolean {
  return (
    (status === undefined || row.status?.toUpperCase() === status) &&
    (severity === undefined || latestResultOf(row)?.sample_type === severity)
  )
}

/** The list of monitors or tests, with filters, search, paging and bulk actions. */
export function ListPage({ kind, introduction, refreshMs, table }: Props) {
  const scope = useScope()
  const crumbs = useListCrumbs(scope)
  const [query, change] = useListQuery(endpointOf[kind], defaults)
  const list = listOf(scope, kind, query)
  const { data } = useSuspenseQuery({ ...list, refetchInterval: ({ state }) => refreshMs(state.data?.rows ?? []) })
  const busy = useIsReloading()
  const searched = query.search_term ?? ''
  const isFiltered = query.status !== undefined || query.severity !== undefined
  const bulk = useBulk(scope, kind, data.rows)
  const add = { label: `New ${kind}`, to: kind === 'monitor' ? paths.newMonitor(scope) : paths.newTest(scope) }
  const create = (
    <LinkButton variant="default" to={add.to}>
      {add.label}
    </LinkButton>
  )
  return (
    <>
      <PageHeader title={titles[kind]} count={data.total_entries} crumbs={crumbs} add={add} />
      <PageBody>
        <Toolbar>
          <Controls title="Filters" chosen={filtersChosen(query.status, query.severity)}>
            <Choice
              label="State"
              value={query.status ?? ''}
              options={[
                { value: '', label: 'All states' },
                ...monitorStatuses.map((value) => ({ value, label: stateWords[kind][value] })),
              ]}
              onChange={(value) => change({ status: monitorStatuses.find((one) => one === value), page: 1 })}
            />
            <Choice
              label="Last result"
              value={String(query.severity ?? '')}
              options={[
                { value: '', label: 'All results' },
                ...severities.map((label, value) => ({ value: String(value), label })),
              ]}
              onChange={(value) => change({ severity: value === '' ? undefined : Number(value), page: 1 })}
            />
          </Controls>
          <SearchField
            label="Search by name"
            value={searched}
            onSearch={(term) => change({ search_term: term, page: 1 }, { replace: true })}
          />
          <LastUpdated of={[list]} />
        </Toolbar>
        <Found
          count={countOn(query.page, data.rows.length, data.total_entries)}
          what={[kind, `${kind}s`]}
          searched={searched}
          filtered={isFiltered}
        >
          {searched || isFiltered ? (
            <NoMatch
              what={`${kind}s`}
              searched={searched}
              onShowAll={() => change({ search_term: '', status: undefined, severity: undefined, page: 1 })}
            >
              {!searched
                ? 'New matches appear by themselves.'
                : isFiltered
                  ? 'The search looks at names only, and the filters apply too.'
                  : 'The search looks at names only.'}
            </NoMatch>
          ) : (
            <EmptyState title={`No ${kind}s yet`} action={create}>
              {introduction}
            </EmptyState>
          )}
        </Found>
        {data.rows.length > 0 ? (
          <>
            {isFiltered && !data.rows.every((row) => matches(row, query)) && (
              <Notice tone="plain">
                This service can’t filter {kind}s by state or result, so these are all of them.
              </Notice>
            )}
            <BulkBar bulk={bulk} what={kind}>
              {table({ scope, rows: data.rows, bulk, busy })}
            </BulkBar>
          </>
        ) : (
          query.page > 1 && <NoSuchPage page={query.page} onFirst={() => change({ page: 1 })} />
        )}
        {(data.rows.length > 0 || query.page > 1) && (
          <Paging
            page={query.page}
            perPage={query.per_page}
            total={data.total_entries}
            shown={data.rows.length}
            what={`${kind}s`}
            onChange={change}
          />
        )}
      </PageBody>
    </>
  )
}
