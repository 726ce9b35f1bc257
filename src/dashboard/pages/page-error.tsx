import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { ApiError } from '../api/errors.ts'
import { health } from '../api/health.ts'
import { ChunkLoadError } from '../lazy-with-retry.ts'
import { ErrorState } from '../components/ErrorState.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { MissingPage } from './new-version.tsx'
import { NotFound } from './not-found.tsx'

interface Words {
  /** The page's name while it can't be shown. */
  title?: string
  /** What is missing when its id is not known, and why that may be. */
  notFound?: string
}

/** A page that could not be loaded: in its place, with what its page knows about why. */
export function PageError({ title = 'This page could not be shown', notFound }: Words) {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const unreached = error instanceof ApiError && (error.kind === 'unreachable' || error.kind === 'failed')
  // what could not be read is read once the service answers again
  useEffect(() => {
    if (!unreached) return
    return health.subscribe(() => {
      if (health.current() === 'up') void revalidate()
    })
  }, [unreached, revalidate])
  if (isRouteMiss(error)) return <NotFound />
  if (error instanceof ChunkLoadError) return <MissingPage error={error} />
  const missing = error instanceof ApiError && error.kind === 'not-found'
  return (
    <>
      <PageHeader title={title} />
      {missing && notFound ? (
        <ErrorState error={error} title={notFound} titleSaysIt />
      ) : (
        <ErrorState error={error} title="The page could not be loaded." onRetry={() => void revalidate()} />
      )}
    </>
  )
}

/** A page's `ErrorBoundary` with its own sentences. */
export function pageError(words: Words) {
  return function Boundary() {
    return <PageError {...words} />
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
