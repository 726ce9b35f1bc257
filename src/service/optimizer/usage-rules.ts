const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Widths in which traffic is kept, ms. */
export const widths = [5 * minute, hour, day] as const

export interface UsageRange {
  /** UNIX ms, at the start of the first bucket and at the end of the last. */
  readonly from: number
  readonly to: number
  readonly width: number
}

/** The midnight in UTC that begins DAY-MONTH-YEAR, undefined where there is no such day. */
export function dayStart(text: string): number | undefined {
  const [d, m, y] = text.split('-').map(Number)
  if (d === undefined || m === undefined || y === undefined) return undefined
  const date = new Date(0)
  // Date.UTC takes years below 100 for those of the 20th century
  date.setUTCFullYear(y, m - 1, d)
  const at = date.getTime()
  return date.getUTCDate() === d && date.getUTCMonth() === m - 1 && date.getUTCFullYear() === y ? at : undefined
}

/** The range that a usage read covers, in whole buckets, or what is wrong with its dates, by field. */
export function usageRange(
  query: { start_date?: string | undefined; end_date?: string | undefined },
  now: number,
): UsageRange | { readonly fields: Record<string, string> } {
  if (query.start_date === undefined) {
    return query.end_date === undefined
      ? whole(now - 48 * hour, now)
      : { fields: { start_date: 'is needed where end_date is given' } }
  }
  const start = dayStart(query.start_date)
  const end = query.end_date === undefined ? now : dayStart(query.end_date)
  const fields: Record<string, string> = {}
  if (start === undefined) fields['start_date'] = 'is not a day of the calendar'
  if (end === undefined) fields['end_date'] = 'is not a day of the calendar'
  if (start === undefined || end === undefined) return { fields }
  const to = Math.min(now, query.end_date === undefined ? now : end + day)
  if (query.end_date !== undefined && start > end) return { fields: { start_date: 'must not be after end_date' } }
  if (start > to) return { fields: { start_date: 'must not be after today' } }
  if (start < 0) return { fields: { start_date: 'must not be before 01-01-1970' } }
  return whole(start, to)
}

/** 5 minutes up to 48 hours, 1 hour up to 31 days, 1 day beyond. */
function whole(from: number, to: number): UsageRange {
  const span = to - from
  const width = span <= 48 * hour ? 5 * minute : span <= 31 * day ? hour : day
  return {
    from: Math.floor(from / width) * width,
    to: Math.max(Math.ceil(to / width) * width, Math.floor(from / width) * width + width),
    width,
  }
}
