import { useEffect } from 'react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { markStale } from '../../../api/change.ts'
import { isFinished, isRunning, recordOf, remove, samplesOf } from '../reads.ts'
import { loadWithin } from '../../../api/load-within.ts'
import { load } from '../../../api/queries.ts'
import { scopeOf, useScope } from '../../../api/scope.ts'
import { ResultStrip } from '../../samples/ResultStrip.tsx'
import { LinkButton } from '../../../kit/actions/LinkButton.tsx'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'
import { confirm } from '../../../kit/dialogs/confirm.ts'
import { LastUpdated } from '../../../kit/reading/LastUpdated.tsx'
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { RunState } from '../RunState.tsx'
import { NoSuchPage } from '../../../kit/tables/NoSuchPage.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { Paging } from '../../../kit/tables/Paging.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { useListCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { toast } from '../../../kit/feedback/toast.ts'
import { useNow } from '../../../kit/reading/use-now.ts'
import { useAddress } from '../../../kit/navigation/use-address.ts'
import { paths } from '../../../paths.ts'
import { Configuration } from '../detail/Configuration.tsx'
import { ExplorerLink } from '../ExplorerLink.tsx'
import { nameOf } from '../list/NameCell.tsx'
import { SampleTable } from '../detail/SampleTable.tsx'
import { deletionWarning } from '../deletion-warning.ts'
import { pageError } from '../../errors/page-error.tsx'
import { progressOf } from './progress.ts'
import classes from './test.module.css'

const runningMs = 2000
const idleMs = 60_000
const clockMs = 10_000
const defaultPerPage = 25

export async function loader({ params, request }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  const id = params['testId'] ?? ''
  const results = samplesOf(scope, id, pageOf(new URL(request.url).searchParams))
  await Promise.all([load(recordOf(scope, 'test', id)), loadWithin(results)])
  return null
}

/** The page of results that an address asks for. */
function pageOf(params: URLSearchParams) {
  return {
    page: Math.max(1, Number(params.get('page')) || 1),
    per_page: Math.min(100, Math.max(1, Number(params.get('per_page')) || defaultPerPage)),
  }
}

export const ErrorBoundary = pageError({
  title: 'Test',
  about: 'test',
})

/** A test's progress and its results as they arrive. */
function TestPage() {
  const scope = useScope()
  const listCrumbs = useListCrumbs(scope)
  const { testId: id = '' } = useParams()
  const navigate = useNavigate()
  const [params, setParams] = useAddress()
  const now = useNow(clockMs)
  const query = recordOf(scope, 'test', id)
  const { data: test } = useSuspenseQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? runningMs : idleMs),
  })
  const { page, per_page: perPage } = pageOf(params)
  const resultsQuery = samplesOf(scope, id, { page, per_page: perPage })
  const running = isRunning(test)
  const results = useQuery({ ...resultsQuery, refetchInterval: running ? runningMs : idleMs })
  const { refetch } = results
  // the last samples arrive as the test ends, so read them once more
  useEffect(() => {
    if (!running) void refetch()
  }, [running, refetch])
  const rows = results.data?.rows ?? []
  const sampleCount =
    results.data?.total_entries ?? (page === 1 && rows.length < perPage && results.data ? rows.length : undefined)
  const isUnstarted = !running && !isFinished(test) && sampleCount === 0
  const progress = progressOf(test, sampleCount, now)
  const name = nameOf(test)
  const changePage = (change: { page?: number; per_page?: number }) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const [field, value] of Object.entries(change)) next.set(field, String(value))
      return next
    })
  const askToDelete = () =>
    confirm({
      title: `Delete the test ${name}?`,
      body: `${isRunning(test) ? 'The test is still running and will be stopped. ' : ''}${deletionWarning([test])}`,
      verb: 'Delete test',
      danger: true,
      action: async () => {
        await remove(scope, 'test', [id])
        toast(`${name} deleted`)
        await markStale('tests.delete', 'none')
        await navigate(paths.tests(scope))
      },
    })
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[...listCrumbs, { label: 'Tests', to: paths.tests(scope) }]}
        actions={
          <>
            <LinkButton to={paths.newTest(scope, { from: id, of: 'test' })}>
              {isUnstarted ? 'Edit and run' : 'Edit and run again'}
            </LinkButton>
            <LinkButton variant="default" to={paths.newMonitor(scope, { from: id, of: 'test' })}>
              Create monitor from test
            </LinkButton>
            <ReasonButton does="tests.delete" variant="default" onClick={askToDelete}>
              Delete…
            </ReasonButton>
          </>
        }
      />
      <PageBody>
        <Panel title="Progress" aside={<RunState status={test.status} message={test.suspended_message} />}>
          {progress.share !== null && (
            <progress className={classes.progress} aria-label="Test progress" max={1} value={progress.share} />
          )}
          <p role="status">{progress.words}</p>
        </Panel>
        <Panel
          bare
          title="Results"
          aside={rows.length > 0 && <ResultStrip samples={rows} />}
          actions={
            <>
              <ExplorerLink scope={scope} id={id} />
              <LastUpdated of={[query, resultsQuery]} />
            </>
          }
        >
          {rows.length > 0 ? (
            <SampleTable scope={scope} label="Results" type={test.type} samples={rows} />
          ) : results.error && !results.data ? (
            <ErrorState
              error={results.error}
              title="Couldn’t load the results."
              onRetry={() => void results.refetch()}
            />
          ) : results.data ? (
            page > 1 ? (
              <NoSuchPage page={page} onFirst={() => changePage({ page: 1 })} />
            ) : (
              <EmptyState title={isFinished(test) ? 'No results' : 'No results yet'}>
                {isRunning(test)
                  ? 'The first ones arrive within seconds. This page updates automatically.'
                  : isFinished(test)
                    ? 'The test’s samples are no longer stored.'
                    : 'The test was created paused and hasn’t run.'}
              </EmptyState>
            )
          ) : (
            <p role="status">Loading results…</p>
          )}
          {(rows.length === perPage || page > 1) && (
            <Paging
              page={page}
              perPage={perPage}
              total={results.data?.total_entries}
              shown={rows.length}
              what="results"
              onChange={changePage}
            />
          )}
        </Panel>
        <Configuration record={test} kind="test" />
      </PageBody>
    </>
  )
}

export { TestPage as Component }
