import { useQuery } from '@tanstack/react-query'
import {
  listSamples,
  maxPerPage,
  readSeries,
  type IncidentRecord,
  type MetricName,
  type Monitor,
  type WholeSample,
} from '../../../../contract/index.ts'
import { ifOffered } from '../../../api/queries.ts'
import { scopedQuery, type Scope } from '../../../api/scope.ts'
import type { Span } from '../../../kit/ranges/range-presets.ts'
import { isAlike } from '../../samples/alike.ts'
import { isCounted } from '../../samples/metrics.ts'
import { judgedValue } from '../../samples/series.ts'
import type { Place } from '../reads.ts'
import { isGoodBy } from './good-again.ts'
import { monitorName } from './places.ts'
import { roundMs } from './use-evidence.ts'

/** What is usual is the median of so long before the incident, ms. */
const usualMs = 7 * 24 * 3_600_000

/** A metric of a monitor over a time, as one value for each location; null if the service doesn't report series. */
function wholeSeries(scope: Scope, id: string, metric: MetricName, { from, to }: Span, like?: string) {
  return ifOffered(
    scopedQuery(readSeries, scope, {
      query: {
        profile_and_locations: [{ profile_id: id }],
        metrics: [metric],
        from,
        to,
        buckets: 1,
        split: 'location',
        ...(like !== undefined && { like_sample_id: like }),
      },
    }),
  )
}

export interface Location {
  readonly name: string
  readonly monitorId: string
  /** Empty where all have the same one. */
  readonly monitor: string
  /** Since when it has been failing, or has recovered, ISO 8601; null if it never failed. */
  readonly since: string | null
  readonly isFailing: boolean
  /** The latest value or, once the incident is over, that of its end. */
  readonly now: number | null | undefined
  readonly usual: number | null | undefined
  readonly failed: number
  /** Of how many samples; undefined if that isn't known. */
  readonly total: number | undefined
  /** Whether both numbers are of one connection and view alone: that of the first sample that shows the incident. */
  readonly isAlike: boolean
}

/**
 * Every location of the monitor that the page shows, and those at which other monitors see the incident.
 * @param monitor the one whose values are shown; undefined if it was deleted
 * @param like the first sample that shows the incident: values are of its connection and view, and numbers of samples too where
 * no other one failed
 */
export function useLocations(
  scope: Scope,
  incident: IncidentRecord,
  monitor: Monitor | undefined,
  metric: MetricName,
  like: WholeSample | undefined,
): readonly Location[] {
  const { kind, started_at, ended_at, end_reason, places } = incident
  const shown = monitor?.id
  const id = shown ?? ''
  const enabled = shown !== undefined
  const started = Date.parse(started_at)
  // the sample at its end is good
  const until = ended_at === null ? undefined : Date.parse(ended_at) - 1
  const latest = useQuery({
    ...scopedQuery(listSamples, scope, {
      query: {
        profile_and_locations: [{ profile_id: id }],
        metrics: [metric],
        per_page: maxPerPage,
        ...(until !== undefined && { from: until + 1, to: until + roundMs }),
      },
    }),
    enabled,
  })
  const newest = Date.parse(latest.data?.rows[0]?.taken_at ?? '')
  const seen = Map.groupBy(places, ({ monitor_id, location }) => `${monitor_id} ${location}`)
  const variant = places.find(({ first_sample_id }) => first_sample_id === like?.id)?.variant ?? null
  const isOwn = (spells: readonly Place[] = []) =>
    variant !== null && spells.every((spell) => spell.variant === variant)
  const span = { from: started, to: until ?? newest }
  const isAllOwn = isOwn(places.filter(({ monitor_id }) => monitor_id === shown))
  const during = useQuery({
    ...wholeSeries(scope, id, metric, span),
    enabled: enabled && !Number.isNaN(span.to) && !isAllOwn,
  })
  const duringAlike = useQuery({
    ...wholeSeries(scope, id, metric, span, like?.id),
    enabled: enabled && !Number.isNaN(span.to) && variant !== null,
  })
  const before = useQuery({
    ...wholeSeries(scope, id, metric, { from: started - usualMs, to: started - 1 }, like?.id),
    enabled,
  })
  const samples = (latest.data?.rows ?? []).filter(
    (sample) =>
      (!like || isAlike(sample, like)) && (end_reason !== 'recovered' || isGoodBy(kind, sample, monitor?.limits)),
  )
  const nowAt = Map.groupBy(samples, ({ location }) => location)
  const usualAt = new Map(
    before.data?.parts?.map(({ location, buckets }) => [location, buckets[0]?.metrics[metric]?.p50]),
  )
  const countsIn = ({ data }: typeof during) =>
    new Map(data?.parts?.map(({ location, buckets }) => [location, buckets[0]?.count]))
  const [countAt, alikeAt] = [countsIn(during), countsIn(duringAlike)]
  const failing = [...seen.values()].flatMap((spells): Location[] => {
    const last = spells.toSorted((a, b) => a.since.localeCompare(b.since)).at(-1)
    if (!last) return []
    const isShown = last.monitor_id === shown
    return [locationOf(last, spells, isShown)]
  })
  const healthy = [...new Set([...countAt.keys(), ...alikeAt.keys(), ...nowAt.keys()])]
    .filter((name): name is string => name !== undefined && !seen.has(`${id} ${name}`))
    .map((name): Location => ({
      name,
      monitorId: id,
      monitor: '',
      since: null,
      isFailing: false,
      failed: 0,
      ...valuesAt(name),
    }))
  return [...failing, ...healthy.toSorted((a, b) => a.name.localeCompare(b.name))]

  function locationOf(last: Place, spells: readonly Place[], isShown: boolean): Location {
    return {
      name: last.location,
      monitorId: last.monitor_id,
      monitor: isShown ? '' : monitorName(last),
      since: last.until ?? last.since,
      isFailing: last.until === null,
      failed: spells.reduce((sum, spell) => sum + spell.samples, 0),
      ...(isShown ? valuesAt(last.location) : { now: undefined, usual: undefined, total: undefined, isAlike: false }),
    }
  }

  function valuesAt(name: string): Pick<Location, 'now' | 'usual' | 'total' | 'isAlike'> {
    const isOfOne = isOwn(seen.get(`${id} ${name}`))
    // the latest is first, and of what was measured after an incident the first that it was over with
    const sample = nowAt.get(name)?.at(ended_at === null ? 0 : -1)
    const usual = usualAt.get(name)
    return {
      now: sample && judgedValue(sample, metric),
      // the median of counts may lie between two
      usual: usual !== undefined && isCounted(metric) ? Math.round(usual) : usual,
      total: (isOfOne ? alikeAt : countAt).get(name),
      isAlike: isOfOne,
    }
  }
}
