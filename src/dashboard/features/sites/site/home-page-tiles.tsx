import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { percentilesOf, type SiteFigures } from '../../../../contract/index.ts'
import { formatLimit } from '../../../../words/metrics.ts'
import type { Scope } from '../../../api/scope.ts'
import { AvailabilityStrip, reportedTimes } from '../../../kit/charts/AvailabilityStrip.tsx'
import { Spark } from '../../../kit/charts/Spark.tsx'
import { reasonOf } from '../../../kit/feedback/ErrorState.tsx'
import { duration, fullNumber, percent } from '../../../kit/format/format.ts'
import { useZone } from '../../../kit/format/zone.ts'
import { useNow } from '../../../kit/reading/use-now.ts'
import type { Tile } from '../../../kit/layout/Tiles.tsx'
import { LoadingValue } from '../../../kit/values/LoadingValue.tsx'
import { EmptyCell, Measured } from '../../../kit/values/Measured.tsx'
import { availabilityOf, type Availability } from '../../monitors/availability.ts'
import { slowDaysInWords } from '../figure-words.ts'
import { measurementsOf } from '../key-page.ts'
import { begunSince, measuredSince } from '../measured-since.ts'
import { figuresOf, type Site } from '../reads.ts'
import { figuresRefreshMs, refreshMs } from '../refresh-intervals.ts'
import type { FoundKeyPage } from '../use-key-page.ts'

/** How fast a site's home page was, and for how much of the time it answered. */
export function useHomePageTiles(scope: Scope, site: Site, found: FoundKeyPage): readonly Tile[] {
  const { keyPage, failure } = found
  const id = keyPage?.id ?? ''
  const shared = { enabled: keyPage !== undefined, placeholderData: keepPreviousData, refetchInterval: refreshMs }
  const measured = useQuery({ ...measurementsOf(scope, id, '48h'), ...shared })
  const figures = useQuery({ ...figuresOf(scope, site.id), refetchInterval: figuresRefreshMs })
  const ofSite = figures.data?.sites[0]
  const isReported = ofSite !== undefined && ofSite.availability !== null
  // until the service has computed it
  const availability = useQuery({
    ...availabilityOf(scope, id, '30d'),
    ...shared,
    enabled: shared.enabled && !figures.isPending && !isReported,
  })
  const now = useNow(refreshMs)
  const zone = useZone()
  const since = isReported
    ? measuredSince(ofSite.availability_days, figures.data?.from ?? '', keyPage?.created_at ?? ofSite.added_at, zone)
    : begunSince(Date.parse(keyPage?.created_at ?? ''), now, zone)
  const up = isReported
    ? {
        share: ofSite.availability,
        note: `${failedInWords(ofSite, keyPage)}${slowDaysInWords(ofSite.availability_days)}`,
      }
    : availability.data && { share: availability.data.share, note: failuresOf(availability.data) }
  const medians = measured.data?.buckets.map(({ time_to_display: median }) => median ?? null) ?? []
  const known = medians.filter((median) => median !== null)
  const lcp = percentilesOf(known)?.p75
  const limit = keyPage?.limits?.['time_to_display']
  const isOver = lcp !== undefined && limit !== undefined && lcp > limit
  const unknown = whyUnknown(found, failure ?? measured.error ?? availability.error)
  const isLoading = measured.data === undefined && unknown === undefined
  const shownOr = (data: unknown, value: Tile['value']) =>
    data === undefined ? unknown === undefined ? <LoadingValue /> : <EmptyCell why={unknown} /> : value
  return [
    {
      label: 'LCP, 75th percentile',
      value: shownOr(
        measured.data,
        <Measured value={lcp} format={duration} why={unknown ?? 'No value in the last 48 hours'} />,
      ),
      note:
        lcp === undefined
          ? '\u00a0'
          : limit === undefined
            ? 'home page, 48\u00a0h'
            : `${isOver ? 'over' : 'under'} ${scope.kind === 'user' ? 'your' : 'the'} ${formatLimit('time_to_display', limit)} limit`,
      chart: isLoading
        ? null
        : known.length > 0 && (
            <Spark
              label="Largest contentful paint over the last 48 hours"
              values={medians}
              limit={limit}
              tone={isOver ? 'warning' : undefined}
            />
          ),
    },
    {
      label: since === undefined ? 'Availability, 30\u00a0d' : `Availability ${since}`,
      value: shownOr(
        up,
        <Measured value={up?.share} format={percent} why={unknown ?? 'Nothing was measured in the last 30 days'} />,
      ),
      note: up?.note ?? '\u00a0',
      chart: figures.isPending
        ? null
        : isReported && (
            <AvailabilityStrip times={reportedTimes(ofSite.availability_days)} unit="day" of={site.host} isVerdict />
          ),
    },
  ]
}

/** Why there is no figure; undefined while it loads. */
function whyUnknown({ keyPage, searching, latest }: FoundKeyPage, error: unknown): string | undefined {
  if (error) return reasonOf(error)
  if (searching) return undefined
  if (!keyPage) return 'Not monitored'
  return latest.data?.rows.length === 0 ? 'Not measured yet' : undefined
}

/** A round counts as failed wherever the page failed. */
function failedInWords({ failed_ms }: Pick<SiteFigures, 'failed_ms'>, keyPage: FoundKeyPage['keyPage']): string {
  if (failed_ms <= 0) return 'never down'
  const locations = keyPage?.variables?.locations?.length ?? 0
  return `${duration(failed_ms)} down${locations > 1 ? ' or partly down' : ''}`
}

function failuresOf({ of, total, failed }: Availability): string {
  if (!total || failed === null) return 'home page'
  const all = `of ${fullNumber(total)} ${of}`
  return failed === 0 ? `${fullNumber(total)} ${all} OK` : `${fullNumber(failed)} ${all} failed`
}
