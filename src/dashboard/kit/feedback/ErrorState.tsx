import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '../../../client/errors.ts'
import { CopyValue } from '../values/CopyValue.tsx'
import { waitInWords } from '../format/format.ts'
import { RetryCountdown } from './RetryCountdown.tsx'
import classes from './States.module.css'

interface Props {
  error: unknown
  /** What failed: "Couldn’t load the sites." */
  title: string
  /** Replaces the advice for the error's kind. */
  advice?: ReactNode
  onRetry?: (() => void) | undefined
  /** Shows the title without a reason or advice. */
  titleOnly?: boolean
}

/** Says what failed, why, and what to do next, with the request ID to copy. */
export function ErrorState({ error, title, advice, onRetry, titleOnly = false }: Props) {
  const defaultAdvice = adviceFor(error)
  const shownAdvice = advice ?? defaultAdvice
  const countsDown =
    shownAdvice === defaultAdvice && error instanceof ApiError && error.kind === 'too-many' && error.retryAfter
  return (
    <div className={classes.error} role="alert">
      <p className={classes.title}>{title}</p>
      {!titleOnly && (
        <p>
          {reasonOf(error)} {countsDown ? <RetryCountdown error={error} /> : shownAdvice}
        </p>
      )}
      <RequestId error={error} />
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}

/** What the operator needs to find the request, with a button that copies it. */
export function RequestId({ error }: { error: unknown }) {
  const id = error instanceof ApiError ? error.requestId : undefined
  if (!id) return null
  return (
    <p className={classes.hint}>
      Request ID <CopyValue value={id} what="request ID" />
    </p>
  )
}

/** The reason in one sentence. */
export function reasonOf(error: unknown): string {
  if (isOfRange(error)) return 'The service rejected this time range.'
  if (error instanceof ApiError) return error.sentence
  return 'Unexpected error in the dashboard.'
}

/** Whether a read was refused for its bounds, which the page has computed: the API's words name parameters that nobody entered. */
function isOfRange(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'invalid' && ['from', 'to'].some((name) => name in error.fields)
}

/** Whether a change that failed may have been made. */
export function isUnsure(error: unknown): boolean {
  const isUnanswered = error instanceof ApiError && (error.kind === 'unreachable' || error.kind === 'malformed')
  return isUnanswered && !error.isSafeToRepeat
}

const isSafe = (error: unknown) => error instanceof ApiError && error.isSafeToRepeat

/** What failed, for a change: it may have been made, unless that doesn't matter. */
export function titleAfterChange(error: unknown, title: string): string {
  if (isUnsure(error)) return 'It isn’t clear whether this worked.'
  return isSafe(error) ? 'No answer from the service yet.' : title
}

/** Like `adviceFor`, for a change: without a readable response, it may have been made. */
export function adviceAfterChange(error: unknown): string {
  if (isSafe(error)) return 'Try again: it won’t be done twice.'
  return isUnsure(error) ? 'It may have gone through anyway. Check before you try again.' : adviceFor(error)
}

/** What to do next. */
export function adviceFor(error: unknown): string {
  if (!(error instanceof ApiError))
    return 'Reload the page. If it happens again, tell the operator of this service what you were doing.'
  switch (error.kind) {
    case 'not-found':
      return 'It may have been deleted, or the link may be wrong.'
    // the service says what to do; where access is lost, the page for signing in does
    case 'refused-key':
    case 'denied':
    case 'conflict':
      return ''
    case 'invalid':
      return isOfRange(error) ? 'Choose another one.' : ''
    case 'too-many':
      return error.retryAfter ? `Try again in ${waitInWords(error.retryAfter)}.` : 'Try again in a minute.'
    case 'unreachable':
      return 'Check your connection, then try again.'
    case 'malformed':
      return 'Another program may be answering at this address, or the service may be newer than this dashboard.'
    case 'failed':
      return 'Try again. If it keeps failing, give the request ID to the operator of this service.'
  }
}
