import { useQuery } from '@tanstack/react-query'
import type { IncidentRecord, ReadOf, readFigures } from '../../../contract/index.ts'
import type { Scope } from '../../api/scope.ts'
import { AvailabilityStrip, reportedTimes } from '../../kit/charts/AvailabilityStrip.tsx'
import { Spark } from '../../kit/charts/Spark.tsx'
import { reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { count, duration, fullNumber, percent } from '../../kit/format/format.ts'
import type { Zone } from '../../kit/format/time.ts'
import { useZone } from '../../kit/format/zone.ts'
import { Tiles, type Tile } from '../../kit/layout/Tiles.tsx'
import { LoadingValue } from '../../kit/values/LoadingValue.tsx'
import { EmptyCell, Measured } from '../../kit/values/Measured.tsx'
import { incidentRefreshMs, openIncidents } from '../incidents/reads.ts'
import { severityByTrouble } from '../incidents/verdicts.ts'
import { Change } from '../traffic/Change.tsx'
import { downInWords, lcpChangeOfSites, slowDaysInWords, troubleInWords } from './figure-words.ts'
import { HealthSquares } from './HealthSquares.tsx'
import { begunSince, measuredSince } from './measured-since.ts'
import { figuresOf } from './reads.ts'
import { figuresInterval } from './refresh-intervals.ts'
import { savedLabel, savedTile } from './saved-tile.tsx'

type Figures = ReadOf<typeof readFigures.user>

const labels = [
  'Healthy sites',
  'LCP, 75th percentile, 30\u00a0d',
  'Availability, 30\u00a0d',
  'Requests, 30\u00a0d',
  savedLabel,
] as const

/** What an account's sites achieved, above the list of them. Nothing where the service doesn't say. */
export function AccountTiles({ scope }: { scope: Scope }) {
  const { data, error } = useQuery({ ...figuresOf(scope), refetchInterval: figuresInterval })
  const zone = useZone()
  const open = useQuery({ ...openIncidents(scope), refetchInterval: incidentRefreshMs }).data?.rows ?? []
  if (data === null) return null
  if (data) return <Tiles tiles={tilesOf(data, scope, open, zone)} />
  const value = error ? <EmptyCell why={reasonOf(error)} /> : <LoadingValue />
  return <Tiles tiles={labels.map((label) => ({ label, value, note: '\u00a0', ...(error ? {} : { chart: null }) }))} />
}

function tilesOf(figures: Figures, scope: Scope, open: readonly IncidentRecord[], zone: Zone): readonly Tile[] {
  const [health, lcp, availability, requests] = labels
  const sites = figures.sites.length
  const measured = figures.lcp_sites ?? sites
  const since = measuredSince(figures.availability_days, figures.from, figures.added_at, zone)
  const addedSince = begunSince(Date.parse(figures.added_at ?? ''), Date.now(), zone)
  const isLcpKnown = figures.lcp_days.some((value) => value !== null)
  // the day that isn't over would look like a drop
  const wholeDays = figures.requests_days.slice(0, -1)
  return [
    {
      label: health,
      value: `${fullNumber(figures.counts.healthy)} of ${fullNumber(sites)}`,
      note: troubleInWords(figures.counts),
      chart: <HealthSquares counts={figures.counts} severityOf={severityByTrouble(open)} />,
    },
    {
      label: measured > 1 ? 'LCP, median site, 30\u00a0d' : lcp,
      value: <Measured value={figures.lcp_p75} format={duration} why="no live site was measured in the last 30 days" />,
      note:
        figures.lcp_p75 === null
          ? '\u00a0'
          : (lcpChangeOfSites(figures) ??
            [
              measured > 1 ? `of ${fullNumber(measured)} sites` : 'home page',
              measuredSince(figures.lcp_days, figures.from, figures.added_at, zone),
            ]
              .filter((part) => part !== undefined)
              .join(', ')),
      chart: isLcpKnown && <Spark label="Largest contentful paint over the last 30 days" values={figures.lcp_days} />,
    },
    {
      label: since === undefined ? availability : `Availability ${since}`,
      value: <Measured value={figures.availability} format={percent} why="not measured in the last 30 days" />,
      note:
        figures.availability === null
          ? '\u00a0'
          : `${downInWords(figures, sites, scope.kind === 'user' ? 'your' : 'the')}${slowDaysInWords(figures.availability_days)}`,
      chart: figures.availability !== null && (
        <AvailabilityStrip
          times={reportedTimes(figures.availability_days)}
          unit="day"
          of={sites === 1 ? 'the site' : 'all sites'}
          isVerdict
        />
      ),
    },
    {
      label: addedSince === undefined ? requests : `Requests ${addedSince}`,
      value: <Measured value={figures.requests} format={count} why="no requests counted in the last 30 days" />,
      note:
        figures.requests_before === null ? (
          '\u00a0'
        ) : (
          <Change now={figures.requests} before={figures.requests_before} period="the 30 days before" />
        ),
      chart: wholeDays.some((value) => value > 0) && (
        <Spark label="Requests on each of the last 29 days" values={wholeDays} />
      ),
    },
    savedTile(figures, scope, zone),
  ]
}
