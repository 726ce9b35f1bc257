import { expect, test } from 'vitest'
import { axisTicks, shareOf } from '../sample/axis.ts'
import { inOrder, zeroOf, type Compared } from './compared.ts'
import { differenceOf, isUsualRequestTime, sizeChange } from './difference.ts'

const words = (...of: Parameters<typeof differenceOf>) => differenceOf(...of)?.words.replaceAll('\u00a0', ' ')

test('differences have a sign, a unit and a percentage, except of scores', () => {
  expect(words('load', 1000, 1120)).toBe('+120 ms, +12%')
  expect(words('service_score', 80, 60)).toBe('−20 points')
  expect(words('js_errors', 0, 2)).toBe('+2')
  expect(words('console_errors', 1, 2)).toBe('+1')
  expect(words('load', 5, 5)).toBe('no change')
  expect(words('load', null, 5)).toBeUndefined()
})

test('differences are those of the values as they are shown', () => {
  expect(words('first_paint', 755.4, 592.6)).toBe('−162 ms, −21.5%')
  expect(words('time_to_title', 242.4, 219.6)).toBe('−22 ms, −9.1%')
  expect(words('cumulative_layout_shift', 0.054, 0.067)).toBe('+0.02')
  expect(words('load', 1924.9, 2005.1)).toBe('+90 ms, +4.7%')
})

test('lower is better, except for the score; counts are neutral', () => {
  expect(differenceOf('load', 100, 200)?.isWorse).toBe(true)
  // no quantity
  expect(differenceOf('status_code', 200, 503)).toMatchObject({ words: 'was 200', isWorse: undefined })
  expect(differenceOf('service_score', 60, 80)?.isWorse).toBe(false)
  expect(differenceOf('asset_count', 3, 5)?.isWorse).toBeUndefined()
})

test('samples are aligned by their start, first byte or first paint', () => {
  const compared: Compared = {
    id: 'x',
    letter: 'A',
    name: 'n',
    sample: { raw: {}, metrics: { first_byte: 100, first_paint: null, first_contentful_paint: 300 } },
  }
  expect(zeroOf(compared, 'start')).toBe(0)
  expect(zeroOf(compared, 'first-byte')).toBe(100)
  expect(zeroOf(compared, 'first-paint')).toBe(300)
  expect(zeroOf({ ...compared, sample: { raw: {} } }, 'first-byte')).toBeUndefined()
})

test('the axis has round ticks on both sides of 0', () => {
  const axis = { from: -450, to: 1200, zero: 450 }
  expect(axisTicks(axis, 4)).toEqual([0, 500, 1000])
  expect(axisTicks(axis, 10)).toContain(-400)
  expect(shareOf(450, axis)).toBeCloseTo(450 / 1650)
})

test('what differs no more than two measurements do is about the same', () => {
  expect(words('load', 1000, 1029)).toBe('about the same')
  expect(words('load', 40, 49)).toBe('about the same')
  expect(words('load', 40, 52)).toBe('+12 ms, +30%')
  expect(differenceOf('load', 1000, 999)?.isWorse).toBeUndefined()
  expect(words('service_score', 80, 79)).toBe('about the same')
  expect(words('cumulative_layout_shift', 0.1, 0.105)).toBe('about the same')
  expect(words('bytes_total', 100_000, 101_000)).toBe('about the same')
  // an error more is an error more
  expect(words('js_errors', 100, 101)).toBe('+1')
  expect(sizeChange(0, 14_000, 0)?.replaceAll('\u00a0', ' ')).toBe('+14.0 kB')
  // of a part as much as of the page
  expect(sizeChange(60_000, 34_000, 600_000)?.replaceAll('\u00a0', ' ')).toBe('−26.0 kB')
  expect(sizeChange(60_000, 34_000, 1_000_000)).toBeUndefined()
  expect(sizeChange(60_000, 34_000, 600_000, { low: 570_000, high: 610_000 })).toBeUndefined()
  expect(sizeChange(60_000, 120_000, 600_000, { low: 570_000, high: 610_000 })).toBeDefined()
})

test.each<[string, from: number, to: number, spread: [number, number] | undefined, expected: string]>([
  ['within what is usual', 920, 1290, [900, 1300], 'about the same'],
  ['beyond it', 920, 1400, [900, 1300], '+480 ms, +52.2%'],
  ['a little beyond it', 920, 1325, [900, 1300], 'about the same'],
  ['back within it', 1500, 1000, [900, 1300], '−500 ms, −33.3%'],
  ['without knowing it', 920, 1290, undefined, '+370 ms, +40.2%'],
])('a difference is judged by what is usual: %s', (_, from, to, spread, expected) => {
  expect(words('load', from, to, spread && { low: spread[0], high: spread[1] })).toBe(expected)
})

test('what is usual of a score and a layout shift counts, and an error more is an error more', () => {
  expect(words('service_score', 80, 60, { low: 55, high: 90 })).toBe('about the same')
  expect(words('cumulative_layout_shift', 0.05, 0.12, { low: 0.04, high: 0.12 })).toBe('about the same')
  expect(words('js_errors', 0, 1, { low: 0, high: 3 })).toBe('+1')
})

test.each([
  [100, 141, undefined, false],
  [100, 140, undefined, true],
  [1000, 1100, undefined, true],
  [100, 300, { low: 90, high: 310 }, true],
  [100, 400, { low: 90, high: 310 }, false],
])('a request of %d ms that takes %d is usual where %j is: %j', (from, to, spread, expected) => {
  expect(isUsualRequestTime(from, to, spread)).toBe(expected)
})

test('the earliest sample is the one that others are compared with', () => {
  const at = (id: string, taken_at: string | undefined) => ({
    id,
    name: 'n',
    sample: { raw: {}, ...(taken_at === undefined ? {} : { taken_at }) },
  })
  const samples = inOrder([at('today', '2026-11-20T10:00:00Z'), at('yesterday', '2026-11-19T10:00:00Z')])
  expect(samples.map(({ id, letter }) => [letter, id])).toEqual([
    ['A', 'yesterday'],
    ['B', 'today'],
  ])
})
