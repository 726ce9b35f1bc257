import { LinkButton } from '../../kit/actions/LinkButton.tsx'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { type FleetSort, fleetSorts, listFleet, type ReadOf } from '../../../contract/index.ts'
import { fleetQuery } from './reads.ts'
import { loadWithin } from '../../api/load-within.ts'
import { load, queryClient } from '../../api/queries.ts'
import { rulesOf } from '../alerts/reads.ts'
import { partnerOf, signedIn, useWho } from '../../api/scope.ts'
import { Controls } from '../../kit/choices/Controls.tsx'
import { Choice } from '../../kit/choices/Choice.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { countOn, Found } from '../../kit/reading/Found.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { NoMatch } from '../../kit/feedback/NoMatch.tsx'
import { NoSuchPage } from '../../kit/tables/NoSuchPage.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Paging } from '../../kit/tables/Paging.tsx'
import { SearchField } from '../../kit/choices/SearchField.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { fullNumber } from '../../kit/format/format.ts'
import { readListQuery, useListQuery, writeListQuery } from '../../kit/tables/list-state.ts'
import { useIsNarrow, useIsPhone } from '../../kit/layout/use-media.ts'
import { useAddress } from '../../kit/navigation/use-address.ts'
import { useIsReloading } from '../../kit/reading/use-is-reloading.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { FailingChannels } from '../alerts/FailingChannels.tsx'
import { pageError } from '../errors/page-error.tsx'
import { FleetTable, isFleetSort } from './FleetTable.tsx'
import { OtherHosts } from './OtherHosts.tsx'
import { FleetTiles } from './FleetTiles.tsx'
import classes from './fleet.module.css'
import { useFleetChanges } from './use-fleet-changes.ts'
import { attentionInWords, newsInWords, noneInWords, orderOptions, troubled, urgentInWords } from './words.ts'

const defaults = { per_page: 25 } as const
/** Figures change without notice. */
const refreshMs = 5 * 60_000

export async function loader({ request }: LoaderFunctionArgs) {
  if (signedIn().role === 'user') return redirect(paths.sites({ kind: 'user', user: '' }))
  const query = readListQuery(listFleet, new URL(request.url).searchParams, defaults)
  const list = fleetQuery(partnerOf(), query)
  await Promise.all([load(list), loadWithin(rulesOf({ kind: 'partner', partner: partnerOf() }))])
  if (queryClient.getQueryData(list.queryKey) !== null) return null
  toast('This service doesn’t list the sites of all accounts.')
  return redirect(paths.accounts())
}

export const ErrorBoundary = pageError({ title: 'Fleet' })

function FleetPage() {
  const who = useWho()
  const [query] = useListQuery(listFleet, defaults)
  const { data } = useSuspenseQuery({ ...fleetQuery(who.id, query), refetchInterval: refreshMs })
  // the loader leads elsewhere if there is none
  return data && <Fleet data={data} />
}

export { FleetPage as Component }
export { hasFleet } from './has-fleet.ts'

function Fleet({ data }: { data: ReadOf<typeof listFleet> }) {
  const who = useWho()
  const [query, change] = useListQuery(listFleet, defaults)
  const [params] = useAddress()
  const isPhone = useIsPhone()
  const isNarrow = useIsNarrow()
  const busy = useIsReloading()
  useFleetChanges(who.id, data.revision)
  const news = useNews(data.counts, query.search_term ?? '')
  const all = Object.values(data.counts).reduce<number>((sum, n) => sum + Number(n), 0)
  const inTrouble = troubled(data.counts)
  const searched = query.search_term ?? ''
  const direction = query.direction ?? fleetSorts[query.sort_by]
  const sort = (by: FleetSort, to?: 'asc' | 'desc') =>
    change({ sort_by: by === 'impact' ? undefined : by, direction: to, page: 1 })
  const add = { label: 'Create account', to: paths.newAccount() }
  const create = (
    <LinkButton variant="default" to={add.to}>
      {add.label}
    </LinkButton>
  )
  // on a phone, one row of controls is enough before the sites
  const updated = <LastUpdated of={[fleetQuery(who.id, query)]} />
  const others = query.page === 1 && <OtherHosts partner={who.id} searched={searched} trouble={query.trouble} />
  return (
    <>
      <PageHeader title="Fleet" count={data.more_entries ? undefined : data.total_entries} add={add} />
      <PageBody>
        <VisuallyHidden role="status">{news}</VisuallyHidden>
        <FailingChannels scope={{ kind: 'partner', partner: who.id }} />
        {all === 0 && searched === '' ? (
          <>
            {others}
            <EmptyState title="No sites yet" action={create}>
              Create an account with its first site. The site is measured within a minute.
            </EmptyState>
          </>
        ) : (
          <>
            <FleetTiles
              counts={data.counts}
              chosen={query.trouble}
              isSearched={searched !== ''}
              linkTo={(trouble) => `?${writeListQuery(params, { trouble, page: 1 }, defaults)}`}
            />
            <Toolbar>
              <Controls title="Search" chosen={searched === '' ? 'Search' : `Search: ${searched}`}>
                <SearchField
                  label="Search host, account or email"
                  value={searched}
                  onSearch={(term) => change({ search_term: term, page: 1 }, { replace: true })}
                />
              </Controls>
              {!isNarrow && all > 0 && (
                <p className={classes.attention}>
                  {attentionInWords(inTrouble, searched !== '' && !data.more_entries ? all : undefined)}
                </p>
              )}
              <Choice
                label="Sort by"
                value={query.sort_by}
                options={orderOptions({ by: query.sort_by, direction })}
                title={query.sort_by === 'impact' ? urgentInWords : undefined}
                onChange={(by) => isFleetSort(by) && sort(by)}
              />
              {!isPhone && updated}
            </Toolbar>
            <Found
              count={countOn(query.page, data.sites.length, data.total_entries)}
              more={data.more_entries}
              what={['site', 'sites']}
              searched={searched}
              filtered={query.trouble !== undefined}
            >
              <NoMatch
                what="sites"
                {...noneInWords(query.trouble, searched)}
                onShowAll={() => change({ search_term: '', trouble: undefined, page: 1 })}
              >
                {searched
                  ? 'The search looks at hosts, account names and email addresses.'
                  : 'New matches appear by themselves.'}
              </NoMatch>
            </Found>
            {data.more_entries && (
              <Notice tone="plain">
                More than {fullNumber(data.total_entries)} sites match “{searched}”. Type more to narrow the search.
              </Notice>
            )}
            {data.sites.length > 0 ? (
              <FleetTable
                sites={data.sites}
                partner={who.id}
                sortBy={query.sort_by}
                direction={direction}
                busy={busy}
                onSort={sort}
              />
            ) : (
              query.page > 1 && <NoSuchPage page={query.page} onFirst={() => change({ page: 1 })} />
            )}
            {(data.sites.length > 0 || query.page > 1) && (
              <Paging
                page={query.page}
                perPage={query.per_page}
                total={data.total_entries}
                more={data.more_entries}
                what="sites"
                onChange={change}
              />
            )}
            {isPhone && updated}
            {others}
          </>
        )}
      </PageBody>
    </>
  )
}

/** What is new since the list was last read, for screen readers. */
function useNews(counts: ReadOf<typeof listFleet>['counts'], searched: string): string {
  const [before, setBefore] = useState({ counts, searched })
  const [news, setNews] = useState('')
  if (counts !== before.counts) {
    setBefore({ counts, searched })
    // another search counts other sites
    const words = searched === before.searched ? newsInWords(before.counts, counts) : undefined
    if (words !== undefined) setNews(words)
  }
  return news
}
