import { Button } from '@mantine/core'
import { EmptyState } from '../../../components/EmptyState.tsx'

export function NoPage({ page, onFirst }: { page: number; onFirst: () => void }) {
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

export function NoMatch({ what, searched, onClear }: { what: string; searched: string; onClear: () => void }) {
  return (
    <EmptyState
      title={`No ${what} matches “${searched}”.`}
      action={
        <Button variant="default" onClick={onClear}>
          Show all {what}s
        </Button>
      }
    >
      Names are searched for this text, in any case.
    </EmptyState>
  )
}
