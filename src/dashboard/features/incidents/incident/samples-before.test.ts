import { expect, test } from 'vitest'
import { lastBetter, samplesBefore } from './samples-before.ts'

const cable = { bandwidth_down: 5000, bandwidth_up: 1000, latency: 28, drop_rate: 0 }
const slow = { ...cable, latency: 300 }
const sample = (id: string, { connectivity = cable, view = 'EMPTY', sample_type = 0 } = {}) => ({
  id,
  connectivity,
  view,
  sample_type,
})

const samples = [
  sample('later'),
  sample('failed', { sample_type: 2 }),
  sample('other connection', { connectivity: slow }),
  sample('repeat view', { view: 'FULL' }),
  sample('as severe', { sample_type: 2 }),
  sample('warned', { sample_type: 1 }),
  sample('good'),
  sample('older', { sample_type: 1 }),
]

test('the samples before a failed one are those of its connection and view, however severe they are', () => {
  const before = (id: string) => samplesBefore(samples, id).map((one) => one.id)
  expect(before('failed')).toEqual(['as severe', 'warned', 'good', 'older'])
  expect(before('older')).toEqual([])
  expect(before('unknown')).toEqual([])
})

test.each([
  ['failed', 'warned'],
  ['warned', 'good'],
  ['good', undefined],
  ['unknown', undefined],
])('the last that is better than “%s” is %s', (id, better) => expect(lastBetter(samples, id)?.id).toBe(better))
