import { expect, test } from 'vitest'
import {
  countPlaywright,
  countVitest,
  none,
  outcomeOf,
  retriedByVitest,
  timesOf,
  timesOfPlaywright,
  timesOfVitest,
} from './steps.ts'

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

test('a file takes as long as its tests do', () => {
  const assertionResults = [12, 30, null].map((duration) => ({
    fullName: 'a',
    status: 'passed',
    duration,
    failureMessages: [],
  }))
  const testResults = [{ name: `${process.cwd()}/src/a.test.ts`, assertionResults }]
  expect(timesOfVitest({ numPassedTests: 3, numFailedTests: 0, testResults })).toEqual([
    { file: 'src/a.test.ts', ms: 42 },
  ])
  const specs = [{ tests: [{ results: [{ duration: 100 }, { duration: 20 }] }] }]
  const inner = { file: 'a.spec.ts', specs }
  expect(
    timesOfPlaywright({
      stats: { expected: 2, unexpected: 0, flaky: 0 },
      suites: [{ file: 'a.spec.ts', specs, suites: [inner] }],
    }),
  ).toEqual([{ file: 'e2e/flows/a.spec.ts', ms: 240 }])
})

test('prints the slowest files, slowest first, and each step', () => {
  const files = [
    { file: 'quick.test.ts', ms: 40 },
    { file: 'slow.test.ts', ms: 61_000 },
  ]
  const steps = [
    { ...none, name: 'types', ms: 2000, ok: true, files: [] },
    { ...none, name: 'vitest', ms: 70_000, ok: true, files },
  ]
  expect(timesOf(steps).split('\n')).toEqual([
    'Slowest test files',
    '   61.0 s  slow.test.ts',
    '    0.0 s  quick.test.ts',
    'Steps',
    '    2.0 s  types',
    '   70.0 s  vitest',
    '',
  ])
})
