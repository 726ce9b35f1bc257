import { expect, test } from 'vitest'
import { comparedInWords, firstByteIn } from './first-bytes.ts'

const samples = (...times: readonly (number | null)[]) => times.map((ms) => ({ metrics: { first_byte: ms } }))

test('a first byte is the median of the samples that have one', () => {
  expect(firstByteIn(samples(300, null, 100, 200))).toEqual({ median: 200, count: 3 })
  expect(firstByteIn(samples(null))).toBeUndefined()
  expect(firstByteIn([{}])).toBeUndefined()
})

const of = (count: number) => ({ median: 100, count })

test.each([
  [of(5), of(1), 'Median of 5 checks before and 1 since.'],
  [of(1), undefined, 'Median of 1 check before. The next check compares.'],
  [undefined, of(2), 'Median of 2 checks. Nothing was checked before.'],
  [undefined, undefined, ''],
])('%j and %j: %s', (before, since, words) => expect(comparedInWords(before, since)).toBe(words))
