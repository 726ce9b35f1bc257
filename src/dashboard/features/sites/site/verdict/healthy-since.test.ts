import { expect, test } from 'vitest'
import { healthySince } from './healthy-since.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const day = 86_400_000
const ago = (days: number) => new Date(now - days * day).toISOString()
const over = (days: number, end_reason = 'recovered') => ({ ended_at: ago(days), end_reason })

test.each([
  ['its last incident ended, after it came into its state', [over(12)], ago(40), 12],
  ['it came into its state, after its last incident', [over(12)], ago(3), 3],
  ['its last incident ended, where the service doesn’t say since when it is in its state', [over(12)], undefined, 12],
  ['the end of the one that ended last, which began earlier', [over(9), over(2), over(20)], ago(40), 2],
  ['it came into its state, where it never had an incident', [], ago(5), 5],
  ['an unknown time, where incidents of so long ago may be gone', [], ago(31), undefined],
  ['an unknown time, where nothing is known', [], null, undefined],
  [
    'an unknown time, where the last incident was only no longer watched',
    [over(3, 'unwatched'), over(9)],
    ago(40),
    undefined,
  ],
  ['it came into its state, whatever became of an incident before', [over(9, 'unwatched')], ago(3), 3],
  ['its last incident ended, where the state’s time is in an unknown format', [over(12)], 'yesterday', 12],
  [
    'an unknown time, where the end is in an unknown format',
    [{ ended_at: '?', end_reason: 'recovered' }],
    null,
    undefined,
  ],
])('a site is healthy since %s', (_, ended, stateSince, days) => {
  const since = healthySince({ ended, stateSince, now })
  expect(since === undefined ? undefined : (now - since) / day).toBe(days)
})
