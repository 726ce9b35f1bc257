import { Button } from '@mantine/core'
import { EmptyState } from './EmptyState.tsx'

/** Shown in place of a list's rows when its address names a page beyond the last. */
export function NoSuchPage({ page, onFirst }: { page: number; onFirst: () => void }) {
  return (
    <EmptyState
      title={`There is no page ${page}.`}
      action={
        <Button variant="default" onClick={onFirst}>
          First page
        </Button>
      }
    >
      The list has become shorter, or the address names a page beyond its end.
    </EmptyState>
  )
}
