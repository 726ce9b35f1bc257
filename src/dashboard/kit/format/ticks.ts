/** Axis ticks at round values: hours, days, months and years of the chosen zone; 1, 2 and 5 times a power of ten. */
import { clockChangeWithin, dateIn, isStartOfDate, momentsAt, startOfDate } from './local-time.ts'
import { clockIn, clockTime, dayAndMonth, monthName, zoneName, zoneOffset, type Zone } from './time.ts'

/** Ticks from 0 to the first round value at or above `max`, in about `targetSteps` steps, each `leastStep` or more. */
export function valueTicks(max: number, targetSteps = 4, leastStep = 0): readonly number[] {
  if (!(max > 0)) return [0, 1]
  const step = Math.max(leastStep, roundStep(max / targetSteps))
  const steps = Math.ceil(max / step - 1e-9)
  // multiply instead of adding up: 0.1 + 0.1 + 0.1 isn't 0.3
  return Array.from({ length: steps + 1 }, (_, i) => Number((i * step).toPrecision(12)))
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
export function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
}

/** Like `valueTicks`, extended below 0 to cover `min`. */
export function spanTicks(min: number, max: number, leastStep = 0): readonly number[] {
  const ticks = (most: number) => valueTicks(most, undefined, leastStep)
  if (min >= 0) return ticks(max)
  const above = max > 0 ? ticks(Math.max(max, -min)) : []
  const step = above[1] ?? ticks(-min)[1] ?? 1
  const below = Array.from({ length: Math.ceil(-min / step) }, (_, i) => -Number(((i + 1) * step).toPrecision(12)))
  const until = above.findIndex((tick) => tick >= max)
  return [...below.toReversed(), ...(above.length ? above.slice(0, until + 1) : [0])]
}

/** Ticks of shares from the round value at or below `min` to that at or above `max`: an axis that may start above 0. */
export function shareTicks(min: number, max: number): readonly number[] {
  if (!(max >= min)) return [0, 1]
  const step = Math.max(0.01, roundStep((max - min) / 4 || 0.01))
  const first = Math.floor(min / step + 1e-9)
  const steps = Math.max(1, Math.ceil(max / step - 1e-9) - first)
  // 100% lies at the top
  const start = first * step >= 1 ? first - 1 : first
  return Array.from({ length: steps + 1 }, (_, i) => Number(((start + i) * step).toPrecision(12)))
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const timeSteps = [
  minute,
  5 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  4 * day,
  7 * day,
  14 * day,
]
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120]

export interface TimeTick {
  /** UNIX ms. */
  readonly at: number
  /** The date where it begins, the time otherwise; far apart, the month or, where it begins, the year. */
  readonly label: string
}

/**
 * Round times of the zone's clock between two moments, at most `maxTicks` of them.
 * @param minStep the least distance between two, ms
 */
export function timeTicks(from: number, to: number, zone: Zone, maxTicks = 8, minStep = 0): readonly TimeTick[] {
  for (const step of timeSteps) {
    // far too many
    if (step < minStep || (to - from) / step >= maxTicks + 1) continue
    // where the range begins decides about one more or less
    const ticks = stepsOf(from, to, zone, step)
    if (ticks.length <= maxTicks) return ticks.map((at) => ({ at, label: dateOrTime(at, zone) }))
  }
  const wide = monthSteps.map((step) => monthsOf(from, to, zone, step))
  return (wide.find((ticks) => ticks.length <= maxTicks) ?? wide.at(-1) ?? []).map((at) => ({
    at,
    label: monthOrYear(at, zone),
  }))
}

/** Two ticks that are closer than this part of a step, where the clocks change, are one too many. */
const closest = 0.75

function stepsOf(from: number, to: number, zone: Zone, step: number): readonly number[] {
  const ticks: number[] = []
  // days are counted from 1970
  const dayStep = Math.max(step, day)
  for (let date = Math.floor(Date.parse(dateIn(from, zone)) / dayStep) * dayStep; ; date += dayStep) {
    const start = startOfDate(dateIn(date, 'UTC'), zone)
    if (start > to) return ticks.filter((at) => at >= from)
    const end = step < day ? startOfDate(dateIn(date + day, 'UTC'), zone) : start
    for (const at of [start, ...stepsWithin(Math.max(start + 1, from), Math.min(end - 1, to), zone, step)]) {
      const isClose = at - (ticks.at(-1) ?? -Infinity) < closest * step
      if (isClose && at !== start) continue
      if (isClose) ticks.pop()
      ticks.push(at)
    }
  }
}

/** When the zone's clocks show a multiple of a step, within a day. */
function stepsWithin(from: number, to: number, zone: Zone, step: number): readonly number[] {
  if (from > to) return []
  const change = clockChangeWithin(from, to, zone)
  if (change !== undefined)
    return [...stepsWithin(from, change - 1, zone, step), ...stepsWithin(change, to, zone, step)]
  const offset = zoneOffset(from, zone)
  const first = Math.ceil((from + offset) / step) * step - offset
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, i) => first + i * step)
}

/** The beginnings of every so many months. */
function monthsOf(from: number, to: number, zone: Zone, step: number): readonly number[] {
  const monthOf = (at: number) => {
    const [year = 0, month = 1] = clockIn(at, zone).split('-').map(Number)
    return (year - 2000) * 12 + month - 1
  }
  const first = Math.ceil(monthOf(from) / step) * step
  const count = Math.max(0, Math.floor((monthOf(to) - first) / step) + 1)
  return Array.from({ length: count }, (_, i) => {
    const month = first + i * step
    return startOfDate(dateIn(Date.UTC(2000, month), 'UTC'), zone)
  }).filter((at) => at >= from)
}

function dateOrTime(at: number, zone: Zone): string {
  if (isStartOfDate(at, zone)) return dayAndMonth(at, zone)
  const clock = clockTime(at, zone)
  const [first = at] = momentsAt(clockIn(at, zone), zone) ?? []
  return at > first ? `${clock} ${zoneName(zone, at)}` : clock
}

function monthOrYear(at: number, zone: Zone): string {
  const month = monthName(at, zone)
  return month === 'Jan' ? clockIn(at, zone).slice(0, 4) : month
}

const space = '\u00a0'

/** Milliseconds without insignificant digits: 500 ms, 1.5 s. An axis up to `max` has one unit: 0.5 s and 1.5 s. */
export function durationTick(ms: number, max = ms): string {
  if (ms < 0) return `−${durationTick(-ms, Math.abs(max))}`
  return max < 1000 ? `${Number(ms.toPrecision(6))}${space}ms` : `${Number((ms / 1000).toPrecision(6))}${space}s`
}

/** A count: 500, 1.5k, 2M. */
export function countTick(value: number, max = value): string {
  return value === 0 ? '0' : tickOf(value, max, ['', 'k', 'M', 'G'])
}

/** Bytes in decimal units: 500 MB, 1.5 GB. */
export function byteTick(value: number, max = value): string {
  return tickOf(
    value,
    max,
    ['B', 'kB', 'MB', 'GB', 'TB', 'PB'].map((unit) => `${space}${unit}`),
  )
}

/** In the unit of `max`. */
function tickOf(value: number, max: number, units: readonly string[]): string {
  let step = 0
  let scale = 1
  while (Math.abs(max) >= 1000 * scale && step < units.length - 1) {
    scale *= 1000
    step++
  }
  return `${Number((value / scale).toPrecision(6))}${units[step] ?? ''}`
}
