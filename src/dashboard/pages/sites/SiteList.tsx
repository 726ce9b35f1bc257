import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { optimizerStates } from '../../../contract/index.ts'
import type { Query } from '../../api/queries.ts'
import type { Scope } from '../../api/scope.ts'
import { siteInTurn, type ListedSite } from '../../api/sites.ts'
import { Choice } from '../../components/Choice.tsx'
import { LastUpdated } from '../../components/LastUpdated.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { plural } from '../../format/format.ts'
import { writeListQuery } from '../../hooks/list-state.ts'
import { Paging } from '../../components/Paging.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { Toolbar } from '../../components/Toolbar.tsx'
import { useAddress } from '../../hooks/use-address.ts'
import { readSiteFilter, siteFilterDefaults, sitesShown, type SiteFilter } from './filter.ts'
import { NoSites, SitesTable } from './SitesTable.tsx'

interface Props {
  scope: Scope
  sites: readonly ListedSite[]
  /** What else the page shows, for its age. */
  of: readonly Query<unknown>[]
}

/** A scope's sites by host and state. The service lists them whole, so search and pages are made here. */
export function SiteList({ scope, sites, of }: Props) {
  const [params, setParams] = useAddress()
  const filter = readSiteFilter(params)
  const change = (to: Partial<SiteFilter>, replace = false) =>
    setParams((now) => writeListQuery(now, { page: 1, ...to }, siteFilterDefaults), {
      replace,
      preventScrollReset: true,
    })
  const untold = sites.filter((site) => site.optimizer === undefined)
  const states = useQueries({
    // every state is needed only to choose by it; else each row asks for its own
    queries: (filter.state ? untold : []).map((site) => siteInTurn(scope, site.id)),
    combine: (results) => ({
      known: new Map(results.flatMap(({ data }) => (data ? [[data.id, data.optimizer] as const] : []))),
      waiting: results.filter(({ isPending }) => isPending).length,
      failed: results.filter(({ isError }) => isError).length,
    }),
  })
  const stateOf = (site: ListedSite) => (site.optimizer === undefined ? states.known.get(site.id) : site.optimizer)
  const { matching, rows } = sitesShown(sites, filter, stateOf)
  const isFiltered = filter.search_term !== '' || filter.state !== ''
  if (sites.length === 0) return <NoSites scope={scope} />
  return (
    <>
      <Toolbar>
        <SearchField
          label="Search hosts"
          value={filter.search_term}
          onSearch={(search_term) => change({ search_term }, true)}
        />
        <Choice
          label="State"
          labelShown
          value={filter.state}
          onChange={(state) => change({ state })}
          options={stateChoices(filter.state)}
        />
        <LastUpdated
          of={[...of, ...rows.filter((site) => untold.includes(site)).map((site) => siteInTurn(scope, site.id))]}
        />
      </Toolbar>
      {states.waiting > 0 && (
        <p role="status">
          Reading the states: {plural(untold.length - states.waiting, 'site')} of {untold.length}.
        </p>
      )}
      {states.failed > 0 && (
        <p role="alert">The state of {plural(states.failed, 'site')} could not be read: not among these.</p>
      )}
      {matching > 0 ? (
        <SitesTable sites={rows} scope={scope} />
      ) : states.waiting === 0 ? (
        <EmptyState
          title={noMatch(filter)}
          action={
            <Button variant="default" onClick={() => change({ search_term: '', state: '' })}>
              Show all sites
            </Button>
          }
        >
          Hosts are searched for the text, and the state is the optimizer’s.
        </EmptyState>
      ) : null}
      {(matching > siteFilterDefaults.per_page || filter.page > 1 || (isFiltered && matching > filter.per_page)) && (
        <Paging page={filter.page} perPage={filter.per_page} total={matching} what="sites" onChange={change} />
      )}
    </>
  )
}

function stateChoices(chosen: string) {
  const known: readonly string[] = optimizerStates
  const others = chosen && !known.includes(chosen) ? [chosen] : []
  return [{ value: '', label: 'any' }, ...[...known, ...others].map((value) => ({ value, label: value }))]
}

function noMatch({ search_term, state }: SiteFilter): string {
  if (!state) return `No site matches “${search_term}”.`
  return search_term ? `No site that is ${state} matches “${search_term}”.` : `No site is ${state}.`
}
