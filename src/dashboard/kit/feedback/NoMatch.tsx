import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'

interface Props {
  /** Plural: "sites". */
  what: string
  /** The text searched for; empty without a search. */
  searched?: string
  /** Replaces the title where it can say more. */
  title?: string | undefined
  /** Whether it's good that there are none. */
  isWell?: boolean
  /** Shows the whole list again. */
  onShowAll: () => void
  /** Where the search looks, or when something would be here. */
  children: ReactNode
}

/** Shown in place of a list when a search or a filter finds nothing. */
export function NoMatch({ what, searched = '', title, isWell = false, onShowAll, children }: Props) {
  return (
    <EmptyState
      because={isWell ? 'well' : 'no-match'}
      title={title ?? (searched ? `No ${what} match “${searched}”` : `No ${what} match these filters`)}
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all {what}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
