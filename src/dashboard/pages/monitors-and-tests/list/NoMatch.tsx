import { Button } from '@mantine/core'
import { EmptyState } from '../../../components/EmptyState.tsx'

interface Props {
  what: string
  searched: string
  /** Whether it's also filtered by state or result. */
  isFiltered: boolean
  onClear: () => void
}

/** Shown when a search or a filter finds nothing. */
export function NoMatch({ what, searched, isFiltered, onClear }: Props) {
  return (
    <EmptyState
      title={searched ? `No ${what}s match “${searched}”.` : `No ${what}s match these filters.`}
      action={
        <Button variant="default" onClick={onClear}>
          {isFiltered ? 'Clear filters' : 'Clear search'}
        </Button>
      }
    >
      {searched ? 'We searched names only.' : 'The list updates by itself when that changes.'}
    </EmptyState>
  )
}
