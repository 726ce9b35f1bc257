import { useEffect } from 'react'
import { Link, useRevalidator, useRouteError } from 'react-router'
import { ApiError } from '../api/errors.ts'
import { health } from '../api/health.ts'
import { ChunkLoadError } from '../lazy-with-retry.ts'
import { type Scope, useScope } from '../api/scope.ts'
import { ErrorState } from '../components/ErrorState.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { paths } from '../paths.ts'
import { pageFailed } from '../stores/page-failed.ts'
import { NewVersion } from './new-version.tsx'
import { NotFound } from './not-found.tsx'

const lists = {
  site: paths.sites,
  monitor: paths.monitors,
  test: paths.tests,
  sample: paths.samples,
  incident: paths.incidents,
} satisfies Record<string, (scope: Scope) => string>

interface PageErrorProps {
  /** The heading shown in place of the page's own. */
  title?: string
  /** What the page is about, said to be gone where it doesn't exist, with a link to the others. */
  about?: keyof typeof lists
  /** What to say in its place. */
  notFound?: string
  /** Where to go from there. */
  elsewhere?: { readonly label: string; readonly to: string }
}

/** Replaces a page that couldn't be loaded. */
export function PageError({ title = 'This page couldn’t be shown', about, notFound, elsewhere }: PageErrorProps) {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const unreached = error instanceof ApiError && (error.kind === 'unreachable' || error.kind === 'failed')
  // reload as soon as the service answers again
  useEffect(() => {
    if (!unreached) return
    let before = health.current()
    return health.subscribe(() => {
      const now = health.current()
      // a read that fails alone would fail again
      if (before === 'down' && now === 'up') void revalidate()
      before = now
    })
  }, [unreached, revalidate])
  useEffect(() => {
    pageFailed.set(true)
    return () => pageFailed.set(false)
  }, [])
  if (isRouteMiss(error)) return <NotFound />
  if (error instanceof ChunkLoadError) return <NewVersion error={error} />
  const missing = error instanceof ApiError && error.kind === 'not-found'
  return (
    <>
      <PageHeader title={title} />
      {missing && about ? (
        <>
          <ErrorState
            error={error}
            title={`This ${about} wasn’t found. It may have been deleted, or it may belong to another account.`}
            titleSaysIt
          />
          <ListLink about={about} />
        </>
      ) : missing && notFound ? (
        <>
          <ErrorState error={error} title={notFound} titleSaysIt />
          {elsewhere && (
            <p>
              <Link to={elsewhere.to}>{elsewhere.label}</Link>
            </p>
          )}
        </>
      ) : (
        <ErrorState error={error} title="Couldn’t load this page." onRetry={() => void revalidate()} />
      )}
    </>
  )
}

function ListLink({ about }: { about: keyof typeof lists }) {
  const scope = useScope()
  return (
    <p>
      <Link to={lists[about](scope)}>Go to the {about}s</Link>
    </p>
  )
}

/** Makes a page's `ErrorBoundary`. */
export function pageError(props: PageErrorProps) {
  return function Boundary() {
    return <PageError {...props} />
  }
}

function isRouteMiss(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    error.status === 404 &&
    !(error instanceof ApiError)
  )
}
