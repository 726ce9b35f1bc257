import { bytes, percent, signed } from '../../../kit/format/format.ts'
import { formatMetric } from '../metrics.ts'
import { timeMetrics, type Usual } from '../../../../contract/index.ts'
import { shownBytes, shownDuration } from '../../../../words/quantities.ts'

export interface Difference {
  /** By how much the shown values differ: negative if it's less now. In the metric's unit. */
  readonly by: number
  /** `+120 ms, +12%`, `−20 points`, or `about the same` */
  readonly words: string
  /** More is worse, except for the score; undefined if neither is better. */
  readonly isWorse: boolean | undefined
}

/** Two measurements of the same page differ by this share without anything having changed. */
const usualShare = 0.03
/** And short times by this much, ms. */
const usualMs = 10

/** What differs no more than that, in words. */
export const usual = 'about the same'

const times: ReadonlySet<string> = new Set(timeMetrics)
const neutral: ReadonlySet<string> = new Set(['asset_count'])
/** Scores have points, and one error less is one error less: neither is a share of anything. */
const withoutShare: ReadonlySet<string> = new Set([
  'service_score',
  'cumulative_layout_shift',
  'request_errors',
  'js_errors',
  'console_errors',
])
/** By how much a metric may differ, where that isn't a share of it. */
const usualBy: Readonly<Record<string, number>> = { service_score: 1, cumulative_layout_shift: 0.01 }

/**
 * The difference between two values of a metric; undefined if one of them wasn't measured.
 * @param spread what the metric usually is
 */
export function differenceOf(
  name: string,
  from: number | null | undefined,
  to: number | null | undefined,
  spread?: Usual,
): Difference | undefined {
  if (typeof from !== 'number' || typeof to !== 'number') return undefined
  if (from === to) return { by: 0, words: 'no change', isWorse: undefined }
  // no quantity
  if (name === 'status_code') return { by: to - from, words: `was ${from}`, isWorse: undefined }
  const base = shownAs(name, from)
  const by = shownAs(name, to) - base
  if (by === 0 || isUsual(name, from, to, spread)) return { by, words: usual, isWorse: undefined }
  const share = base === 0 || withoutShare.has(name) ? '' : `, ${signed(by / base, percent)}`
  const amount = signed(by, (value) => formatMetric(name, value))
  const isMore = by > 0
  return {
    by,
    words: name === 'service_score' ? `${amount} points` : `${amount}${share}`,
    isWorse: neutral.has(name) ? undefined : name === 'service_score' ? !isMore : isMore,
  }
}

function isUsual(name: string, from: number, to: number, spread: Usual | undefined): boolean {
  const margin = marginOf(name, from)
  return margin !== undefined && isWithin(from, to, margin, spread)
}

/** By how much a metric differs without anything having changed; undefined for counts, which are exact. */
function marginOf(name: string, from: number): number | undefined {
  if (times.has(name)) return Math.max(usualMs, usualShare * from)
  return name === 'bytes_total' ? usualShare * from : usualBy[name]
}

/** Whether two values differ by no more than the margin, or are both within what is usual, or no further from it. */
function isWithin(from: number, to: number, margin: number, spread: Usual | undefined): boolean {
  if (Math.abs(to - from) <= margin) return true
  return (
    spread !== undefined && [from, to].every((value) => value >= spread.low - margin && value <= spread.high + margin)
  )
}

/** The same of the times of single requests, which vary more than those of a page. */
const usualOfRequest = { share: 0.1, ms: 40 } as const

/**
 * Whether the times of a request in two samples, in ms, differ by no more than they do when nothing has changed.
 * @param spread how long it usually takes
 */
export function isUsualRequestTime(from: number, to: number, spread?: Usual): boolean {
  return isWithin(from, to, Math.max(usualOfRequest.ms, usualOfRequest.share * from), spread)
}

/** With fewer requests, that all differ in one direction may be chance: of 6, it is in 3 % of cases (a two-sided sign test). */
const requestsForShift = 6

/**
 * Whether all requests of a page took longer, or all took less time, and together by more than a request's time varies: then
 * something has changed, although each of them may be within what is usual.
 * @param pairs the times of each request in two samples, ms
 */
export function haveShifted(pairs: readonly (readonly [from: number, to: number])[]): boolean {
  const sum = (pick: (pair: readonly [number, number]) => number) =>
    pairs.reduce((total, pair) => total + pick(pair), 0)
  const differenceBetween = ([from, to]: readonly [number, number]) => shownDuration(to) - shownDuration(from)
  const whole = sum(differenceBetween)
  return (
    pairs.length >= requestsForShift &&
    pairs.every((pair) => Math.sign(differenceBetween(pair)) === Math.sign(whole)) &&
    Math.abs(whole) > usualOfRequest.share * sum(([from]) => shownDuration(from))
  )
}

/** @param spread what the page's size usually is */
export function isUsualSize(from: number, to: number, spread?: Usual): boolean {
  return isUsual('bytes_total', from, to, spread)
}

/**
 * A change of the size of a part of a page in words: `+14 kB`; undefined where it's no change of the page's size.
 * @param page the page's size before
 * @param spread what that usually is
 */
export function sizeChange(from: number, to: number, page: number, spread?: Usual): string | undefined {
  const isSame = isUsualSize(page, page + to - from, spread)
  return isSame ? undefined : signed(shownBytes(to) - shownBytes(from), bytes)
}

/** A metric's value as far as it is shown, so that a difference is that of the two numbers next to it. */
function shownAs(name: string, value: number): number {
  if (times.has(name)) return shownDuration(value)
  if (name === 'bytes_total') return shownBytes(value)
  const words = formatMetric(name, value)
  return name === 'cumulative_layout_shift' || name === 'service_score' ? Number(words) : value
}
