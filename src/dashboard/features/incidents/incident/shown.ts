import { metricNames, type IncidentRecord, type MetricName, type Monitor } from '../../../../contract/index.ts'
import { causeInWords, locationsInWords, shownPlaces } from '../../../../words/incidents.ts'
import { metricLabels } from '../../../../words/metrics.ts'
import { wholeSpan, type Span } from '../../../kit/ranges/range-presets.ts'
import { speedMetric } from '../../samples/metrics.ts'
import type { Place } from '../reads.ts'

/** What the chart can show: the time around the incident, or the days until now. */
export const incidentRanges = ['incident', '7d', '30d'] as const
export type IncidentRange = (typeof incidentRanges)[number]

/** The metric that a slow incident's cause names: `LCP 5.2 s, limit 2 s`. */
export function metricOf(cause: string): MetricName | undefined {
  const named = metricNames.filter((name) => cause.startsWith(`${metricLabels[name].short} `))
  return named.toSorted((a, b) => metricLabels[b].short.length - metricLabels[a].short.length)[0]
}

/** The metric whose values show an incident at a monitor's places. */
export function shownMetric({ kind }: Pick<IncidentRecord, 'kind'>, { cause }: Place, { type }: Monitor): MetricName {
  const speed = speedMetric(type)
  if (kind === 'slow') return metricOf(cause) ?? speed
  return kind === 'resources' ? 'request_errors' : speed
}

/** The time before and after an incident that is shown with it, ms. */
const hour = 3_600_000
const leadOf = (length: number) => Math.min(12 * hour, Math.max(2 * hour, length / 2))
/** The end of an open incident's chart moves in steps, so that it isn't read anew all the time, ms. */
const step = 5 * 60_000

/** The time from before an incident until after its end, or until now. */
export function spanAround({ started_at, ended_at }: IncidentRecord, now: number): Span {
  const from = Date.parse(started_at)
  const until = Math.ceil(now / step) * step
  const to = ended_at === null ? until : Date.parse(ended_at)
  const lead = leadOf(to - from)
  return wholeSpan({ from: from - lead, to: ended_at === null ? until : Math.min(until, to + lead) })
}

/** The places whose monitor hasn't been deleted, by monitor; first that of the worst place, which the incident's cause is of. */
export function watchedPlaces(incident: IncidentRecord): readonly (readonly Place[])[] {
  const shown = shownPlaces(incident)
  const isWorst = ({ cause }: Place) => cause === incident.cause
  const worst = shown.find((place) => isWorst(place) && place.monitor_name !== null)
  const byMonitor = Map.groupBy(
    incident.places.filter(({ monitor_name }) => monitor_name !== null),
    ({ monitor_id }) => monitor_id,
  )
  return [...byMonitor]
    .toSorted(([a], [b]) => Number(b === worst?.monitor_id) - Number(a === worst?.monitor_id))
    .map(([, places]) => places)
}

/** The stretch of failures that the evidence is from: one of the incident's own cause that goes on, if there is one. */
export function shownPlace(incident: IncidentRecord, places: readonly Place[]): Place | undefined {
  const open = incident.ended_at === null ? places.filter(({ until }) => until === null) : places
  return open.find(({ cause }) => cause === incident.cause) ?? open[0] ?? places[0]
}

/**
 * A slow incident in a sentence without its host: `LCP is 5.19 s in Frankfurt, limit 2 s` and, once it is over, `LCP was over its
 * limit of 2 s in Frankfurt`. Undefined for other causes.
 */
export function slowTitle(incident: IncidentRecord): string | undefined {
  const cause = causeInWords(incident)
  const metric = incident.kind === 'slow' ? metricOf(cause) : undefined
  if (metric === undefined) return undefined
  const { short } = metricLabels[metric]
  const rest = cause.slice(short.length + 1)
  const locations = locationsInWords(incident)
  const where = locations && ` in ${locations}`
  if (incident.ended_at !== null) return rest.startsWith('over ') ? `${short} was ${rest}${where}` : undefined
  const end = rest.search(/, (?:limit|usually) /)
  if (end === -1) return undefined
  // the value is the worst place's
  const value = `${shownPlaces(incident).length > 1 ? 'up to ' : ''}${rest.slice(0, end)}`
  return `${short} is ${value}${where}${rest.slice(end)}`
}
