import { expect, test } from 'vitest'
import { judge, overLimits } from './judge.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  [2400, null, 'ok', 'good'],
  [2600, null, 'warning', 'needs improvement'],
  [2400, 2000, 'warning', 'over the limit of 2 s'],
  [2600, 2000, 'warning', 'over the limit of 2 s'],
  // over 4 s, it's poor whatever the limit
  [5190, 2000, 'error', 'poor, over the limit of 2 s'],
  [5190, 6000, 'error', 'poor'],
])('an LCP of %d ms with a limit of %s is judged by the worse of limit and rating: %s', (value, limit, mark, words) => {
  const judged = judge('time_to_display', value, limit === null ? null : { time_to_display: limit })
  expect([judged?.mark, plain(judged?.words ?? '')]).toEqual([mark, words])
})

test('what is over a limit is named with it', () => {
  const over = overLimits({ time_to_display: 2400, load: 900 }, { time_to_display: 2000, load: 900 })
  expect(over.map(plain)).toEqual(['LCP is over its limit of 2 s'])
})
