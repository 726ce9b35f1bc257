import { dateAndTime, zoneName, type Zone } from '../../../../components/time.ts'
import { day, dayText, ranges, type Asked, type Window } from './window.ts'

/** What is shown: "the last 48 hours", "21 Nov 2026, UTC". */
export function wordsOf(asked: Asked, { from, to }: Window, zone: Zone): string {
  if (asked.kind === 'latest') return `the last ${ranges[asked.range].words}`
  if (asked.kind === 'days') {
    const days = [dayText(asked.from), dayText(asked.to - day)]
    return `${[...new Set(days)].join(' to ')} in UTC`
  }
  return `${dateAndTime(from, zone)} to ${dateAndTime(to, zone)} ${zoneName(zone, to)}`
}

/** The period before it: "the 48 h before", "the 3 days before". */
export function beforeWords(asked: Asked): string {
  if (asked.kind === 'latest') return `the ${ranges[asked.range].label} before`
  const span = asked.to - asked.from
  if (span % day === 0) return span === day ? 'the day before' : `the ${span / day} days before`
  const minutes = Math.round(span / 60_000)
  const hours = Math.floor(minutes / 60)
  return `the ${[hours ? `${hours} h` : '', minutes % 60 ? `${minutes % 60} min` : ''].filter(Boolean).join(' ')} before`
}
