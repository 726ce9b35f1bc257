/**
 * The moments of local times. Where clocks go back, a local time comes twice; where they go forward, some never come: an
 * hour as a rule, half of one on Lord Howe, two at Troll, and a whole day in Samoa in 2011.
 */
import { clockIn, zoneOffset, type Zone } from './time.ts'

const hour = 3_600_000
const day = 24 * hour
/** No zone was ever further from UTC. */
const furthest = 16 * hour

/** A moment as the zone's clocks show it: as UNIX ms, if they were in UTC. */
const localOf = (at: number, zone: Zone) => at + zoneOffset(at, zone)

/** The offsets that the zone has around a local time. */
function offsetsAround(local: number, zone: Zone): readonly number[] {
  const around = [local - furthest, local + furthest].map((at) => zoneOffset(at, zone))
  return [...new Set([...around, ...around.map((offset) => zoneOffset(local - offset, zone))])]
}

/** When the zone's clocks show a local time, in order of time: once as a rule, but also twice or never. */
function momentsOf(local: number, zone: Zone): readonly number[] {
  return offsetsAround(local, zone)
    .map((offset) => local - offset)
    .filter((at) => localOf(at, zone) === local)
    .toSorted((a, b) => a - b)
}

/** The moment within a time, not longer than a day, at which the zone's offset changes; undefined if it doesn't. */
export function clockChangeWithin(from: number, to: number, zone: Zone): number | undefined {
  const offset = zoneOffset(from, zone)
  if (zoneOffset(to, zone) === offset) return undefined
  let before = from
  let after = to
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (zoneOffset(middle, zone) === offset) before = middle
    else after = middle
  }
  return after
}

/** The first moment at which the zone's clocks have passed a local time that they skip. */
function endOfSkip(local: number, zone: Zone): number {
  const offsets = offsetsAround(local, zone)
  const [earliest, latest] = [local - Math.max(...offsets), local - Math.min(...offsets)]
  return clockChangeWithin(earliest, latest, zone) ?? latest
}

/** UNIX ms of a text such as 2026-11-20T14:10 or 2026-11-20, taken as UTC; undefined if there is no such date or time. */
function parsed(text: string): number | undefined {
  const at = Date.parse(text.includes('T') ? `${text}Z` : text)
  // 30 February is read as 2 March
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(text) ? undefined : at
}

/**
 * When the zone's clocks show a local time such as 2026-11-20T14:10, in order of time: once as a rule, but also twice or
 * never. Undefined if it isn't a date and time.
 */
export function momentsAt(clock: string, zone: Zone): readonly number[] | undefined {
  const local = parsed(clock)
  return local === undefined ? undefined : momentsOf(local, zone)
}

/** The local times between which the zone's clocks skip one, such as 02:00 and 03:00, in the format of `clockIn`. */
export function skipAround(clock: string, zone: Zone): { readonly from: string; readonly to: string } {
  const local = parsed(clock) ?? 0
  const at = endOfSkip(local, zone)
  const from = at + zoneOffset(at - 1, zone)
  return { from: clockIn(from, 'UTC'), to: clockIn(at, zone) }
}

/** 2026-11-21, in the zone. */
export function dateIn(at: number, zone: Zone): string {
  return clockIn(at, zone).slice(0, 10)
}

/** The date some days after another. */
export function dateAfter(date: string, days: number): string {
  return dateIn((parsed(date) ?? Number.NaN) + days * day, 'UTC')
}

/**
 * The first moment of a date in the zone. That isn't midnight where the clocks skip it. A date that they skip begins, and
 * ends, with the one after it. NaN if there is no such date.
 */
export function startOfDate(date: string, zone: Zone): number {
  const local = parsed(date)
  if (local === undefined) return Number.NaN
  return momentsOf(local, zone)[0] ?? endOfSkip(local, zone)
}

/** Whether a date begins at a moment. */
export function isStartOfDate(at: number, zone: Zone): boolean {
  return startOfDate(dateIn(at, zone), zone) === at
}

/**
 * The moment at which the zone's clocks show the same time some weeks later, or earlier if negative. Of two, that of the same
 * offset; a time that is skipped moves on by as much as the clocks do.
 */
export function weeksLater(at: number, weeks: number, zone: Zone): number {
  const same = at + weeks * 7 * day
  const offset = zoneOffset(at, zone)
  // as a rule; charts ask about each of their buckets
  if (zoneOffset(same, zone) === offset) return same
  const local = same + offset
  return momentsOf(local, zone)[0] ?? local - zoneOffset(endOfSkip(local, zone) - 1, zone)
}
