import { expect, test } from 'vitest'
import type { Monitor } from '../../../../contract/index.ts'
import { isFinished } from '../reads.ts'
import { progressOf } from './progress.ts'

const created = Date.UTC(2026, 10, 21, 10)
const line = { bandwidth_down: 1, bandwidth_up: 1, latency: 1, drop_rate: 0 }

function running(timing: Monitor['timing'], more: Partial<Monitor> = {}): Monitor {
  return {
    raw: null,
    status: 'RUNNING',
    suspended_message: null,
    created_at: new Date(created).toISOString(),
    constants: { browser_cache: 'EMPTY_AND_FULL' },
    variables: { locations: ['a', 'b'], connectivities: [line], browsers: [{ name: 'Chromium', version: '150' }] },
    timing,
    ...more,
  }
}

test('progress in rounds is counted in samples: locations × connections × browsers × views', () => {
  expect(progressOf(running({ run_times: 3, duration: null, interval: null }), 6, created)).toEqual({
    share: 0.5,
    words: '6 of 12 samples, 1 of 3 rounds.',
  })
  expect(progressOf(running({ run_times: null, duration: null, interval: null }), 0, created)).toEqual({
    share: 0,
    words: '0 of 4 samples, 0 of 1 round.',
  })
})

test('progress of a duration is the elapsed time', () => {
  const soak = running({ run_times: null, duration: 120, interval: 10 })
  expect(progressOf(soak, 4, created + 30 * 60_000)).toEqual({
    share: 0.25,
    words: '4 samples so far. 30 of 120 min elapsed.',
  })
})

test('with rounds and a duration, the one that is further along counts', () => {
  const both = running({ run_times: 2, duration: 60, interval: null })
  expect(progressOf(both, 2, created + 45 * 60_000).share).toBe(0.75)
  expect(progressOf(both, 8, created).share).toBe(1)
})

test('a finished test differs from one that never started', () => {
  const finished = running({ run_times: 1 }, { status: 'SUSPENDED', suspended_message: 'finished' })
  expect(isFinished(finished)).toBe(true)
  expect(progressOf(finished, 4, created)).toEqual({ share: 1, words: 'Finished with 4 samples.' })
  expect(isFinished(running({ run_times: 1 }, { status: 'SUSPENDED', suspended_message: 'later' }))).toBe(false)
})

test('a record with unknown fields has no progress', () => {
  expect(progressOf({ raw: {} }, 3, created)).toEqual({ share: null, words: '3 samples so far.' })
})
