/** Times in the chosen zone, and how long ago they were. */

/** `local`, or an IANA name such as `UTC` or `Europe/Berlin`. */
export type Zone = string
export const localZone = 'local'

export function ianaOf(zone: Zone): string {
  return zone === localZone ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone
}

function formatter(zone: Zone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  // undefined means the machine's own zone; looking up its name would load another locale's data
  const timeZone = zone === localZone ? undefined : zone
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...options })
  formatters.set(key, made)
  return made
}
const formatters = new Map<string, Intl.DateTimeFormat>()

const minute = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const

/** 20 Nov 2026, 14:10 */
export const dateAndTime = (at: number, zone: Zone): string => formatter(zone, minute).format(at)

/** 20 Nov, 14:10; with the year where it isn't clear. */
export function shortDateAndTime(at: number, zone: Zone, now: number): string {
  const isClear = Math.abs(now - at) < 300 * 86_400_000
  return isClear ? formatter(zone, { ...minute, year: undefined }).format(at) : dateAndTime(at, zone)
}

/** 20 Nov 2026, 14:10:32 UTC */
export const exactTime = (at: number, zone: Zone): string =>
  formatter(zone, { ...minute, second: '2-digit', timeZoneName: 'short' }).format(at)

export const clockTime = (at: number, zone: Zone): string =>
  formatter(zone, { hour: '2-digit', minute: '2-digit' }).format(at)

/** 14:10:07 */
export const preciseTime = (at: number, zone: Zone): string =>
  formatter(zone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at)

/** 20 Nov 2026 */
export const wholeDate = (at: number, zone: Zone): string =>
  formatter(zone, { day: 'numeric', month: 'short', year: 'numeric' }).format(at)

/** 20 Nov */
export const dayAndMonth = (at: number, zone: Zone): string =>
  formatter(zone, { day: 'numeric', month: 'short' }).format(at)

/** UTC, CET, GMT+5:30 */
export function zoneName(zone: Zone, at: number): string {
  const parts = formatter(zone, { timeZoneName: 'short' }).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? ianaOf(zone)
}

/** The zone's offset from UTC at a moment, in ms. */
export function zoneOffset(at: number, zone: Zone): number {
  const options = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const
  const parts = Object.fromEntries(
    formatter(zone, options)
      .formatToParts(at)
      .map((part) => [part.type, Number(part.value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute: minutes = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minutes, second) - Math.floor(at / 1000) * 1000
}

/** A moment as local time in the zone, in the format of a datetime-local input: 2026-11-20T14:10. */
export function clockIn(at: number, zone: Zone): string {
  return new Date(at + zoneOffset(at, zone)).toISOString().slice(0, 16)
}

/** The moment of a local time in the zone; undefined if it isn't a date and time. */
export function momentIn(clock: string, zone: Zone): number | undefined {
  const asUtc = Date.parse(`${clock}Z`)
  if (Number.isNaN(asUtc)) return undefined
  // the first offset may be off by an hour around a daylight saving change; the second is right
  const near = asUtc - zoneOffset(asUtc, zone)
  return asUtc - zoneOffset(near, zone)
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

/** How long something lasted: `12 s`, `3 min`, `1 h 49 min`, `13 d 23 h`. In at most two units, rounded down. */
export function lasted(ms: number): string {
  const at = steps.findLastIndex((step) => ms >= step.ms)
  const [next, step] = [steps[at - 1], steps[at]]
  const rest = next && step && next.unit !== 's' ? Math.floor((ms % step.ms) / next.ms) : 0
  const [whole, unit] = step ? [Math.floor(ms / step.ms), step.unit] : [0, 's']
  return rest > 0 ? `${whole} ${unit} ${rest} ${next?.unit}` : `${whole} ${unit}`
}

/** `12 s`, `3 min`, `2 h`: in one unit, rounded down. From 60 days in months, from two years in years. */
export function span(ms: number): string {
  const days = ms / 86_400_000
  if (days >= 730) return `${Math.floor(days / 365)} years`
  if (days >= 60) return `${Math.floor(days / 30)} months`
  const step = steps.findLast((candidate) => ms >= candidate.ms) ?? steps[0]
  return `${Math.floor(ms / step.ms)} ${step.unit}`
}
