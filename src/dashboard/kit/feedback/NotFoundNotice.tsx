import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { RequestId } from './ErrorState.tsx'

interface Props {
  /** "This monitor" */
  what: string
  /** What the service answered, if it was asked for this alone. */
  error?: unknown
  /** Leads on. */
  action?: ReactNode
  /** Why that may be. */
  children?: ReactNode
}

/** Says that something isn't there, or isn't for this reader. */
export function NotFoundNotice({
  what,
  error,
  action,
  children = 'It may have been deleted, or it may belong to another account.',
}: Props) {
  return (
    <div role="alert">
      <EmptyState
        title={`${what} wasn’t found.`}
        because="no-match"
        action={
          <>
            <RequestId error={error} />
            {action}
          </>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}
