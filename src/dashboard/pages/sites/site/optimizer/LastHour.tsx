import { useQuery } from '@tanstack/react-query'
import type { Scope } from '../../../../api/scope.ts'
import { plural } from '../../../../format/format.ts'
import { latestUsage, requestsInLastHour } from './last-hour.ts'

/** How many requests a move would have concerned in the last hour. */
export function LastHour({ scope, siteId }: { scope: Scope; siteId: string }) {
  const usage = useQuery(latestUsage(scope, siteId))
  if (usage.isPending) return <span>Reading the traffic of the last hour…</span>
  const requests = usage.data && requestsInLastHour(usage.data)
  if (requests === undefined) return <span>How many requests that concerns cannot be read here.</span>
  return (
    <span>
      In the last hour the site served <strong>{plural(Math.round(requests), 'request')}</strong>.
    </span>
  )
}
