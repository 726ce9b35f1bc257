import { bisectRight } from 'd3-array'
import { usageTitles, type readUsage, type ReplyOf } from '../../../contract/index.ts'
import { day, type Shift, type TimeWindow } from './window.ts'

export type Usage = ReplyOf<typeof readUsage>

/** What the service sent to visitors and fetched from the origin. Null if not reported. */
export interface Amounts {
  readonly serviceRequests: number | null
  readonly serviceBytes: number | null
  readonly serverRequests: number | null
  readonly serverBytes: number | null
}

export interface Bucket extends Amounts {
  /** UNIX ms at its start. */
  readonly at: number
}

export interface Traffic extends TimeWindow {
  /** Of a bucket, ms; null with fewer than two buckets. */
  readonly width: number | null
  readonly buckets: readonly Bucket[]
}

/** As a chart shows it. */
export interface Drawn extends Traffic {
  /** Whether parts of days were left out, so that it has whole days only. */
  readonly isCut?: boolean
}

type Amount = keyof Amounts

const gigabyte = 1e9
const amounts = ['serviceRequests', 'serviceBytes', 'serverRequests', 'serverBytes'] as const satisfies Amount[]

const titles = {
  serviceRequests: { title: usageTitles[0], unit: 1 },
  serviceBytes: { title: usageTitles[1], unit: gigabyte },
  serverRequests: { title: usageTitles[2], unit: 1 },
  serverBytes: { title: usageTitles[3], unit: gigabyte },
} as const satisfies Record<Amount, { title: string; unit: number }>

/** Turns the service's series into buckets by time. Several reads are joined in the widest buckets among them. */
export function trafficOf(usages: readonly Usage[], window?: TimeWindow): Traffic {
  const read = usages.map(bucketsOf)
  const widths = read.map(widthOf).filter((width) => width !== null)
  const width = widths.length ? Math.max(...widths) : null
  const buckets = width === null ? read.flat() : rebucket(read.flat(), width)
  const shown = window ? buckets.filter(({ at }) => at + (width ?? 1) > window.from && at < window.to) : buckets
  const first = shown[0]?.at ?? window?.from ?? 0
  const last = (shown.at(-1)?.at ?? first) + (width ?? 0)
  return { from: window?.from ?? first, to: window?.to ?? last, width, buckets: shown }
}

function bucketsOf({ usage }: Usage): readonly Bucket[] {
  const byTime: Buckets = new Map()
  for (const amount of amounts) {
    const { title, unit } = titles[amount]
    const found = usage.find((entry) => entry.title.toLowerCase() === title.toLowerCase())
    for (const [at, value] of found?.data ?? []) bucketAt(byTime, at)[amount] = value * unit
  }
  return [...byTime.values()].toSorted((a, b) => a.at - b.at)
}

/** Amounts while they are being added up. */
type Sums = { -readonly [amount in Amount]: number | null }
type Buckets = Map<number, Sums & { readonly at: number }>

const nothing: Amounts = { serviceRequests: null, serviceBytes: null, serverRequests: null, serverBytes: null }

function bucketAt(buckets: Buckets, at: number): Sums {
  let bucket = buckets.get(at)
  if (!bucket) {
    bucket = { at, ...nothing }
    buckets.set(at, bucket)
  }
  return bucket
}

/** An amount stays null until it is known. */
function add(sums: Sums, amountsToAdd: Amounts): void {
  for (const amount of amounts) {
    const value = amountsToAdd[amount]
    if (value !== null) sums[amount] = (sums[amount] ?? 0) + value
  }
}

function widthOf(buckets: readonly Bucket[]): number | null {
  const steps = buckets.slice(1).map(({ at }, i) => at - (buckets[i]?.at ?? at))
  return steps.length ? Math.min(...steps) : null
}

/** Adds up buckets into those of `width`. */
function rebucket(buckets: readonly Bucket[], width: number): readonly Bucket[] {
  const isDone = buckets.every(({ at }, i) => at % width === 0 && at > (buckets[i - 1]?.at ?? -Infinity))
  if (isDone) return buckets
  const wider: Buckets = new Map()
  for (const bucket of buckets) add(bucketAt(wider, Math.floor(bucket.at / width) * width), bucket)
  return [...wider.values()].toSorted((a, b) => a.at - b.at)
}

/** An amount is null if no bucket has it. */
export function totalsOf(buckets: readonly Amounts[]): Amounts {
  const sums: Sums = { ...nothing }
  for (const bucket of buckets) add(sums, bucket)
  return sums
}

/** The share answered without the origin: 1 − server / service. Null without any requests. */
export function offload(service: number | null, server: number | null): number | null {
  return service === null || server === null || service <= 0 ? null : 1 - server / service
}

/** What was answered without the origin; null if it isn't known, or the origin was asked for more than visitors got. */
export function saved(service: number | null, server: number | null): number | null {
  return service === null || server === null || server > service ? null : service - server
}

/**
 * The previous period, shifted onto the current one bucket by bucket; null if its buckets are wider, because then they
 * can't be compared.
 */
export function previousPeriodOf(present: Traffic, before: Traffic, shift: Shift): readonly Bucket[] | null {
  const { width } = present
  if (width === null || before.width === null || before.width > width) return null
  const isShown = ({ at }: Bucket) => at + width > present.from && at < present.to
  // where the clocks changed since, two hours of the previous period fall on one of this, and one has none
  const single = before.buckets.filter(({ at }) => shift.back(shift.forth(at)) === at)
  return rebucket(shifted({ ...before, buckets: single }, shift), width).filter(isShown)
}

/** The buckets of the previous period, moved onto the current one. */
export function shifted({ width, buckets }: Traffic, shift: Shift): readonly Bucket[] {
  return buckets.map((bucket) => ({ ...bucket, at: movedBy(shift, bucket.at, width) }))
}

/** Where a bucket of the previous period begins in this one: wider ones, such as the service's days, stay in UTC. */
function movedBy({ forth }: Shift, at: number, width: number | null): number {
  return width === null ? forth(at) : Math.round(forth(at) / width) * width
}

/** What was counted in both periods over the same buckets. */
export interface Comparison {
  readonly now: Amounts
  readonly before: Amounts
}

/** The share of requests that may be missing from the start of the previous period. */
const negligible = 0.01

/**
 * The totals of both periods, in the buckets that both have whole; null if they can't be compared. The service reports
 * 0 where it has no data, so a previous period that starts with zeros is taken to be incomplete unless the current one
 * has hardly any requests there either.
 */
export function comparisonOf(present: Traffic, before: Traffic, shift: Shift): Comparison | null {
  if (present.width === null || before.width === null) return null
  const width = Math.max(present.width, before.width)
  const startOf = (at: number) => Math.floor(at / width) * width
  const moved = (at: number) => movedBy(shift, at, before.width)
  const isWhole = (at: number) => startOf(at) >= present.from && startOf(at) + width <= present.to
  const now = present.buckets.filter(({ at }) => isWhole(at))
  const then = before.buckets.filter(({ at }) => isWhole(moved(at)))
  const first = then.find(hasTraffic)
  if (first === undefined) return null
  const begin = startOf(moved(first.at))
  const totals = totalsOf(now)
  const unmatched = totalsOf(now.filter(({ at }) => at < begin)).serviceRequests ?? 0
  return unmatched > negligible * (totals.serviceRequests ?? 0) ? null : { now: totals, before: totalsOf(then) }
}

/** Whether nobody asked for anything, as far as the service counts it. */
export function isQuiet(buckets: readonly Amounts[]): boolean {
  return buckets.every(({ serviceRequests, serverRequests }) => serviceRequests === 0 && !serverRequests)
}

/** Whether a bucket has any traffic. */
function hasTraffic(bucket: Amounts): boolean {
  return amounts.some((amount) => (bucket[amount] ?? 0) > 0)
}

/** How long the window is before its first traffic, ms. */
export function emptyStart({ from, to, buckets }: Traffic): number {
  return (buckets.find(hasTraffic)?.at ?? to) - from
}

/** Counted later, a request may be in only one of two reads. */
const negligibleShare = 0.05

/** Whether buckets of a width have requests that narrower ones of the same time lack: the service keeps those longer. */
export function hasMore(wide: readonly Bucket[], width: number, narrow: readonly Bucket[]): boolean {
  return wide.some(({ at, serviceRequests }) => {
    const same = totalsOf(narrow.filter((bucket) => bucket.at >= at && bucket.at < at + width))
    return (same.serviceRequests ?? 0) < (1 - negligibleShare) * (serviceRequests ?? 0)
  })
}

/** A window of whole buckets: each end moves to the nearest, but the present stays. */
export function inBuckets({ from, to }: TimeWindow, width: number, now: number): TimeWindow {
  const nearest = (at: number) => Math.round(at / width) * width
  return { from: nearest(from), to: to > now - width ? to : nearest(to) }
}

const minute = 60_000
/** Round widths, ms. */
const evenWidths = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * minute)

/** Widens the buckets until there are at most `maxBuckets`. A partial first bucket is dropped. */
export function downsample(traffic: Traffic, maxBuckets: number): Traffic {
  const { from, to, width, buckets } = traffic
  if (width === null || buckets.length <= maxBuckets) return traffic
  const wider = evenWidths.find((candidate) => candidate % width === 0 && (to - from) / candidate <= maxBuckets)
  return wider === undefined ? traffic : widened(traffic, wider)
}

function widened(traffic: Traffic, width: number): Traffic {
  return { ...traffic, width, buckets: rebucket(traffic.buckets, width).filter(({ at }) => at >= traffic.from) }
}

/** Fewer are too coarse for a chart. */
const minBuckets = 14

/** Widens the buckets to those of the previous period, so that a chart can show both, if enough of them remain. */
export function matchWidth(traffic: Traffic, before: Traffic): Traffic {
  const { from, to, width } = traffic
  if (width === null || before.width === null || before.width <= width) return traffic
  return (to - from) / before.width < minBuckets ? traffic : widened(traffic, before.width)
}

/** Adds up narrower buckets into days, of which the bounds are given. What lies beyond them is dropped. */
export function inDays(buckets: readonly Bucket[], bounds: readonly number[]): readonly Bucket[] {
  const groups = Map.groupBy(buckets, ({ at }) => bisectRight(bounds, at) - 1)
  return bounds.slice(0, -1).flatMap((at, i) => {
    const group = groups.get(i)
    return group ? [{ at, ...totalsOf(group) }] : []
  })
}

/** The window's whole days, of which the bounds are given. */
export function inWholeDays(traffic: Traffic, bounds: readonly number[]): Drawn {
  const { from, to, buckets } = traffic
  const isCut = (bounds[0] ?? to) > from || (bounds.at(-1) ?? from) < to
  return { ...traffic, width: day, buckets: inDays(buckets, bounds), isCut }
}

/** Drops the bucket that is still filling, unless it has the first requests: next to full ones it would look like a drop. */
export function dropOpenBucket(now: number, traffic: Traffic): Traffic {
  const { width, buckets } = traffic
  if (width === null) return traffic
  const full = buckets.filter(({ at }) => at + width <= now)
  return isQuiet(full) ? traffic : { ...traffic, buckets: full }
}

/** Drops the service's days that begin before the window or end after it: their bars would stand outside the chart. */
export function dropCutDays(traffic: Traffic): Drawn {
  const { from, to, width, buckets } = traffic
  if (width !== day) return traffic
  const whole = buckets.filter(({ at }) => at >= from && at + day <= to)
  const isCut = (whole[0]?.at ?? to) > from || (whole.at(-1)?.at ?? from) + day < to
  return { ...traffic, buckets: whole, isCut }
}

/** The relative change of a value; null if it was zero or unknown before. */
export function change(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : now / before - 1
}
