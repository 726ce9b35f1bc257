import type { ReactNode } from 'react'
import { RequestId } from './ErrorState.tsx'
import classes from './States.module.css'

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
    <div className={classes.error} role="alert">
      <p className={classes.title}>{what} wasn’t found.</p>
      <p>{children}</p>
      <RequestId error={error} />
      {action}
    </div>
  )
}
