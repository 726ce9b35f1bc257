import { Button } from '@mantine/core'
import { EmptyState } from '../../../components/EmptyState.tsx'

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
