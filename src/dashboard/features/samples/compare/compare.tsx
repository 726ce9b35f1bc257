import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApiError } from '../../../../client/errors.ts'
import { useScope, type Scope } from '../../../api/scope.ts'
import { Band } from '../../../kit/feedback/Band.tsx'
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { NotFoundNotice } from '../../../kit/feedback/NotFoundNotice.tsx'
import { Columns } from '../../../kit/layout/Columns.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { useListCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { shortId } from '../../../kit/format/format.ts'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { paths } from '../../../paths.ts'
import { pageError } from '../../errors/page-error.tsx'
import { maxCompared, compareTray } from '../explorer/compare-tray.ts'
import { sourceName, useSources } from '../explorer/sources.ts'
import { screenshotsOf } from '../sample-data.ts'
import { goneWords } from '../sample/deletion.ts'
import { ComparedSamples } from './ComparedSamples.tsx'
import { CompareFilm } from './CompareFilm.tsx'
import { CompareGroups } from './CompareGroups.tsx'
import { CompareMetrics } from './CompareMetrics.tsx'
import { CompareRequests } from './CompareRequests.tsx'
import { CompareTimelines } from './CompareTimelines.tsx'
import { inOrder, type Compared } from './compared.ts'
import { changesOf } from './request-changes.ts'
import { useUsual } from './usual.ts'
import { verdictOf } from './verdict.ts'

export const ErrorBoundary = pageError({ title: 'Compare samples' })

/** Compares up to four samples with the earliest of them. */
function ComparePage() {
  const scope = useScope()
  const listCrumbs = useListCrumbs(scope)
  const [params, setParams] = useAddress()
  const ids = [...new Set(params.getAll('id').filter(Boolean))].slice(0, maxCompared)
  const reads = useQueries({ queries: ids.map((id) => screenshotsOf(scope, id)) })
  const sources = useSources(
    scope,
    reads.flatMap(({ data }) => data?.profile_id ?? []),
  )
  const remove = (id: string) => {
    compareTray.remove(scope, id)
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.delete('id', id)
      return next
    })
  }
  const samples = inOrder(
    reads.flatMap(({ data }, i) => {
      const id = ids[i]
      if (!data || id === undefined) return []
      const sourceId = data.profile_id
      const source = sources.get(sourceId ?? '')
      const name = sourceId === undefined ? id : sourceName(source, sourceId)
      return [{ id, name, limits: source?.record.limits, sample: data }]
    }),
  )
  return (
    <>
      <PageHeader
        title="Compare samples"
        count={ids.length}
        crumbs={[...listCrumbs, { label: 'Samples', to: paths.samples(scope) }]}
      />
      <PageBody>
        {ids.length === 0 && (
          <EmptyState
            title="Nothing to compare yet"
            action={
              <Button component={Link} to={paths.samples(scope)}>
                Choose samples
              </Button>
            }
          >
            Select up to {maxCompared} samples in the list, or choose “Add to comparison” on a sample’s page.
          </EmptyState>
        )}
        {reads.map(({ error, refetch }, i) =>
          error instanceof ApiError && error.kind === 'not-found' ? (
            <NotFoundNotice
              key={ids[i]}
              what={`Sample ${shortId(ids[i] ?? '')}`}
              error={error}
              action={
                <Button variant="default" onClick={() => remove(ids[i] ?? '')}>
                  Remove from comparison
                </Button>
              }
            />
          ) : error ? (
            <ErrorState
              key={ids[i]}
              error={error}
              title={`Couldn’t load sample ${shortId(ids[i] ?? '')}.`}
              onRetry={() => void refetch()}
            />
          ) : null,
        )}
        {reads.some(({ isPending }) => isPending) && <p role="status">Loading samples…</p>}
        {samples.length > 0 && (
          <>
            <ComparedSamples scope={scope} samples={samples} onRemove={remove} />
            <Comparison scope={scope} samples={samples} />
          </>
        )}
      </PageBody>
    </>
  )
}

/** What changed between the earliest sample and another one. */
function Comparison({ scope, samples }: { scope: Scope; samples: readonly Compared[] }) {
  const [params, setParams] = useAddress()
  const [first, ...others] = samples
  const later = others.find(({ id }) => id === params.get('with')) ?? others[0]
  const usual = useUsual(scope, first?.id)
  const pair = first && later ? ([first, later] as const) : undefined
  const [before, after] = (pair ?? []).map(({ sample }) => sample.requests ?? [])
  const areKept = pair?.every(({ sample }) => goneWords(sample) === undefined) === true
  const changes = areKept ? changesOf(before ?? [], after ?? [], usual?.requests) : []
  const hasWaterfalls = params.get('waterfalls') !== null
  const hasTimelines = samples.some(({ sample }) => sample.requests?.length || sample.screenshots?.length)
  const showWaterfalls = (
    <Button
      variant="default"
      onClick={() => setParams(withParam('waterfalls', ''), { replace: true, preventScrollReset: true })}
    >
      Show whole waterfalls
    </Button>
  )
  const verdict = pair && verdictOf(pair, changes, usual)
  const requests = pair && (
    <CompareRequests
      samples={samples}
      pair={pair}
      changes={changes}
      actions={!hasWaterfalls && hasTimelines && showWaterfalls}
    />
  )
  const tables = (
    <>
      <CompareMetrics samples={samples} pair={pair} usual={usual} />
      {pair && (
        <CompareGroups
          changes={changes}
          letters={[pair[0].letter, pair[1].letter]}
          usualSize={usual?.metrics['bytes_total']}
        />
      )}
    </>
  )
  return (
    <>
      {verdict && <Band label="Outcome" {...verdict} />}
      {hasTimelines ? (
        <Columns isWide aside={tables}>
          <CompareFilm samples={samples} />
          {requests}
        </Columns>
      ) : (
        // beside metrics without anything else there would be nothing
        <>
          {requests}
          {tables}
        </>
      )}
      {hasWaterfalls ? (
        <CompareTimelines samples={samples} />
      ) : hasTimelines && !pair ? (
        <div>{showWaterfalls}</div>
      ) : null}
    </>
  )
}

export { ComparePage as Component }
