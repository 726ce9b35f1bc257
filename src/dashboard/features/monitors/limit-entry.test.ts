import { expect, test } from 'vitest'
import { limitProblems, limitsOf, typedFrom, unitOf } from './limit-entry.ts'

test.each([
  ['time_to_display', 's'],
  ['first_byte', 'ms'],
  ['load', 's'],
  ['dns', 'ms'],
  ['bytes_total', 'MB'],
  ['asset_count', undefined],
  ['cumulative_layout_shift', undefined],
] as const)('a limit for %s is entered in %s', (metric, name) => expect(unitOf(metric).name).toBe(name))

test('limits are read in the units in which they are shown, and back', () => {
  const limits = { first_byte: 600, time_to_display: 2300, cumulative_layout_shift: 0.1, bytes_total: 1_250_000 }
  expect(typedFrom({ ...limits, unknown: 1 })).toEqual({
    first_byte: '600',
    time_to_display: '2.3',
    cumulative_layout_shift: '0.1',
    bytes_total: '1.25',
  })
  expect(limitsOf(typedFrom(limits), 'WEBPAGE')).toEqual(limits)
  expect(limitsOf(typedFrom(limits), 'HTTP')).toEqual({ first_byte: 600, bytes_total: 1_250_000 })
  expect(limitsOf({ load: ' ', first_byte: '' }, 'WEBPAGE')).toBeNull()
})

test.each([
  [{ time_to_display: 'x' }, { 'limits.time_to_display': 'Enter a number from 0.001 to 600.' }],
  [{ time_to_display: '0' }, { 'limits.time_to_display': 'Enter a number from 0.001 to 600.' }],
  [{ first_byte: '600001' }, { 'limits.first_byte': 'Enter a number from 1 to 600,000.' }],
  [{ asset_count: '10001' }, { 'limits.asset_count': 'Enter a number from 1 to 10,000.' }],
  [{ time_to_display: '2.5', load: '' }, {}],
])('%o has the problems %o', (typed, problems) => expect(limitProblems(typed, 'WEBPAGE')).toEqual(problems))
