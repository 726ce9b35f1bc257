import { expect, test } from 'vitest'
import { bucketWidth, selectedRange, seriesRange } from './series-range.ts'

const minute = 60_000
const hour = 60 * minute
const at = (text: string) => Date.parse(text)

test.each([
  [217 * minute, 5 * minute],
  [3 * hour, 2 * minute],
  [90_000, 1000],
  [37 * hour, 30 * minute],
  [60 * 24 * hour, 24 * hour],
  [400 * 24 * hour, 5 * 24 * hour],
])('a range of %d ms has buckets of a round %d ms', (length, width) => {
  expect(bucketWidth({ from: 0, to: length })).toBe(width)
})

test('a range selected in a chart is widened to whole buckets', () => {
  const shown = { from: at('2026-11-20'), to: at('2026-11-21') }
  const zoomed = selectedRange({ from: at('2026-11-20T06:03:12Z'), to: at('2026-11-20T09:40:47Z') }, shown)
  expect(zoomed).toEqual({ from: at('2026-11-20T06:00Z'), to: at('2026-11-20T09:45Z') })
  expect(seriesRange(zoomed, zoomed)).toEqual({ ...zoomed, buckets: 45 })
})

test('a range that is moved by a part of a bucket keeps its length', () => {
  const shown = { from: at('2026-11-20T06:00Z'), to: at('2026-11-20T09:45Z') }
  const moved = selectedRange({ from: at('2026-11-20T07:52:30Z'), to: at('2026-11-20T11:37:30Z') }, shown)
  expect(moved).toEqual({ from: at('2026-11-20T07:55Z'), to: at('2026-11-20T11:40Z') })
})

test('dates that were entered are covered by whole buckets', () => {
  const entered = { from: at('2026-11-20T06:03Z'), to: at('2026-11-20T09:41Z') }
  expect(seriesRange(entered, entered)).toEqual({
    from: at('2026-11-20T06:00Z'),
    to: at('2026-11-20T09:45Z'),
    buckets: 45,
  })
})

test('a named range keeps its ends', () => {
  const span = { from: at('2026-11-14T10:05Z'), to: at('2026-11-21T10:05Z') }
  expect(seriesRange('7d', span)).toEqual({ ...span, buckets: 84 })
})
