import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '../api/errors.ts'
import { CopyValue } from './CopyValue.tsx'
import { plural } from '../format/format.ts'
import classes from './States.module.css'

interface Props {
  error: unknown
  /** What could not be done: "The sites could not be read." */
  title: string
  /** In place of what the error's kind suggests. */
  advice?: ReactNode
  onRetry?: (() => void) | undefined
  /** The title says all there is to say. */
  titleSaysIt?: boolean
}

/** What happened, why, and what to do next; the request id is there to copy. */
export function ErrorState({ error, title, advice, onRetry, titleSaysIt = false }: Props) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className={classes.error} role="alert">
      <p className={classes.title}>{title}</p>
      {!titleSaysIt && (
        <p>
          {reasonOf(error)} {advice ?? adviceFor(error)}
        </p>
      )}
      {requestId && (
        <p className={classes.hint}>
          Request id <CopyValue value={requestId} what="request id" />
        </p>
      )}
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}

/** Why, in one sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.sentence
  return 'The dashboard met something it was not made for.'
}

/** `adviceFor` a change: without an answer that can be read, it may have been made. */
export function adviceAfterChange(error: unknown): string {
  const unsure = error instanceof ApiError && (error.kind === 'unreachable' || error.kind === 'malformed')
  return unsure ? 'It may have been done all the same: look before you try again.' : adviceFor(error)
}

/** What to do next, by the kind of failure. */
export function adviceFor(error: unknown): string {
  if (!(error instanceof ApiError))
    return 'Reload the page; if it stays so, tell whoever runs this service what you did.'
  switch (error.kind) {
    case 'refused-key':
    case 'denied':
      return 'The key may have been replaced or withdrawn: sign in again.'
    case 'not-found':
      return 'It may have been deleted, or the address may be mistyped.'
    case 'conflict':
    case 'invalid':
      return ''
    case 'too-many':
      return error.retryAfter ? `Try again in ${plural(error.retryAfter, 'second')}.` : 'Try again in a minute.'
    case 'unreachable':
      return 'Check your connection, then try again.'
    case 'malformed':
      return 'Something other than the service may stand at its address, or it is of a newer version than this dashboard.'
    case 'failed':
      return 'Try again; if it stays so, tell whoever runs the service the request id.'
  }
}
