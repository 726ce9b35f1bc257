import { expect, test } from 'vitest'
import { decimal } from './quantities.ts'

const values = [0, 1, -1, 9, 12.34, 0.05, 0.94, 99.96, 999, 999.5, 1000, -1234.5, 12_345.678, 1e6, 123_456_789, 2 ** 53]

test.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [1, 0],
  [3, 0],
])('numbers with at most %i and at least %i decimals are written as in en-US, with a true minus', (most, least) => {
  const digits = { maximumFractionDigits: most, minimumFractionDigits: least }
  for (const value of values)
    expect(decimal(value, most, least)).toBe(value.toLocaleString('en-US', digits).replace('-', '−'))
})

test('numbers without digits to group are written as they are', () => {
  expect([NaN, Infinity, -1e21].map((value) => decimal(value))).toEqual(['NaN', 'Infinity', '-1e+21'])
})
