import { session } from '../../api/session.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'

/** The service's documentation offers traffic to partners only. */
export function NotOffered() {
  return (
    <EmptyState title="This service doesn’t show traffic to account holders">
      {session.impersonator()
        ? 'You can see this site’s traffic in the partner view.'
        : 'Your hosting provider can see this site’s traffic and share it with you.'}
    </EmptyState>
  )
}
