import { expect, test } from 'vitest'
import { ruleEnd } from './rule-end.ts'

test.each([
  ['2026-10-31', '2026-11-01T00:00:00.000Z'],
  ['2024-02-29', '2024-03-01T00:00:00.000Z'],
  ['2026-02-29', undefined],
  ['2026-10-31T12:00:00Z', undefined],
  ['26-10-31', undefined],
  ['spring', undefined],
  [null, undefined],
  [20261031, undefined],
])('a rule until %j ends at %s', (until, end) => {
  const at = ruleEnd(until)
  expect(at === undefined ? undefined : new Date(at).toISOString()).toBe(end)
})
