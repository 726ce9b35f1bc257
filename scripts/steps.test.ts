import { expect, test } from 'vitest'
import { countPlaywright, countVitest, outcomeOf } from './steps.ts'

test('counts Vitest tests from the JSON report', () => {
  expect(countVitest({ numPassedTests: 12, numFailedTests: 2, numTotalTests: 15 })).toEqual({ passed: 12, failed: 2 })
})

test('counts Playwright tests from the JSON report', () => {
  expect(countPlaywright({ stats: { expected: 5, unexpected: 1, skipped: 3 } })).toEqual({ passed: 5, failed: 1 })
})

test.each([
  ['everything passed', 0, { passed: 3, failed: 0 }, { passed: 3, failed: 0, ok: true }],
  ['a test failed', 1, { passed: 3, failed: 1 }, { passed: 3, failed: 1, ok: false }],
  ['a file did not load, which counts as a failure', 1, { passed: 3, failed: 0 }, { passed: 3, failed: 1, ok: false }],
  ['no test ran, which is not a success', 0, { passed: 0, failed: 0 }, { passed: 0, failed: 0, ok: false }],
  ['a test failed, although the exit code is 0', 0, { passed: 3, failed: 1 }, { passed: 3, failed: 1, ok: false }],
])('%s', (_, code, counts, outcome) => {
  expect(outcomeOf(code, counts)).toEqual(outcome)
})
