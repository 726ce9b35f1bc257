import { ApiError } from '../../../client/errors.ts'
import { asSentence } from '../../../client/errors.ts'
import { rangeInWords } from '../../kit/ranges/range-words.ts'
import { wholeDate, zoneName, type Zone } from '../../kit/format/time.ts'
import { day, spanOf, weeksBack, type RequestedWindow, type TimeWindow } from './window.ts'

export const notReported = 'Not reported by the service'
export const noRequests = 'No requests'

/** "the last 48 hours", "20 Nov 2026 to 21 Nov 2026 (CET)" */
export function windowName(requested: RequestedWindow, { from, to }: TimeWindow, zone: Zone): string {
  if (requested.kind === 'latest') return rangeInWords(requested.range, zone)
  if (requested.kind === 'days') {
    const days = [wholeDate(requested.from, zone), wholeDate(requested.to - 1, zone)]
    return `${[...new Set(days)].join(' to ')} (${zoneName(zone, requested.to)})`
  }
  return rangeInWords({ from, to }, zone)
}

/** When the previous period was: "a week earlier", "5 weeks earlier". */
export function previousPeriodName(requested: RequestedWindow): string {
  const weeks = weeksBack(requested)
  return weeks === 1 ? 'a week earlier' : `${weeks} weeks earlier`
}

/** What the traffic is compared with, and why with that. */
export function comparisonInWords(requested: RequestedWindow): string {
  const span = spanOf(requested)
  const same = requested.kind === 'days' && span < 2 * day ? 'weekday' : span < day ? 'hours' : 'weekdays'
  return `Compared with the same ${same} ${previousPeriodName(requested)}.`
}

/** Why charts lack the previous period although the totals are compared with it. */
export function undrawnInWords(requested: RequestedWindow): string {
  return `The charts don’t show it, as the service keeps traffic from ${previousPeriodName(requested)} in steps that are too wide.`
}

/** Replaces the API's names of dates in an error with the page's own. */
export function withFieldLabels(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const aboutDates = Object.entries(error.fields).filter(([field]) => field in labels)
  if (aboutDates.length === 0) return error
  const { kind, status, fields, requestId, retryAfter } = error
  const sentence = aboutDates.map(([field, message]) => asSentence(labelled(`${field} ${message}`))).join(' ')
  return new ApiError({ kind, status, sentence, fields, requestId, retryAfter })
}

const labels: Readonly<Record<string, string>> = { start_date: '“From”', end_date: '“To”' }

function labelled(text: string): string {
  return text.replaceAll(/\b(?:start|end)_date\b/g, (field) => labels[field] ?? field)
}
