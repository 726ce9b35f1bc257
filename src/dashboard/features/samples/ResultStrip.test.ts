import { expect, test } from 'vitest'
import { summaryOf } from './ResultStrip.tsx'

const result = (sample_type: number, judged?: boolean) => ({ id: 'a', taken_at: '', sample_type, judged })

test.each([
  ['ok and critical', [result(0), result(3), result(0, true)], 'Latest 3 results: 2 ok, 1 critical; the newest is ok'],
  ['of a busy runner', [result(0, false), result(0)], 'Latest 2 results: 1 ok, 1 not judged; the newest is not judged'],
  ['wrong whatever the runner', [result(3, false)], 'Latest 1 result: 1 critical; the newest is critical'],
  ['unknown', [result(9)], 'Latest 1 result: severities not reported; the newest is of a severity not reported'],
])('results that are %s are summed up', (_, samples, summary) => {
  expect(summaryOf(samples)).toBe(summary)
})
