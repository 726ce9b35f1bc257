import { Button } from '@mantine/core'
import { ErrorState } from '../components/ErrorState.tsx'
import { PageHeader } from '../components/PageHeader.tsx'

/** In place of a page whose code the server has no more. */
export function MissingPage({ error }: { error: unknown }) {
  return (
    <>
      <PageHeader title="The dashboard has been replaced" />
      <ErrorState
        error={error}
        title="The server no longer has the code of this page: there is probably a newer version of the dashboard."
        titleSaysIt
      />
      <div>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    </>
  )
}
