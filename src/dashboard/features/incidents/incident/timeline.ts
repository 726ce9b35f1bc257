import type { IncidentRecord } from '../../../../contract/index.ts'
import type { Place } from '../reads.ts'
import type { TimelineRow } from '../../../kit/charts/PlaceTimeline.tsx'

/** How much of the axis is shown before the start and after the end. */
const marginShare = 0.05
/** The shortest axis, ms. */
const shortest = 10 * 60_000

/** A monitor's name, or that it was deleted. */
export function monitorName({ monitor_name }: Place): string {
  return monitor_name ?? 'Deleted monitor'
}

/** A row for each monitor and location, in the order in which they began to fail. */
export function timelineRows(places: readonly Place[]): readonly TimelineRow[] {
  const groups = Map.groupBy(places, ({ monitor_id, location }) => `${monitor_id} ${location}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const spans = group.map(({ since, until }) => ({
      from: Date.parse(since),
      to: until === null ? null : Date.parse(until),
    }))
    return [{ label: `${first.location} · ${monitorName(first)}`, spans }]
  })
}

/** The range of an incident's time axis, UNIX ms. An open one goes on until `now`. */
export function axisOf({ started_at, ended_at, places }: IncidentRecord, now: number): { from: number; to: number } {
  const starts = [started_at, ...places.map(({ since }) => since)].map((at) => Date.parse(at))
  const from = Math.min(...starts)
  const to = Math.max(from, ended_at === null ? now : Date.parse(ended_at))
  const margin = Math.max(shortest, to - from) * marginShare
  return ended_at === null
    ? { from: Math.min(from - margin, to - shortest), to }
    : { from: from - margin, to: to + margin }
}
