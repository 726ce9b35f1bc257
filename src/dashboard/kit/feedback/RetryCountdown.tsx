import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import type { ApiError } from '../../../client/errors.ts'
import { waitInWords } from '../format/format.ts'
import { useNow } from '../reading/use-now.ts'

/** Counts down to when a request may be sent again. It's read out at first and when the time has come, not every second. */
export function RetryCountdown({ error: { retryAfter = 0, receivedAt } }: { error: ApiError }) {
  const passed = Math.floor((useNow(1000) - receivedAt) / 1000)
  const left = Math.min(retryAfter, retryAfter - passed)
  if (left <= 0) return 'You can try again now.'
  return (
    <>
      <span aria-hidden="true">Try again in {waitInWords(left)}.</span>
      <VisuallyHidden>Try again in {waitInWords(retryAfter)}.</VisuallyHidden>
    </>
  )
}
