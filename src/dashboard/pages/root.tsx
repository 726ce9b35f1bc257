import { Button } from '@mantine/core'
import { useRouteError } from 'react-router'
import { ErrorState } from '../components/ErrorState.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import classes from './root.module.css'

/** Nothing else caught it: the page's code could not be loaded, or the dashboard has a fault. */
export function RootError() {
  const error = useRouteError()
  const isCode = error instanceof TypeError && /import|module/i.test(error.message)
  return (
    <main className={classes.alone}>
      <PageHeader title={isCode ? 'This page’s code could not be loaded' : 'The dashboard has a fault'} />
      <ErrorState
        error={error}
        title={
          isCode
            ? 'It may have been replaced by a newer version, or the connection broke.'
            : 'The page could not be shown.'
        }
        advice="Reload the page; if it stays so, tell whoever runs this service what you did."
      />
      <div>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    </main>
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
