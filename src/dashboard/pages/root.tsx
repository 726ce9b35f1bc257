import { Button } from '@mantine/core'
import { useRouteError } from 'react-router'
import { ChunkLoadError } from '../lazy-with-retry.ts'
import { ErrorState } from '../components/ErrorState.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { MissingPage } from './new-version.tsx'
import classes from './root.module.css'

/** Nothing else caught it: the page's code could not be loaded, or the dashboard has a fault. */
export function RootError() {
  const error = useRouteError()
  return (
    <main className={classes.alone}>
      {error instanceof ChunkLoadError ? <MissingPage error={error} /> : <Fault error={error} />}
    </main>
  )
}

function Fault({ error }: { error: unknown }) {
  return (
    <>
      <PageHeader title="The dashboard has a fault" />
      <ErrorState error={error} title="The page could not be shown." />
      <div>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    </>
  )
}

/** While the first page's code and data are on their way. */
export function StartingUp() {
  return (
    <div className={classes.starting} role="status">
      Loading…
    </div>
  )
}
