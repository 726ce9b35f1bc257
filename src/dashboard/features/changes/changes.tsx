import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouteError, type LoaderFunctionArgs } from 'react-router'
import { eventPage, eventPeople } from './reads.ts'
import { prefetch } from '../../api/queries.ts'
import { anyScopeOf, scopeOf, useAnyScope, WrongRole, type AnyScope, type Scope } from '../../api/scope.ts'
import { siteList } from '../sites/reads.ts'
import { LinkButton } from '../../kit/actions/LinkButton.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { countOn, Found } from '../../kit/reading/Found.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { NoMatch } from '../../kit/feedback/NoMatch.tsx'
import { NoSuchPage } from '../../kit/tables/NoSuchPage.tsx'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Paging } from '../../kit/tables/Paging.tsx'
import { RangeChoice } from '../../kit/ranges/RangeChoice.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { useAddress } from '../../kit/navigation/use-address.ts'
import { useIsPhone } from '../../kit/layout/use-media.ts'
import { useNow } from '../../kit/reading/use-now.ts'
import { useListCrumbs } from '../accounts/use-scope-crumbs.ts'
import { rangeInWords } from '../../kit/ranges/range-words.ts'
import { paths } from '../../paths.ts'
import { useZone } from '../../kit/format/zone.ts'
import { useShownRange } from '../../kit/ranges/shown-range.ts'
import { Controls, filtersChosen } from '../../kit/choices/Controls.tsx'
import { PageError } from '../errors/page-error.tsx'
import { WrongRolePage } from '../errors/wrong-role.tsx'
import { eventQueryOf, isFiltered, readChanges, spanOf, writeChanges, type ChangesState } from './changes-state.ts'
import { ChangesFilters } from './ChangesFilters.tsx'
import { ChangesTable } from './ChangesTable.tsx'
import { ExportChanges } from './ExportChanges.tsx'

const refreshMs = 60_000

export function loader({ params, request }: LoaderFunctionArgs) {
  const state = readChanges(new URL(request.url).searchParams)
  // a link to the changes of a site or a monitor is to an account's, also where it doesn't say to which
  const scope = state.site || state.monitor ? scopeOf(params) : anyScopeOf(params)
  prefetch(eventPage(scope, eventQueryOf(state, Date.now())), eventPeople(scope))
  if (scope.kind !== 'partner') prefetch(siteList(scope))
  return null
}

export function ErrorBoundary() {
  return useRouteError() instanceof WrongRole ? <WrongRolePage /> : <PageError title="Activity" />
}

/** Who changed what in an account, or at a partner itself, and when. The address holds the filters. */
function ChangesPage() {
  const scope = useAnyScope()
  const account = scope.kind === 'partner' ? undefined : scope
  const isPhone = useIsPhone()
  const zone = useZone()
  const crumbs = useListCrumbs(scope)
  const [params, setParams] = useAddress()
  const state = readChanges(params)
  useShownRange(state.range)
  const now = useNow(refreshMs)
  const query = eventPage(scope, eventQueryOf(state, now))
  const events = useQuery({ ...query, placeholderData: keepPreviousData })
  const sites = useQuery({ ...siteList(account ?? nobody), enabled: account !== undefined }).data?.sites
  const hosts = sites && new Map(sites.map(({ id, host }) => [id, host]))
  const change = (to: Partial<ChangesState>) => setParams((of) => writeChanges(of, to), { preventScrollReset: true })
  const total = events.data?.total_entries
  const filters = <ChangesFilters scope={scope} state={state} hosts={hosts} onChange={change} />
  const range = (
    <RangeChoice range={state.range} span={spanOf(state.range, now)} onChange={(next) => change({ range: next })} />
  )
  const updated = <LastUpdated of={[query]} />
  return (
    <>
      <PageHeader
        title="Activity"
        count={total}
        crumbs={crumbs}
        actions={
          events.data && (
            <>
              {account && (
                <LinkButton variant="default" to={paths.newRelease(account, { site: state.site })}>
                  Add release
                </LinkButton>
              )}
              <ExportChanges scope={scope} query={eventQueryOf(state, now)} />
            </>
          )
        }
      >
        {!account && (
          <p>
            Sign-ins, and changes of the partner’s people, keys and alert rules. What they do in an account is in that
            account’s activity.
          </p>
        )}
        {typeof state.range === 'object' && <p>{rangeInWords(state.range, zone)}</p>}
      </PageHeader>
      <PageBody>
        {events.data === null ? (
          <EmptyState title="This service keeps no log of changes">
            {account
              ? 'The cache page of each site lists the flushes and purges that were made in this browser.'
              : 'It doesn’t say who signed in, or who changed its people and keys.'}
          </EmptyState>
        ) : (
          <>
            {isPhone ? (
              <Toolbar>
                <Controls
                  title="Filters"
                  chosen={filtersChosen(state.site, state.monitor, state.group, state.actor, state.person)}
                >
                  {filters}
                  {range}
                </Controls>
                {updated}
              </Toolbar>
            ) : (
              <>
                {filters}
                <Toolbar>
                  {range}
                  {updated}
                </Toolbar>
              </>
            )}
            <Found
              count={
                events.data && !events.isPlaceholderData
                  ? countOn(state.page, events.data.rows.length, total)
                  : undefined
              }
              what={['change', 'changes']}
              filtered={isFiltered(state)}
            >
              <NoChanges scope={scope} isFiltered={isFiltered(state)} onClear={() => change(unfiltered)} />
            </Found>
            {events.data ? (
              <>
                {events.data.rows.length > 0 ? (
                  <ChangesTable scope={scope} rows={events.data.rows} hosts={hosts} busy={events.isPlaceholderData} />
                ) : (
                  state.page > 1 && <NoSuchPage page={state.page} onFirst={() => change({ page: 1 })} />
                )}
                {(events.data.rows.length > 0 || Boolean(total)) && (
                  <Paging
                    page={state.page}
                    perPage={state.perPage}
                    total={total}
                    shown={events.data.rows.length}
                    what="changes"
                    onChange={({ page, per_page: perPage }) =>
                      change({ page: page ?? 1, ...(perPage === undefined ? {} : { perPage }) })
                    }
                  />
                )}
              </>
            ) : events.error ? (
              <ErrorState
                error={events.error}
                title="Couldn’t load the activity."
                onRetry={() => void events.refetch()}
              />
            ) : (
              <p role="status">Loading the activity…</p>
            )}
          </>
        )}
      </PageBody>
    </>
  )
}

export { ChangesPage as Component }

/** Whose sites nobody reads. */
const nobody: Scope = { kind: 'user', user: '' }
const unfiltered = { site: '', monitor: '', group: '', actor: '', person: '' } as const

interface NoChangesProps {
  scope: AnyScope
  isFiltered: boolean
  onClear: () => void
}

function NoChanges({ scope, isFiltered: filtered, onClear }: NoChangesProps) {
  return filtered ? (
    <NoMatch what="changes" onShowAll={onClear}>
      Nothing that matches the filters changed in this time range. Choose another range, or remove some filters.
    </NoMatch>
  ) : (
    <EmptyState title="Nothing changed in this time range">
      {scope.kind === 'partner'
        ? 'Sign-ins, and changes of people, keys and alert rules appear here, with who made them.'
        : 'Your releases, and changes of sites, caches, settings, monitors and the account appear here, with who made them.'}
    </EmptyState>
  )
}
