import { describe, expect, test } from 'vitest'
import { dayStart, usageRange } from './usage-rules.ts'

const now = Date.UTC(2026, 10, 21, 8, 2, 30)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test.each([
  ['21-11-2026', Date.UTC(2026, 10, 21)],
  ['1-1-2026', Date.UTC(2026, 0, 1)],
  ['29-02-2028', Date.UTC(2028, 1, 29)],
])('%s is a valid date', (text, at) => expect(dayStart(text)).toBe(at))

test.each(['29-02-2026', '31-04-2026', '0-1-2026', '32-01-2026', '1-13-2026', '1-0-2026', '21-11', ''])(
  '%j is not a valid date',
  (text) => expect(dayStart(text)).toBeUndefined(),
)

/** The range as text, and its bucket width in minutes. */
function range(start_date?: string, end_date?: string) {
  const found = usageRange({ start_date, end_date }, now)
  if ('fields' in found) return found.fields
  return [new Date(found.from).toISOString(), new Date(found.to).toISOString(), found.width / minute]
}

describe('a range', () => {
  test('defaults to the last 48 hours', () => {
    expect(range()).toEqual(['2026-11-19T08:00:00.000Z', '2026-11-21T08:05:00.000Z', 5])
  })

  test('ends now if only the start is given', () => {
    expect(range('20-11-2026')).toEqual(['2026-11-20T00:00:00.000Z', '2026-11-21T08:05:00.000Z', 5])
  })

  test('includes its first and last day in full', () => {
    expect(range('18-11-2026', '19-11-2026')).toEqual(['2026-11-18T00:00:00.000Z', '2026-11-20T00:00:00.000Z', 5])
    expect(range('19-11-2026', '19-11-2026')).toEqual(['2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z', 5])
  })

  test('ends now if the given end is in the future', () => {
    expect(range('21-11-2026', '31-12-2099')).toEqual(['2026-11-21T00:00:00.000Z', '2026-11-21T08:05:00.000Z', 5])
  })

  test('has buckets of 5 minutes up to 48 hours, an hour up to 31 days, and a day beyond that', () => {
    expect(range('1-10-2026', '2-10-2026')).toContain(5)
    expect(range('1-10-2026', '3-10-2026')).toContain(60)
    expect(range('1-10-2026', '31-10-2026')).toContain(60)
    expect(range('1-10-2026', '1-11-2026')).toEqual(['2026-10-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z', 1440])
  })

  test('begins and ends on bucket boundaries', () => {
    for (const query of [{}, { start_date: '1-11-2026' }, { start_date: '1-1-2026' }]) {
      const found = usageRange(query, now)
      if ('fields' in found) throw new Error('refused')
      expect([found.from % found.width, found.to % found.width]).toEqual([0, 0])
      expect([5 * minute, hour, day]).toContain(found.width)
    }
  })

  test.each([
    [undefined, '21-11-2026', 'start_date'],
    ['22-11-2026', '21-11-2026', 'start_date'],
    ['22-11-2026', undefined, 'start_date'],
    ['22-11-2026', '23-11-2026', 'start_date'],
    ['30-02-2026', undefined, 'start_date'],
    ['1-1-2026', '30-02-2026', 'end_date'],
    ['1-1-0001', '21-11-2026', 'start_date'],
  ])('from %s to %s is refused', (start, end, field) => {
    expect(Object.keys(range(start, end))).toEqual([field])
  })
})
