import { Button } from '@mantine/core'
import { EmptyState } from '../../../components/EmptyState.tsx'

interface Props {
  what: string
  searched: string
  onClear: () => void
}

/** Shown when a search finds nothing. */
export function NoMatch({ what, searched, onClear }: Props) {
  return (
    <EmptyState
      title={`No ${what}s match “${searched}”.`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      We searched names only.
    </EmptyState>
  )
}
