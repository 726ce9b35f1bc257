import { useQuery } from '@tanstack/react-query'
import type { Scope } from '../../api/scope.ts'
import { plural } from '../../kit/format/format.ts'
import { latestUsage, requestsInLastHour } from './last-hour.ts'

/** How many requests a move would have affected in the last hour. */
export function LastHour({ scope, siteId }: { scope: Scope; siteId: string }) {
  const usage = useQuery(latestUsage(scope, siteId))
  if (usage.isPending) return <span>Loading the last hour’s traffic…</span>
  const requests = usage.data && requestsInLastHour(usage.data)
  if (requests === undefined) return <span>The last hour’s traffic isn’t available here.</span>
  return (
    <span>
      The site served <strong>{plural(Math.round(requests), 'request')}</strong> in the last hour.
    </span>
  )
}
