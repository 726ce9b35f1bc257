import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs } from 'react-router'
import { incidentKinds, listIncidents } from '../../../contract/index.ts'
import { incidentRefreshMs, incidentsOf } from './reads.ts'
import { monitorsOf } from '../sites/key-page.ts'
import { load, prefetch } from '../../api/queries.ts'
import { scopeOf, useScope } from '../../api/scope.ts'
import { siteList } from '../sites/reads.ts'
import { Choice } from '../../kit/choices/Choice.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { countOn, Found } from '../../kit/reading/Found.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { NoMatch } from '../../kit/feedback/NoMatch.tsx'
import { NoSuchPage } from '../../kit/tables/NoSuchPage.tsx'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Paging } from '../../kit/tables/Paging.tsx'
import { SegmentedControl } from '../../kit/choices/SegmentedControl.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { readListQuery, useListQuery } from '../../kit/tables/list-state.ts'
import { useListCrumbs } from '../accounts/use-scope-crumbs.ts'
import { useIsReloading } from '../../kit/reading/use-is-reloading.ts'
import { Controls, filtersChosen } from '../../kit/choices/Controls.tsx'
import { pageError } from '../errors/page-error.tsx'
import { kindInWords } from './incident-facts.tsx'
import { IncidentTable } from './IncidentTable.tsx'
import { NotOffered } from './NotOffered.tsx'

const defaults = { per_page: 25 } as const

export function loader({ request, params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  prefetch(siteList(scope), monitorsOf(scope))
  return load(incidentsOf(scope, readListQuery(listIncidents.user, new URL(request.url).searchParams, defaults)))
}

export const ErrorBoundary = pageError({ title: 'Incidents' })

const states = [
  { value: 'all', label: 'All' },
  { value: 'true', label: 'Open' },
  { value: 'false', label: 'Ended' },
] as const

/** What has been wrong with the hosts of an account. */
function IncidentsPage() {
  const scope = useScope()
  const crumbs = useListCrumbs(scope)
  const [query, change] = useListQuery(listIncidents.user, defaults)
  const list = incidentsOf(scope, query)
  const { data } = useSuspenseQuery({ ...list, refetchInterval: incidentRefreshMs })
  const sites = useQuery(siteList(scope))
  const monitors = useQuery(monitorsOf(scope))
  const busy = useIsReloading()
  if (!data) {
    return (
      <>
        <PageHeader title="Incidents" crumbs={crumbs} />
        <PageBody>
          <NotOffered scope={scope} />
        </PageBody>
      </>
    )
  }
  const { open, kind, site_id: site, monitor_id: monitor } = query
  const isFiltered = [open, kind, site, monitor].some((filter) => filter !== undefined)
  const siteOptions = (sites.data?.sites ?? []).map(({ id, host }) => ({ value: id, label: host }))
  const monitorOptions = (monitors.data?.rows ?? []).flatMap(({ id, name }) =>
    id === undefined ? [] : [{ value: id, label: name ?? id }],
  )
  const kinds = incidentKinds.map((value) => ({ value, label: kindInWords(scope, { kind: value, partly: false }) }))
  const clear = () => change({ open: undefined, kind: undefined, site_id: undefined, monitor_id: undefined, page: 1 })
  return (
    <>
      <PageHeader title="Incidents" count={data.total_entries} crumbs={crumbs} />
      <PageBody>
        <Toolbar>
          <Controls title="Filters" chosen={filtersChosen(open, kind, site, monitor)}>
            <SegmentedControl
              label="State"
              value={open === undefined ? 'all' : open ? 'true' : 'false'}
              options={states}
              onChange={(value) => change({ open: value === 'all' ? undefined : value === 'true', page: 1 })}
            />
            <Choice
              label="Kind"
              snug
              value={kind ?? ''}
              options={[{ value: '', label: 'All kinds' }, ...kinds]}
              onChange={(value) => change({ kind: incidentKinds.find((known) => known === value), page: 1 })}
            />
            <Choice
              label="Site"
              snug
              value={site ?? ''}
              options={[{ value: '', label: 'All sites' }, ...withChosen(siteOptions, site)]}
              onChange={(value) => change({ site_id: value || undefined, page: 1 })}
            />
            <Choice
              label="Monitor"
              snug
              value={monitor ?? ''}
              options={[{ value: '', label: 'All monitors' }, ...withChosen(monitorOptions, monitor)]}
              onChange={(value) => change({ monitor_id: value || undefined, page: 1 })}
            />
          </Controls>
          <LastUpdated of={[list]} />
        </Toolbar>
        <Found
          count={countOn(query.page, data.rows.length, data.total_entries)}
          what={['incident', 'incidents']}
          filtered={isFiltered}
        >
          {isFiltered ? (
            <NoMatch
              what="incidents"
              title={open ? `No open incidents${(kind ?? site ?? monitor) === undefined ? '' : ' match'}` : undefined}
              isWell={open === true}
              onShowAll={clear}
            >
              {open ? 'Nothing you selected is in trouble now.' : 'Choose other filters to see more.'}
            </NoMatch>
          ) : (
            <EmptyState title="No incidents">
              The service opens an incident when checks of a page fail or get slow, a certificate is about to expire, or
              DNS points away from an active site.
            </EmptyState>
          )}
        </Found>
        {data.rows.length > 0 ? (
          <IncidentTable scope={scope} rows={data.rows} busy={busy} />
        ) : (
          query.page > 1 && <NoSuchPage page={query.page} onFirst={() => change({ page: 1 })} />
        )}
        {(data.rows.length > 0 || query.page > 1) && (
          <Paging
            page={query.page}
            perPage={query.per_page}
            total={data.total_entries}
            shown={data.rows.length}
            what="incidents"
            onChange={change}
          />
        )}
      </PageBody>
    </>
  )
}

export { IncidentsPage as Component }

interface Option {
  readonly value: string
  readonly label: string
}

/** An address may name what isn't listed, such as a deleted monitor. */
function withChosen(options: readonly Option[], chosen: string | undefined): readonly Option[] {
  const isListed = chosen === undefined || options.some(({ value }) => value === chosen)
  return isListed ? options : [...options, { value: chosen, label: chosen }]
}
