import { useQuery } from '@tanstack/react-query'
import type { Scope } from '../../../../api/scope.ts'
import { AvailabilityStrip, reportedTimes } from '../../../../kit/charts/AvailabilityStrip.tsx'
import { useIsNarrow } from '../../../../kit/layout/use-media.ts'
import { figuresOf, type Site } from '../../reads.ts'
import { figuresRefreshMs } from '../../refresh-intervals.ts'

/** How each of a site's last 30 days was, where there is room for it beside the verdict. */
export function RecentDays({ scope, site }: { scope: Scope; site: Site }) {
  const isNarrow = useIsNarrow()
  const { data } = useQuery({
    ...figuresOf(scope, site.id),
    enabled: !isNarrow,
    refetchInterval: figuresRefreshMs,
  })
  const figures = data?.sites[0]
  if (isNarrow || !figures || figures.availability === null) return null
  return <AvailabilityStrip times={reportedTimes(figures.availability_days)} unit="day" of={site.host} isVerdict />
}
