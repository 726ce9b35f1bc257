import { expect, test } from 'vitest'
import type { Connectivity, Monitor } from '../../../contract/index.ts'
import { defaultSplitOf, largestParts, partOf } from './splits.ts'

const mobile = { bandwidth_down: 1600, bandwidth_up: 768, latency: 300, drop_rate: 0 }
const cable = { bandwidth_down: 5000, bandwidth_up: 1000, latency: 28, drop_rate: 0 }

const monitor = (locations: string[], connectivities: Connectivity[] = [], browser_cache = 'EMPTY'): Monitor => ({
  id: 'm1',
  raw: null,
  variables: { locations, connectivities },
  constants: { browser_cache },
})

test('monitors are split by the first of which they have more than one', () => {
  expect(defaultSplitOf([monitor(['a', 'b'], [mobile, cable], 'EMPTY_AND_FULL')])).toBe('location')
  expect(defaultSplitOf([monitor(['a'], [mobile, cable], 'EMPTY_AND_FULL')])).toBe('connectivity')
  expect(defaultSplitOf([monitor(['a'], [mobile], 'EMPTY_AND_FULL')])).toBe('view')
  expect(defaultSplitOf([monitor(['a'], [mobile])])).toBeUndefined()
  expect(defaultSplitOf([monitor(['a']), { ...monitor(['a', 'b']), id: 'm2' }])).toBe('profile')
  expect(defaultSplitOf([])).toBeUndefined()
})

test('the parts of samples have names', () => {
  const sample = { profile_id: 'm1', location: 'Oslo', connectivity: null, view: 'FULL' }
  expect(partOf(sample, 'profile')).toBe('m1')
  expect(partOf(sample, 'location')).toBe('Oslo')
  expect(partOf(sample, 'connectivity')).toBe('No throttling')
  expect(partOf(sample, 'view')).toBe('repeat view')
  expect(partOf({ ...sample, view: 'EMPTY' }, 'view')).toBe('first view')
  expect(partOf({}, 'view')).toBe('not reported')
})

test('the six parts with the most samples have lines, by name', () => {
  const counts = new Map(['g', 'f', 'e', 'd', 'c', 'b', 'a'].map((part, i) => [part, i]))
  expect(largestParts(counts)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(
    largestParts([
      ['Virginia', 9],
      ['Frankfurt', 1],
    ]),
  ).toEqual(['Frankfurt', 'Virginia'])
})
