import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestTime, usualRange } from './usual.ts'

test.each<[string, number[], [number, number] | undefined]>([
  ['too few', [1, 2, 3, 4], undefined],
  ['all', [5, 3, 1, 2, 4], [1, 5]],
  ['alike', [7, 7, 7, 7, 7], [7, 7]],
  ['without one far above', [10, 11, 12, 13, 14, 90], [10, 14]],
  ['without one far below', [-90, 10, 11, 12, 13, 14], [10, 14]],
])('the usual range is that of the values: %s', (_, values, expected) => {
  const usual = usualRange(values)
  expect(usual && [usual.low, usual.high]).toEqual(expected)
})

test('both ends were measured, and hold the middle half', () => {
  const values = fc.array(fc.double({ noNaN: true, min: 0, max: 1e6 }), { minLength: 5, maxLength: 60 })
  fc.assert(
    fc.property(values, (measured) => {
      const { low = NaN, high = NaN } = usualRange(measured) ?? {}
      expect(measured).toContain(low)
      expect(measured).toContain(high)
      const within = measured.filter((value) => value >= low && value <= high)
      expect(within.length).toBeGreaterThanOrEqual(measured.length / 2)
    }),
  )
})

test('a request takes from its start to its end, or as long as its phases', () => {
  const phases = { dns: 1, connect: 2, tls: null, wait: 30, receive: 4 }
  const request = {
    url: '',
    method: 'GET',
    type: 'js',
    status: 200,
    protocol: null,
    bytes: null,
    error: null,
    ...phases,
  }
  expect(requestTime({ ...request, start: 100, end: 150 })).toBe(50)
  expect(requestTime({ ...request, start: 100, end: null })).toBe(37)
  expect(requestTime({ ...request, start: 100, end: 90 })).toBe(0)
})
