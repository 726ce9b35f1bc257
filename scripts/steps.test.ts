import { expect, test } from 'vitest'
import { countPlaywright, countVitest, outcomeOf, retriedByVitest } from './steps.ts'

test('counts Vitest tests from the JSON report', () => {
  const report = { numPassedTests: 12, numFailedTests: 2, numTotalTests: 15, testResults: [] }
  expect(countVitest(report)).toEqual({ passed: 12, failed: 2 })
})

test('a Vitest test that passed only at the second try is named, with its first failure', () => {
  const assertionResults = [
    { fullName: 'steady', status: 'passed', failureMessages: [] },
    { fullName: 'unsteady', status: 'passed', failureMessages: ['expected 0 to be 1'] },
    { fullName: 'broken', status: 'failed', failureMessages: ['expected 0 to be 2'] },
  ]
  const testResults = [{ name: `${process.cwd()}/src/a.test.ts`, assertionResults }]
  expect(retriedByVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual([
    'src/a.test.ts: unsteady\nexpected 0 to be 1',
  ])
})

test('counts Playwright tests from the JSON report, those that a retry passed among the passed', () => {
  const stats = { expected: 5, unexpected: 1, skipped: 3, flaky: 2 }
  expect(countPlaywright({ stats })).toEqual({ passed: 7, failed: 1 })
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
