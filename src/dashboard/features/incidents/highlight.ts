import { type IncidentRecord, troubleOf } from '../../../contract/index.ts'
import type { Scope } from '../../api/scope.ts'
import type { Highlight } from '../../kit/charts/TimeChart.tsx'
import { clockTime, lasted, shortDateAndTime, type Zone } from '../../kit/format/time.ts'
import { kindInWords } from './incident-facts.tsx'

const dayMs = 86_400_000

/** An incident as the shade in a chart. @param now where one that is still open ends, UNIX ms */
export function incidentHighlight(
  scope: Pick<Scope, 'kind'>,
  incident: IncidentRecord,
  now: number,
  zone: Zone,
): Highlight {
  const kind = kindInWords(scope, incident)
  const [from, end] = spanOf(incident)
  const since = now - from < dayMs ? clockTime(from, zone) : shortDateAndTime(from, zone, now)
  return {
    from,
    to: end ?? now,
    tone: troubleOf(incident.severity),
    label: end === undefined ? `${kind} since ${since}` : `${kind} for ${lasted(end - from)}`,
  }
}

/** The one that began last among the incidents that a range has a part of. @param to UNIX ms, as `from` */
export function latestWithin<I extends Pick<IncidentRecord, 'started_at' | 'ended_at'>>(
  incidents: readonly I[],
  from: number,
  to: number,
): I | undefined {
  return incidents
    .filter((one) => {
      const [start, end = to] = spanOf(one)
      return start < to && end > from
    })
    .toSorted((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at))[0]
}

function spanOf(incident: Pick<IncidentRecord, 'started_at' | 'ended_at'>): [start: number, end?: number] {
  const start = Date.parse(incident.started_at)
  return incident.ended_at === null ? [start] : [start, Date.parse(incident.ended_at)]
}
