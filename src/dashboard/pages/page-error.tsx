import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { ApiError } from '../api/errors.ts'
import { health } from '../api/health.ts'
import { ChunkLoadError } from '../lazy-with-retry.ts'
import { ErrorState } from '../components/ErrorState.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { pageFailed } from '../stores/page-failed.ts'
import { NewVersion } from './new-version.tsx'
import { NotFound } from './not-found.tsx'

interface PageErrorProps {
  /** The heading shown in place of the page's own. */
  title?: string
  /** What to say when the page's record doesn't exist. */
  notFound?: string
}

/** Replaces a page that couldn't be loaded. */
export function PageError({ title = 'This page couldn’t be shown', notFound }: PageErrorProps) {
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
      {missing && notFound ? (
        <ErrorState error={error} title={notFound} titleSaysIt />
      ) : (
        <ErrorState error={error} title="Couldn’t load this page." onRetry={() => void revalidate()} />
      )}
    </>
  )
}

/** Says that the record a page is about doesn't exist. */
export function notFoundText(what: 'monitor' | 'test' | 'sample' | 'incident'): string {
  return `This ${what} doesn’t exist. It may have been deleted or belong to another account.`
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
