import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { ApiError } from '../../../client/errors.ts'
import { health } from '../../api/health.ts'
import { ChunkLoadError } from '../../kit/navigation/lazy-with-retry.ts'
import { type Scope, useScope } from '../../api/scope.ts'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { NotFoundNotice } from '../../kit/feedback/NotFoundNotice.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { pageFailed } from './page-failed.ts'
import { NewVersion } from './new-version.tsx'
import { NotFound } from './not-found.tsx'

const lists = {
  account: () => paths.accounts(),
  site: paths.sites,
  monitor: paths.monitors,
  test: paths.tests,
  sample: paths.samples,
  incident: paths.incidents,
  change: paths.activity,
} satisfies Record<string, (scope: Scope) => string>

interface PageErrorProps {
  /** The heading shown in place of the page's own. */
  title?: string
  /** What the page is about, which may not be there. */
  about?: keyof typeof lists
  /** What isn't there then, if it isn't what the page is about: "The monitor or test to copy". */
  missing?: string
}

/** Replaces a page that couldn't be loaded. */
export function PageError({ title = 'This page couldn’t be shown', about, missing = `This ${about}` }: PageErrorProps) {
  const error = useRouteError()
  const reload = useReload()
  const onBack = useEffectEvent(reload)
  const unreached = error instanceof ApiError && (error.kind === 'unreachable' || error.kind === 'failed')
  // reload as soon as the service answers again
  useEffect(() => {
    if (!unreached) return
    let before = health.current()
    return health.subscribe(() => {
      const now = health.current()
      // a read that fails alone would fail again
      if (before === 'down' && now === 'up') onBack()
      before = now
    })
  }, [unreached])
  useEffect(() => {
    pageFailed.set(true)
    return () => pageFailed.set(false)
  }, [])
  if (isRouteMiss(error)) return <NotFound />
  if (error instanceof ChunkLoadError) return <NewVersion error={error} />
  return (
    <>
      <PageHeader title={title} />
      {about && error instanceof ApiError && error.kind === 'not-found' ? (
        <NotFoundNotice what={missing} error={error} action={<ListLink about={about} />}>
          It may have been deleted, or it may belong to another {about === 'account' ? 'partner' : 'account'}.
        </NotFoundNotice>
      ) : (
        <ErrorState error={error} title="Couldn’t load this page." onRetry={reload} />
      )}
    </>
  )
}

/**
 * Loads the page again. (React Router's `revalidate` may begin and end within one render, and a failed page recovers only if
 * it sees both.)
 */
function useReload(): () => void {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  return () => void navigate({ pathname, search, hash }, { replace: true, state, preventScrollReset: true })
}

function ListLink({ about }: { about: keyof typeof lists }) {
  const scope = useScope()
  return (
    <Button variant="default" component={Link} to={lists[about](scope)}>
      Go to the {about}s
    </Button>
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
