/** Times in the chosen zone, and how long ago they were. */

/** `local`, or an IANA name such as `UTC` or `Europe/Berlin`. */
export type Zone = string
export const localZone = 'local'

export function ianaOf(zone: Zone): string {
  return zone === localZone ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone
}

function partsOf(at: number, zone: Zone): readonly Intl.DateTimeFormatPart[] {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      // undefined means the machine's own zone; looking up its name would load another locale's data
      timeZone: zone === localZone ? undefined : zone,
      hourCycle: 'h23',
      dateStyle: 'short',
      // with the zone's name
      timeStyle: 'long',
    })
    formatters.set(zone, formatter)
  }
  return formatter.formatToParts(at)
}
const formatters = new Map<Zone, Intl.DateTimeFormat>()

/**
 * The zone's offset from UTC at a moment, in ms. The first use of Intl takes 30 ms, 120 on a phone, so it is asked only
 * about zones that Date doesn't know.
 */
export function zoneOffset(at: number, zone: Zone): number {
  if (zone === 'UTC') return 0
  if (zone === localZone) return 0 - new Date(at).getTimezoneOffset() * 60_000
  const parts = Object.fromEntries(partsOf(at, zone).map((part) => [part.type, Number(part.value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

/** 2026-11-20T14:10:32.000Z, though it's the zone's local time. */
const isoIn = (at: number, zone: Zone) => new Date(at + zoneOffset(at, zone)).toISOString()

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Nov */
export const monthName = (at: number, zone: Zone): string => months[Number(isoIn(at, zone).slice(5, 7)) - 1] ?? ''

/** 20 Nov */
export const dayAndMonth = (at: number, zone: Zone): string =>
  `${Number(isoIn(at, zone).slice(8, 10))} ${monthName(at, zone)}`

/** 20 Nov 2026 */
export const wholeDate = (at: number, zone: Zone): string => `${dayAndMonth(at, zone)} ${isoIn(at, zone).slice(0, 4)}`

/** 14:10 */
export const clockTime = (at: number, zone: Zone): string => isoIn(at, zone).slice(11, 16)

/** 14:10:07 */
export const preciseTime = (at: number, zone: Zone): string => isoIn(at, zone).slice(11, 19)

/** 20 Nov 2026, 14:10 */
export const dateAndTime = (at: number, zone: Zone): string => `${wholeDate(at, zone)}, ${clockTime(at, zone)}`

/** 20 Nov, 14:10; with the year where it isn't clear. */
export function shortDateAndTime(at: number, zone: Zone, now: number): string {
  const isClear = Math.abs(now - at) < 300 * 86_400_000
  return isClear ? `${dayAndMonth(at, zone)}, ${clockTime(at, zone)}` : dateAndTime(at, zone)
}

/** `20 Nov 2026, 14:10 – 21 Nov 2026, 09:30 CET`. Both ends have a zone where the clocks change in between. */
export function timeSpan(from: number, to: number, zone: Zone, between = ' – '): string {
  const [first, last] = [zoneName(zone, from), zoneName(zone, to)]
  const start = first === last ? dateAndTime(from, zone) : `${dateAndTime(from, zone)} ${first}`
  return `${start}${between}${dateAndTime(to, zone)} ${last}`
}

/** 20 Nov 2026, 14:10:32 UTC */
export const exactTime = (at: number, zone: Zone): string =>
  `${wholeDate(at, zone)}, ${preciseTime(at, zone)} ${zoneName(zone, at)}`

/** UTC, CET, GMT+5:30 */
export function zoneName(zone: Zone, at: number): string {
  if (zone === 'UTC' || (zone === localZone && (isLocalUtc ??= saysUtc()))) return 'UTC'
  // a zone has one name for each of its offsets
  const key = `${zone} ${zoneOffset(at, zone)}`
  const known = names.get(key)
  if (known !== undefined) return known
  const name = partsOf(at, zone).find((part) => part.type === 'timeZoneName')?.value ?? ianaOf(zone)
  names.set(key, name)
  return name
}
const names = new Map<string, string>()

/** Whether Date names the machine's own zone as UTC, which it does in English. */
const saysUtc = () => new Date().toString().endsWith('GMT+0000 (Coordinated Universal Time)')
let isLocalUtc: boolean | undefined

/** A moment as local time in the zone, in the format of a datetime-local input: 2026-11-20T14:10. */
export function clockIn(at: number, zone: Zone): string {
  return isoIn(at, zone).slice(0, 16)
}

const steps = [
  { unit: 's', ms: 1000 },
  { unit: 'min', ms: 60_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'd', ms: 86_400_000 },
] as const

/** `12 s ago`, `in 3 min`: in one unit, rounded down. */
export function relative(at: number, now: number): string {
  const distance = Math.abs(now - at)
  if (distance < 1000) return 'just now'
  const text = span(distance)
  return at <= now ? `${text} ago` : `in ${text}`
}

/** How long ago something happened. By a clock that is behind the service's, it happened just now, not in the future. */
export function ago(at: number, now: number): string {
  return relative(Math.min(at, now), now)
}

/** How long something lasted: `12 s`, `3 min`, `1 h 49 min`, `13 d 23 h`. In at most two units, rounded down. */
export function lasted(ms: number): string {
  const at = steps.findLastIndex((step) => ms >= step.ms)
  const [next, step] = [steps[at - 1], steps[at]]
  const rest = next && step && next.unit !== 's' ? Math.floor((ms % step.ms) / next.ms) : 0
  const [whole, unit] = step ? [Math.floor(ms / step.ms), step.unit] : [0, 's']
  return joined(...(rest > 0 ? [whole, unit, rest, next?.unit ?? ''] : [whole, unit]))
}

/** `12 s`, `3 min`, `2 h`: in one unit, rounded down. From 120 days in months, from two years in years. */
export function span(ms: number): string {
  const days = ms / 86_400_000
  if (days >= 730) return joined(Math.floor(days / 365), 'years')
  if (days >= 120) return joined(Math.floor(days / 30), 'months')
  const step = steps.findLast((candidate) => ms >= candidate.ms) ?? steps[0]
  return joined(Math.floor(ms / step.ms), step.unit)
}

/** Numbers and their units, which no line break parts. */
function joined(...parts: readonly (number | string)[]): string {
  return parts.join('\u00a0')
}
