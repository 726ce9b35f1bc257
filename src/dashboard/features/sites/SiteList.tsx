import { useQueries } from '@tanstack/react-query'
import { optimizerStates } from '../../../contract/index.ts'
import type { ReactNode } from 'react'
import type { Query } from '../../api/queries.ts'
import type { Scope } from '../../api/scope.ts'
import { FailingChannels } from '../alerts/FailingChannels.tsx'
import { OtherHosts } from '../incidents/OtherHosts.tsx'
import { openIncidents } from '../incidents/reads.ts'
import { queuedSite } from './queued-site.ts'
import type { ListedSite } from './reads.ts'
import { Choice } from '../../kit/choices/Choice.tsx'
import { Found } from '../../kit/reading/Found.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { NoMatch } from '../../kit/feedback/NoMatch.tsx'
import { plural } from '../../kit/format/format.ts'
import { writeListQuery } from '../../kit/tables/list-state.ts'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { Paging } from '../../kit/tables/Paging.tsx'
import { SearchField } from '../../kit/choices/SearchField.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { useAddress } from '../../kit/navigation/use-address.ts'
import { Controls, filtersChosen } from '../../kit/choices/Controls.tsx'
import { readSiteFilter, siteFilterDefaults, sitesShown, type SiteFilter } from './filter.ts'
import { NoSites, SitesTable } from './SitesTable.tsx'
import { useVerdicts, worstFirst } from '../incidents/verdicts.ts'

interface Props {
  scope: Scope
  sites: readonly ListedSite[]
  /** The page's other queries, for the time of the last update. */
  of: readonly Query<unknown>[]
  /** What stands above the list and shows how many sites match. */
  header?: (matching: number) => ReactNode
}

/** A scope's sites. The service returns them all at once, so the browser searches and pages. */
export function SiteList({ scope, sites, of, header }: Props) {
  const [params, setParams] = useAddress()
  const filter = readSiteFilter(params)
  const change = (to: Partial<SiteFilter>, replace = false) =>
    setParams((now) => writeListQuery(now, { page: 1, ...to }, siteFilterDefaults), {
      replace,
      preventScrollReset: true,
    })
  const withoutState = sites.filter((site) => site.optimizer === undefined)
  const states = useQueries({
    // the filter needs every state; without it, each row loads its own
    queries: (filter.state ? withoutState : []).map((site) => queuedSite(scope, site.id)),
    combine: (results) => ({
      known: new Map(results.flatMap(({ data }) => (data ? [[data.id, data.optimizer] as const] : []))),
      waiting: results.filter(({ isPending }) => isPending).length,
      failed: results.filter(({ isError }) => isError).length,
    }),
  })
  const stateOf = (site: ListedSite) => (site.optimizer === undefined ? states.known.get(site.id) : site.optimizer)
  const verdicts = useVerdicts(scope)
  const { matching, rows } = sitesShown(worstFirst(sites, verdicts), filter, stateOf)
  if (sites.length === 0)
    return (
      <>
        {header?.(0)}
        <OtherHosts scope={scope} searched="" />
        <NoSites scope={scope} />
      </>
    )
  return (
    <>
      {header?.(matching)}
      <PageBody>
        <FailingChannels scope={scope} />
        <Toolbar>
          <SearchField
            label="Search hosts"
            value={filter.search_term}
            onSearch={(search_term) => change({ search_term }, true)}
          />
          <Controls title="Filters" chosen={filtersChosen(filter.state)}>
            <Choice
              label="State"
              labelShown
              value={filter.state}
              onChange={(state) => change({ state })}
              options={stateOptions(filter.state)}
            />
          </Controls>
          <LastUpdated
            of={[
              ...of,
              openIncidents(scope),
              ...rows.filter((site) => withoutState.includes(site)).map((site) => queuedSite(scope, site.id)),
            ]}
          />
        </Toolbar>
        {states.waiting > 0 && (
          <p role="status">
            Loading states: {withoutState.length - states.waiting} of {plural(withoutState.length, 'site')}…
          </p>
        )}
        {states.failed > 0 && (
          <p role="alert">The state of {plural(states.failed, 'site')} couldn’t be loaded, so they aren’t listed.</p>
        )}
        <Found
          count={states.waiting === 0 ? matching : undefined}
          what={['site', 'sites']}
          searched={filter.search_term}
          filtered={filter.state !== ''}
        >
          <NoMatch what="sites" title={noMatchTitle(filter)} onShowAll={() => change({ search_term: '', state: '' })}>
            Try another host name or state.
          </NoMatch>
        </Found>
        {matching > 0 && <SitesTable sites={rows} scope={scope} verdicts={verdicts} />}
        <Paging page={filter.page} perPage={filter.per_page} total={matching} what="sites" onChange={change} />
        {filter.page === 1 && <OtherHosts scope={scope} searched={filter.search_term} />}
      </PageBody>
    </>
  )
}

function stateOptions(selected: string) {
  const known: readonly string[] = optimizerStates
  const others = selected && !known.includes(selected) ? [selected] : []
  return [{ value: '', label: 'Any' }, ...[...known, ...others].map((value) => ({ value, label: value }))]
}

function noMatchTitle({ search_term, state }: SiteFilter): string {
  if (!state) return `No sites match “${search_term}”`
  return search_term ? `No sites in state “${state}” match “${search_term}”` : `No sites are in state “${state}”`
}
