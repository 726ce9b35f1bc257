import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNamed, partsOf, stepsToLookUp } from './name-list.ts'
import { settingsLimits } from './settings-limits.ts'

test('a list of names can end in *', () => {
  const list = ['utm_*', 'gclid', 'utm_s*']
  const found = ['utm_source', 'utm_', 'gclid', 'gclid2', 'utm', 'v', ''].map((name) => isNamed(name, list))
  expect(found).toEqual([true, true, true, false, false, false, false])
  expect(isNamed('anything', ['*'])).toBe(true)
  expect(isNamed('anything', [])).toBe(false)
})

const text = fc.string({ unit: fc.constantFrom('a', 'b', '_', 'é', '\u{1f600}'), maxLength: 6 })
const names = fc.array(
  fc.tuple(text, fc.boolean()).map(([name, isOpen]) => (isOpen ? `${name}*` : name)),
  {
    maxLength: settingsLimits.names,
  },
)

test('a name is found by few comparisons, as if it were compared with each of the list', () => {
  fc.assert(
    fc.property(names, text, (list, name) => {
      let comparisons = 0
      const found = isNamed(name, list, (a, b) => {
        comparisons++
        return a > b
      })
      expect(found).toBe(list.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one)))
      expect(comparisons).toBeLessThanOrEqual(Math.ceil(Math.log2(list.length + 1)))
      expect(comparisons).toBeLessThan(stepsToLookUp(1, list))
    }),
    { numRuns: 2000 },
  )
})

test('all names of a request take a small part of what its filters may cost', () => {
  const longest = Array.from({ length: settingsLimits.names }, (_, i) => `${i}`.padEnd(62, 'x') + '*')
  expect(stepsToLookUp(settingsLimits.matchedNames, longest)).toBeLessThanOrEqual(settingsLimits.filterSteps / 20)
  expect(partsOf('a;'.repeat(settingsLimits.matchedNames - 1), ';')).toHaveLength(settingsLimits.matchedNames)
  expect(partsOf('a;'.repeat(settingsLimits.matchedNames), ';')).toBeUndefined()
})
