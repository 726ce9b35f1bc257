import { expect, test } from 'vitest'
import { comparable } from './reads.ts'

const cable = { bandwidth_down: 5000, bandwidth_up: 1000, latency: 28, drop_rate: 0 }
const slow = { ...cable, latency: 300 }
const sample = (id: string, { connectivity = cable, view = 'EMPTY', sample_type = 0 } = {}) => ({
  id,
  connectivity,
  view,
  sample_type,
})

test('a failed sample is compared with the latest of the same kind that is less severe', () => {
  const samples = [
    sample('later'),
    sample('failed', { sample_type: 3 }),
    sample('other connection', { connectivity: slow }),
    sample('repeat view', { view: 'FULL' }),
    sample('failed too', { sample_type: 3 }),
    sample('warned', { sample_type: 1 }),
    sample('good'),
    sample('older'),
  ]
  expect(comparable(samples, 'failed')?.id).toBe('warned')
  expect(comparable(samples, 'older')).toBeUndefined()
  expect(comparable(samples, 'unknown')).toBeUndefined()
})

test('where none is, the latest of the same kind does', () => {
  const samples = [
    sample('failed', { sample_type: 1 }),
    sample('other connection', { connectivity: slow }),
    sample('warned', { sample_type: 1 }),
    sample('older', { sample_type: 2 }),
  ]
  expect(comparable(samples, 'failed')?.id).toBe('warned')
})
