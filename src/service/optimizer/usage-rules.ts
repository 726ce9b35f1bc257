import { midnight } from '../../contract/index.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export interface UsageRange {
  /** UNIX ms: the start of the first bucket and the end of the last. */
  readonly from: number
  readonly to: number
  readonly width: number
}

/** Midnight in UTC at the start of DAY-MONTH-YEAR, undefined for a day that doesn't exist. */
export function dayStart(text: string): number | undefined {
  const [d, m, y] = text.split('-').map(Number)
  return d === undefined || m === undefined || y === undefined ? undefined : midnight(y, m, d)
}

/** The whole buckets that a traffic read covers, or what is wrong with its dates, by field. */
export function usageRange(
  query: { start_date?: string | undefined; end_date?: string | undefined },
  now: number,
): UsageRange | { readonly fields: Record<string, string> } {
  if (query.start_date === undefined) {
    return query.end_date === undefined
      ? wholeBuckets(now - 48 * hour, now)
      : { fields: { start_date: 'is required when end_date is set' } }
  }
  const start = dayStart(query.start_date)
  const end = query.end_date === undefined ? now : dayStart(query.end_date)
  const fields: Record<string, string> = {}
  if (start === undefined) fields['start_date'] = "isn't a real date"
  if (end === undefined) fields['end_date'] = "isn't a real date"
  if (start === undefined || end === undefined) return { fields }
  const to = Math.min(now, query.end_date === undefined ? now : end + day)
  if (query.end_date !== undefined && start > end) return { fields: { start_date: 'must not be after end_date' } }
  if (start > to) return { fields: { start_date: 'must not be after today' } }
  if (start < 0) return { fields: { start_date: 'must not be before 01-01-1970' } }
  return wholeBuckets(start, to)
}

/** Buckets are 5 minutes up to 48 hours, 1 hour up to 31 days, and 1 day beyond that. */
function wholeBuckets(from: number, to: number): UsageRange {
  const span = to - from
  const width = span <= 48 * hour ? 5 * minute : span <= 31 * day ? hour : day
  return {
    from: Math.floor(from / width) * width,
    to: Math.max(Math.ceil(to / width) * width, Math.floor(from / width) * width + width),
    width,
  }
}
