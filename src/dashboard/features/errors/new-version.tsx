import { Button } from '@mantine/core'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'

/** Shown when the server no longer has a page's code, usually after an update. */
export function NewVersion({ error }: { error: unknown }) {
  return (
    <>
      <PageHeader title="The dashboard was updated" />
      <ErrorState
        error={error}
        title="Couldn’t load this page. There’s probably a newer version of the dashboard: reload to use it."
        titleOnly
      />
      <div>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    </>
  )
}
