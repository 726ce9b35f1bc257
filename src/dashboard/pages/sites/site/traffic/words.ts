import { ApiError } from '../../../../api/errors.ts'
import { rangePresets } from '../../../../api/range-presets.ts'
import { asSentence } from '../../../../api/errors.ts'
import { dateAndTime, zoneName, type Zone } from '../../../../format/time.ts'
import { day, dayText, type RequestedWindow, type TimeWindow } from './window.ts'

/** What is shown: "the last 48 hours", "21 Nov 2026, UTC". */
export function wordsOf(asked: RequestedWindow, { from, to }: TimeWindow, zone: Zone): string {
  if (asked.kind === 'latest') return `the last ${rangePresets[asked.range].words}`
  if (asked.kind === 'days') {
    const days = [dayText(asked.from), dayText(asked.to - day)]
    return `${[...new Set(days)].join(' to ')} in UTC`
  }
  return `${dateAndTime(from, zone)} to ${dateAndTime(to, zone)} ${zoneName(zone, to)}`
}

/** The period before it: "the 48 h before", "the 3 days before". */
export function beforeWords(asked: RequestedWindow): string {
  if (asked.kind === 'latest') return `the ${rangePresets[asked.range].label} before`
  const span = asked.to - asked.from
  if (span % day === 0) return span === day ? 'the day before' : `the ${span / day} days before`
  const minutes = Math.round(span / 60_000)
  const hours = Math.floor(minutes / 60)
  return `the ${[hours ? `${hours} h` : '', minutes % 60 ? `${minutes % 60} min` : ''].filter(Boolean).join(' ')} before`
}

/** A refusal of dates with the page's names of them in place of the API's; any other error as it is. */
export function inPageWords(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const told = Object.entries(error.fields).filter(([field]) => field in names)
  if (told.length === 0) return error
  const { kind, status, fields, requestId, retryAfter } = error
  const sentence = told.map(([field, message]) => asSentence(named(`${field} ${message}`))).join(' ')
  return new ApiError({ kind, status, sentence, fields, requestId, retryAfter })
}

const names: Readonly<Record<string, string>> = { start_date: '“From”', end_date: '“to”' }

function named(text: string): string {
  return text.replaceAll(/\b(?:start|end)_date\b/g, (field) => names[field] ?? field)
}
