import { Button } from '@mantine/core'
import { EmptyState } from '../feedback/EmptyState.tsx'

/** Shown when the address names a page beyond the end of a list. */
export function NoSuchPage({ page, onFirst }: { page: number; onFirst: () => void }) {
  return (
    <EmptyState
      title={`There’s no page ${page}.`}
      action={
        <Button variant="default" onClick={onFirst}>
          Go to first page
        </Button>
      }
    >
      The list may have become shorter, or the link may be wrong.
    </EmptyState>
  )
}
