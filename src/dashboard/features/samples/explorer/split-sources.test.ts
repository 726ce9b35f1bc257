import { expect, test } from 'vitest'
import type { Monitor } from '../../../../contract/index.ts'
import { defaultSplitOf } from '../splits.ts'
import { splitSources } from './split-sources.ts'

const record: Monitor = {
  id: 'm1',
  raw: null,
  variables: { locations: ['Frankfurt', 'Tokyo'] },
  constants: { browser_cache: 'EMPTY_AND_FULL' },
}
const loaded = new Map([['m1', { id: 'm1', kind: 'monitor' as const, record }]])
const splitOf = (chosen: string[], dataCenters: string[] = []) =>
  defaultSplitOf(splitSources([{ id: 'm1', locations: chosen }], loaded, dataCenters))

test('only the selected locations count', () => {
  expect(splitOf([])).toBe('location')
  expect(splitOf(['Tokyo'])).toBe('view')
  expect(splitOf([], ['hnd1'])).toBe('view')
  expect(splitOf([], ['hnd1', 'fra1'])).toBe('location')
})

test('several monitors are known to be several before they have been read', () => {
  const selected = ['m1', 'm2'].map((id) => ({ id, locations: [] }))
  expect(defaultSplitOf(splitSources(selected, new Map(), []))).toBe('profile')
})
