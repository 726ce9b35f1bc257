const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const time = '(\\d\\d):(\\d\\d):(\\d\\d)'
const month = `(${months.join('|')})`
const weekday = '(?:mon|tue|wed|thu|fri|sat|sun)'

const imfFixdate = new RegExp(`^${weekday}, (\\d\\d) ${month} (\\d{4}) ${time} GMT$`, 'i')
const rfc850 = new RegExp(`^(?:mon|tues|wednes|thurs|fri|satur|sun)day, (\\d\\d)-${month}-(\\d\\d) ${time} GMT$`, 'i')
const asctime = new RegExp(`^${weekday} ${month} ([ \\d]\\d) ${time} (\\d{4})$`, 'i')

/** Reads an HTTP date in any of the three formats that recipients must accept (RFC 9110, section 5.6.7). UNIX ms. */
export function parseDate(text: string, now: number): number | undefined {
  const fixed = imfFixdate.exec(text)
  if (fixed) return timeOf(Number(fixed[3]), fixed[2], fixed[1], fixed.slice(4))
  const old = rfc850.exec(text)
  if (old) return timeOf(fullYear(Number(old[3]), now), old[2], old[1], old.slice(4))
  const ansi = asctime.exec(text)
  if (ansi) return timeOf(Number(ansi[6]), ansi[1], ansi[2], ansi.slice(3, 6))
  return undefined
}

function timeOf(year: number, name: string | undefined, day: string | undefined, [h, m, s]: readonly string[]) {
  // the last second of a day may be a leap second
  if (Number(h) > 23 || Number(m) > 59 || Number(s) > 60) return undefined
  const monthIndex = months.indexOf((name ?? '').toLowerCase())
  // a day that the month doesn't have would be one of the next
  if (new Date(Date.UTC(year, monthIndex, Number(day))).getUTCMonth() !== monthIndex) return undefined
  return Date.UTC(year, monthIndex, Number(day), Number(h), Number(m), Number(s))
}

/** A two-digit year that seems to be over 50 years ahead is in the past (RFC 9110, section 5.6.7). */
function fullYear(year: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear()
  const inThisCentury = thisYear - (thisYear % 100) + year
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury
}

/** An HTTP date in the format that senders must use. */
export function formatDate(at: number): string {
  return new Date(at).toUTCString()
}
