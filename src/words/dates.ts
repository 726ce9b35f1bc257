/** Moments in UTC, for what has no reader's time zone: emails, and records that several people read. */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `20 Nov 2026` of an ISO time. What is no time is returned as it is. */
export function utcDate(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(iso) ?? []
  return year === undefined ? iso : `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`
}

/** `20 Nov 2026, 13:10 UTC` of an ISO time that ends in Z. */
export function utcMoment(iso: string): string {
  return `${utcDate(iso)}, ${iso.slice(11, 16)} UTC`
}
