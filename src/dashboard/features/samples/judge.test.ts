import { expect, test } from 'vitest'
import { judge, overLimits, severityOf } from './judge.ts'

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

test.each([
  ['within its limit', { sample_type: 0, metrics: { time_to_display: 1900 } }, 0],
  ['over its limit', { sample_type: 0, metrics: { time_to_display: 2400 } }, 1],
  ['poor and over its limit', { sample_type: 0, metrics: { time_to_display: 5190 } }, 2],
  ['over its limit, with a worse issue', { sample_type: 3, metrics: { time_to_display: 2400 } }, 3],
  ['over its limit on a busy runner', { sample_type: 0, judged: false, metrics: { time_to_display: 2400 } }, 0],
  ['of an unknown severity', { metrics: { time_to_display: 2400 } }, undefined],
])('a sample %s has the severity that an incident gives it', (_, sample, severity) =>
  expect(severityOf(sample, { time_to_display: 2000 })).toBe(severity),
)
