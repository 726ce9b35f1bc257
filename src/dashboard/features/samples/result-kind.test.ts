import { expect, test } from 'vitest'
import { resultKind, sampleKind } from './result-kind.ts'

test.each([
  [0, { service_score: 100 }, undefined],
  [3, { status_code: 503 }, 'HTTP 503'],
  [3, { status_code: null }, undefined],
  [2, { status_code: 404, service_score: 12 }, 'HTTP 404'],
  [2, { js_errors: 1, service_score: 42 }, 'Script error'],
  [2, { service_score: 42, request_errors: 1 }, 'Page score 42'],
  [2, { service_score: 62, request_errors: 1 }, 'Failed resource'],
  // the worst sample of its round is another one
  [2, { service_score: 62 }, undefined],
  [1, { service_score: 62, console_errors: 2 }, 'Page score 62'],
  [1, { request_errors: 1 }, 'Failed third-party resource'],
  [1, { console_errors: 2 }, 'Console error'],
  [undefined, {}, undefined],
])('a result of severity %s with %j is “%s”', (severity, metrics, kind) => {
  expect(resultKind(severity, metrics)).toBe(kind)
})

const issue = (severity: 1 | 2, code: string) => ({ severity, code })

test.each([
  ['its metrics', { sample_type: 2, metrics: { service_score: 42 }, issues: [issue(2, 'low-score')] }, 'Page score 42'],
  [
    'an issue, where it lacks the metric',
    { sample_type: 2, metrics: { first_byte: 90 }, issues: [issue(2, 'low-score')] },
    'Low page score',
  ],
  [
    'what a low score follows from',
    { sample_type: 2, issues: [issue(2, 'low-score'), issue(1, 'console-error'), issue(2, 'asset-failed')] },
    'Failed resource',
  ],
  ['nothing, if it is good', { sample_type: 0, metrics: { service_score: 98 }, issues: [] }, undefined],
] as const)('a sample is named by %s', (_, sample, kind) => {
  expect(sampleKind(sample)).toBe(kind)
})
