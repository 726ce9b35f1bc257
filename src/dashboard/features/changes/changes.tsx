import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { eventActors } from '../../../contract/index.ts'
import { eventPage, eventPeople } from './reads.ts'
import { recordOf } from '../monitors/reads.ts'
import { prefetch } from '../../api/queries.ts'
import { scopeOf, useScope, type Scope } from '../../api/scope.ts'
import { siteList } from '../sites/reads.ts'
import { Choice } from '../../kit/choices/Choice.tsx'
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
import { actorInWords, eventGroupNames, eventGroups } from './words.ts'
import { useAddress } from '../../kit/navigation/use-address.ts'
import { useIsPhone } from '../../kit/layout/use-media.ts'
import { useNow } from '../../kit/reading/use-now.ts'
import { useListCrumbs } from '../accounts/use-scope-crumbs.ts'
import { rangeInWords } from '../../kit/ranges/range-words.ts'
import { paths } from '../../paths.ts'
import { useZone } from '../../kit/format/zone.ts'
import { useShownRange } from '../../kit/ranges/shown-range.ts'
import { Controls, filtersChosen } from '../../kit/choices/Controls.tsx'
import { pageError } from '../errors/page-error.tsx'
import { eventQueryOf, isFiltered, readChanges, spanOf, writeChanges, type ChangesState } from './changes-state.ts'
import { ChangesTable } from './ChangesTable.tsx'
import { ExportChanges } from './ExportChanges.tsx'

const refreshMs = 60_000

export function loader({ params, request }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  const state = readChanges(new URL(request.url).searchParams)
  prefetch(eventPage(scope, eventQueryOf(state, Date.now())), siteList(scope), eventPeople(scope))
  return null
}

export const ErrorBoundary = pageError({ title: 'Activity' })

/** Who changed what, and when. The address holds the filters. */
function ChangesPage() {
  const scope = useScope()
  const isPhone = useIsPhone()
  const zone = useZone()
  const crumbs = useListCrumbs(scope)
  const [params, setParams] = useAddress()
  const state = readChanges(params)
  useShownRange(state.range)
  const now = useNow(refreshMs)
  const query = eventPage(scope, eventQueryOf(state, now))
  const events = useQuery({ ...query, placeholderData: keepPreviousData })
  const sites = useQuery(siteList(scope)).data?.sites
  const hosts = sites && new Map(sites.map(({ id, host }) => [id, host]))
  const change = (to: Partial<ChangesState>) => setParams((of) => writeChanges(of, to), { preventScrollReset: true })
  const total = events.data?.total_entries
  const filters = <Filters scope={scope} state={state} hosts={hosts} onChange={change} />
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
              <Button variant="default" component={Link} to={paths.newRelease(scope, { site: state.site })}>
                Add release
              </Button>
              <ExportChanges scope={scope} query={eventQueryOf(state, now)} />
            </>
          )
        }
      >
        {typeof state.range === 'object' && <p>{rangeInWords(state.range, zone)}</p>}
      </PageHeader>
      <PageBody>
        {events.data === null ? (
          <EmptyState title="This service keeps no log of changes">
            The cache page of each site lists the flushes and purges that were made in this browser.
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
              <NoChanges isFiltered={isFiltered(state)} onClear={() => change(unfiltered)} />
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

const unfiltered = { site: '', monitor: '', group: '', actor: '', person: '' } as const

interface FilterProps {
  scope: Scope
  state: ChangesState
  hosts: ReadonlyMap<string, string> | undefined
  onChange: (change: Partial<ChangesState>) => void
}

function Filters({ scope, state, hosts, onChange }: FilterProps) {
  const { site, monitor, group, actor, person } = state
  const people = useQuery(eventPeople(scope)).data?.people ?? []
  const record = useQuery({ ...recordOf(scope, 'monitor', monitor), enabled: monitor !== '', retry: false })
  return (
    <Toolbar>
      <Choice
        label="Site"
        snug
        value={site}
        options={[
          { value: '', label: 'All sites' },
          ...(site && !hosts?.has(site) ? [{ value: site, label: hosts ? 'A deleted site' : site }] : []),
          ...[...(hosts ?? [])]
            .map(([value, label]) => ({ value, label }))
            .toSorted((a, b) => a.label.localeCompare(b.label)),
        ]}
        onChange={(id) => onChange({ site: id })}
      />
      {monitor && (
        <Choice
          label="Monitor"
          snug
          value={monitor}
          options={[
            { value: '', label: 'All monitors' },
            { value: monitor, label: record.data?.name ?? (record.error ? 'A deleted monitor' : monitor) },
          ]}
          onChange={(id) => onChange({ monitor: id })}
        />
      )}
      <Choice
        label="Kind of change"
        snug
        value={group}
        options={[
          { value: '', label: 'All changes' },
          ...eventGroupNames.map((value) => ({ value, label: eventGroups[value].label })),
        ]}
        onChange={(name) => onChange({ group: eventGroupNames.find((one) => one === name) ?? '' })}
      />
      <Choice
        label="Who"
        snug
        value={actor}
        options={[
          { value: '', label: 'By anyone' },
          ...eventActors.map((value) => ({ value, label: actorInWords(value) })),
        ]}
        onChange={(name) => onChange({ actor: eventActors.find((one) => one === name) ?? '' })}
      />
      {(people.length > 0 || person) && (
        <Choice
          label="Person"
          snug
          value={person}
          options={[
            { value: '', label: 'All people' },
            ...(person && !people.some(({ id }) => id === person) ? [{ value: person, label: 'Somebody else' }] : []),
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => onChange({ person: id })}
        />
      )}
    </Toolbar>
  )
}

function NoChanges({ isFiltered: filtered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return filtered ? (
    <NoMatch what="changes" onShowAll={onClear}>
      Nothing that matches the filters changed in this time range. Choose another range, or remove some filters.
    </NoMatch>
  ) : (
    <EmptyState title="Nothing changed in this time range">
      Your releases, and changes of sites, caches, settings, monitors and the account appear here, with who made them.
    </EmptyState>
  )
}
