import { expect, test } from 'vitest'
import { countPlaywright, countVitest, outcomeOf } from './steps.ts'

test('vitest is counted from its JSON report', () => {
  expect(countVitest({ numPassedTests: 12, numFailedTests: 2, numTotalTests: 15 })).toEqual({ passed: 12, failed: 2 })
})

test('a Playwright test that passed when it was tried once more counts as passed', () => {
  expect(countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 } })).toEqual({
    passed: 6,
    failed: 1,
  })
})

test.each([
  ['everything passed', 0, { passed: 3, failed: 0 }, { passed: 3, failed: 0, ok: true }],
  ['a test failed', 1, { passed: 3, failed: 1 }, { passed: 3, failed: 1, ok: false }],
  ['a file did not load', 1, { passed: 3, failed: 0 }, { passed: 3, failed: 1, ok: false }],
  ['nothing ran', 0, { passed: 0, failed: 0 }, { passed: 0, failed: 0, ok: false }],
  ['a failed test behind a good exit code', 0, { passed: 3, failed: 1 }, { passed: 3, failed: 1, ok: false }],
])('%s', (_, code, counts, outcome) => {
  expect(outcomeOf(code, counts)).toEqual(outcome)
})
