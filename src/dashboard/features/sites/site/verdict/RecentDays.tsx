import { useQuery } from '@tanstack/react-query'
import type { Scope } from '../../../../api/scope.ts'
import { AvailabilityStrip, reportedTimes } from '../../../../kit/charts/AvailabilityStrip.tsx'
import { percent, plural } from '../../../../kit/format/format.ts'
import { useZone } from '../../../../kit/format/zone.ts'
import { Stacked } from '../../../../kit/layout/Stacked.tsx'
import { useIsNarrow } from '../../../../kit/layout/use-media.ts'
import { measuredSince } from '../../measured-since.ts'
import { figuresOf, type Site } from '../../reads.ts'
import { figuresRefreshMs } from '../../refresh-intervals.ts'
import classes from './RecentDays.module.css'

/** How each of a site's last 30 days was, where there is room for it beside the verdict. */
export function RecentDays({ scope, site }: { scope: Scope; site: Site }) {
  const isNarrow = useIsNarrow()
  const zone = useZone()
  const { data } = useQuery({
    ...figuresOf(scope, site.id),
    enabled: !isNarrow,
    refetchInterval: figuresRefreshMs,
  })
  const figures = data?.sites[0]
  if (isNarrow || !figures || figures.availability === null) return null
  const since = measuredSince(figures.availability_days, data.from, figures.added_at, zone)
  return (
    <span className={classes.days}>
      <AvailabilityStrip times={reportedTimes(figures.availability_days)} unit="day" of={site.host} isVerdict />
      <Stacked below={`up ${since ?? `in ${plural(figures.availability_days.length, 'day')}`}`}>
        <strong className={classes.share}>{percent(figures.availability)}</strong>
      </Stacked>
    </span>
  )
}
