import { Button } from '@mantine/core'
import { useRouteError } from 'react-router'
import { ChunkLoadError } from '../kit/navigation/lazy-with-retry.ts'
import { ErrorState } from '../kit/feedback/ErrorState.tsx'
import { PageHeader } from '../kit/layout/PageHeader.tsx'
import { NewVersion } from '../features/errors/new-version.tsx'
import classes from './root.module.css'

/** The last error boundary: a page's code couldn't be loaded, or the dashboard has a bug. */
export function RootError() {
  const error = useRouteError()
  return (
    <main className={classes.alone}>
      {error instanceof ChunkLoadError ? <NewVersion error={error} /> : <UnexpectedError error={error} />}
    </main>
  )
}

function UnexpectedError({ error }: { error: unknown }) {
  return (
    <>
      <PageHeader title="Unexpected error" />
      <ErrorState error={error} title="This page couldn’t be shown." />
      <div>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    </>
  )
}

/** Shown until the first page's code and data have loaded. */
export function StartingUp() {
  return (
    <div className={classes.starting} role="status">
      Loading…
    </div>
  )
}
