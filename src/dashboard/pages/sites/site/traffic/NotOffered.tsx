import { EmptyState } from '../../../../components/EmptyState.tsx'

/** Said plainly: the service's document gives the read to partners only. */
export function NotOffered() {
  return (
    <EmptyState title="This service does not tell account holders their traffic.">
      Its user API has no usage read; its partner API has one. Your partner can see the traffic of this site and tell
      you.
    </EmptyState>
  )
}
