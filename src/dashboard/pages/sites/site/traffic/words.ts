import { ApiError } from '../../../../api/errors.ts'
import { rangePresets } from '../../../../api/range-presets.ts'
import { asSentence } from '../../../../api/errors.ts'
import { dateAndTime, zoneName, type Zone } from '../../../../format/time.ts'
import { day, dayText, type RequestedWindow, type TimeWindow } from './window.ts'

export const notReported = 'Not reported by the service'
export const noRequests = 'No requests'

/** "the last 48 hours", "2026-11-20 to 2026-11-21 (UTC)" */
export function windowName(requested: RequestedWindow, { from, to }: TimeWindow, zone: Zone): string {
  if (requested.kind === 'latest') return `the last ${rangePresets[requested.range].words}`
  if (requested.kind === 'days') {
    const days = [dayText(requested.from), dayText(requested.to - day)]
    return `${[...new Set(days)].join(' to ')} (UTC)`
  }
  return `${dateAndTime(from, zone)} to ${dateAndTime(to, zone)} ${zoneName(zone, to)}`
}

/** "previous 48 h", "previous 3 days" */
export function previousPeriodName(requested: RequestedWindow): string {
  if (requested.kind === 'latest')
    return `previous ${requested.range === '48h' ? '48 h' : rangePresets[requested.range].words}`
  const span = requested.to - requested.from
  if (span % day === 0) return span === day ? 'previous day' : `previous ${span / day} days`
  const minutes = Math.round(span / 60_000)
  const hours = Math.floor(minutes / 60)
  return ['previous', hours ? `${hours} h` : '', minutes % 60 ? `${minutes % 60} min` : ''].filter(Boolean).join(' ')
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
