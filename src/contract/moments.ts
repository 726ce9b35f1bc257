import * as z from 'zod/mini'

/** A moment as ISO 8601, a JavaScript date string or UNIX milliseconds; parse it with `momentOf`. */
export const moment = z
  .union([z.string().check(z.minLength(1), z.maxLength(100)), z.number()])
  .check(z.refine((v) => momentOf(v) !== undefined, 'must be an ISO 8601 time, a JavaScript date or UNIX milliseconds'))

/** The last moment that a JavaScript date can have, as the first one (ECMA-262, 21.4.1.1), UNIX ms. */
const furthest = 8.64e15
const minuteMs = 60_000

/**
 * UNIX milliseconds of a text or number, or undefined: nothing is guessed, and the machine's time zone plays no part.
 * Three forms are read: ISO 8601 and RFC 3339 (calendar dates, at midnight where there's no time, in UTC where there's no
 * zone); what `Date.prototype.toString` and `toUTCString` write (ECMA-262, 21.4.4.41 and 43); and whole UNIX
 * milliseconds, but none that would be a moment of this century as seconds, or a year or a date as ISO 8601 writes them
 * without hyphens. A space where a zone's sign belongs was a plus before a query was decoded.
 */
export function momentOf(value: string | number): number | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) <= furthest && !isSeconds(value) ? value + 0 : undefined
  const text = value.trim()
  if (/^-?\d{1,17}$/.test(text)) return isBasicDate(text) ? undefined : momentOf(Number(text))
  return isoMoment(text) ?? dateMoment(text) ?? utcMoment(text)
}

/** Whether it's within 2001 to 2286 in UNIX seconds, and in the spring of 1970 in ms, where nothing was measured. */
const isSeconds = (value: number) => value >= 1e9 && value < 1e10

/** `2026` or `20260301` (ISO 8601-1, sections 5.2.2.1 and 5.2.2.2). */
function isBasicDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  return (
    /^\d{4}$/.test(text) || (year !== undefined && midnight(Number(year), Number(month), Number(day)) !== undefined)
  )
}

/** Midnight in UTC at the start of a day of the Gregorian calendar, UNIX ms; undefined for a day that doesn't exist. */
export function midnight(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  // Date.UTC takes the years 0 to 99 for the 20th century
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}

const isoForm =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,18}))?)?(?:[Zz]| ?([+\- ])(\d\d)(?::?(\d\d))?)?)?$/

/** `2026-03-01T12:30:00.5+01:00`, with a space for the T too, as databases write it. */
function isoMoment(text: string): number | undefined {
  const [whole, year, month, day, hour, minute, second, fraction = '', sign, zoneHour, zoneMinute] =
    isoForm.exec(text) ?? []
  if (whole === undefined) return undefined
  const ms = Number(`${fraction}000`.slice(0, 3))
  const isDayEnd = hour === '24' && !/[1-9]/.test(`${minute}${second ?? ''}${fraction}`)
  const time = isDayEnd ? 24 * 60 * minuteMs : timeOfDay(hour, minute, second)
  return sum(midnight(Number(year), Number(month), Number(day)), time, ms, offset(sign, zoneHour, zoneMinute))
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const dateForm =
  /^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) (\d\d) (\d{4}) (\d\d):(\d\d):(\d\d) GMT(?:([+\- ])(\d\d):?(\d\d))?(?: ?\(.*\))?$/
const utcForm = /^([A-Z][a-z]{2}), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/

/** `Sun Mar 01 2026 00:00:00 GMT+0100 (Central European Standard Time)`; the name in parentheses says nothing more. */
function dateMoment(text: string): number | undefined {
  const [whole, weekday, month, day, year, hour, minute, second, sign, zoneHour, zoneMinute] = dateForm.exec(text) ?? []
  if (whole === undefined) return undefined
  return sum(namedDay(weekday, day, month, year), timeOfDay(hour, minute, second), offset(sign, zoneHour, zoneMinute))
}

/** `Sun, 01 Mar 2026 00:00:00 GMT` */
function utcMoment(text: string): number | undefined {
  const [whole, weekday, day, month, year, hour, minute, second] = utcForm.exec(text) ?? []
  if (whole === undefined) return undefined
  return sum(namedDay(weekday, day, month, year), timeOfDay(hour, minute, second))
}

/** Midnight of a day whose weekday has to be the right one. */
function namedDay(weekday = '', day = '', month = '', year = ''): number | undefined {
  const at = midnight(Number(year), months.indexOf(month) + 1, Number(day))
  return at !== undefined && weekdays[new Date(at).getUTCDay()] === weekday ? at : undefined
}

/** Ms since midnight. UNIX time has no leap seconds. */
function timeOfDay(hour = '0', minute = '0', second = '0'): number | undefined {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)]
  return h < 24 && m < 60 && s < 60 ? (h * 60 + m) * minuteMs + s * 1000 : undefined
}

/** What leads from a zone's clock to UTC, ms. No zone is further away than 14 hours. */
function offset(sign = '+', hour = '0', minute = '0'): number | undefined {
  const minutes = Number(hour) * 60 + Number(minute)
  if (Number(minute) > 59 || minutes > 14 * 60) return undefined
  return (sign === '-' ? minutes : -minutes) * minuteMs
}

/** A sum that is undefined if a part is. */
function sum(...parts: readonly (number | undefined)[]): number | undefined {
  return parts.reduce<number | undefined>(
    (all, one) => (all === undefined || one === undefined ? undefined : all + one),
    0,
  )
}
