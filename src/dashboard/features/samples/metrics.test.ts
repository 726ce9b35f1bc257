import { expect, test } from 'vitest'
import { metricNames } from '../../../contract/index.ts'
import {
  formatMetric,
  goodWords,
  metricWords,
  speedMetric,
  ratingOf,
  entryUnit,
  notMeasured,
  whyNotMeasured,
} from './metrics.ts'

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

test.each([
  ['time_to_display', 2500, 'good'],
  ['time_to_display', 2501, 'needs improvement'],
  ['time_to_display', 4001, 'poor'],
  ['service_score', 70, 'good'],
  ['service_score', 69, 'needs improvement'],
  ['service_score', 49, 'poor'],
  ['cumulative_layout_shift', 0.3, 'poor'],
  ['status_code', 204, 'good'],
  ['status_code', 503, 'poor'],
  ['js_errors', 0, 'good'],
  ['js_errors', 1, 'poor'],
  ['console_errors', 3, 'needs improvement'],
  ['dns', 10, undefined],
  ['first_byte', null, undefined],
  ['foreign', 3, undefined],
])('%s of %s is %s', (name, value, rating) => expect(ratingOf(name, value)).toBe(rating))

test('every metric has a name and a meaning', () => {
  for (const name of metricNames) expect(metricWords(name).meaning).toMatch(/\.$/)
  expect(metricWords('foreign').label).toBe('foreign')
})

test.each([
  ['first_byte', 999, 'ms', 1],
  ['first_byte', 3200, 's', 1000],
  ['bytes_total', 500, 'bytes', 1],
  ['bytes_total', 47_000, 'kB', 1000],
  ['bytes_total', 4_700_000, 'MB', 1_000_000],
  ['cumulative_layout_shift', 0.1, undefined, 1],
  ['asset_count', 1200, undefined, 1],
])('%s of %d is entered in %s', (metric, value, name, factor) =>
  expect(entryUnit(metric, value)).toEqual({ name, factor }),
)

test('values have units', () => {
  expect(plain(formatMetric('load', 1920))).toBe('1.92 s')
  expect(plain(formatMetric('bytes_total', 14_200))).toBe('14.2 kB')
  expect(formatMetric('cumulative_layout_shift', 0.02)).toBe('0.02')
  expect(formatMetric('service_score', 63.7)).toBe('64')
  expect(plain(goodWords('time_to_display'))).toBe('Good: ≤ 2.5 s')
  expect(plain(goodWords('service_score'))).toBe('Good: 70+')
})

test.each([
  [[], 'time_to_display'],
  [[undefined], 'time_to_display'],
  [['HTTP', 'HTTP'], 'first_byte'],
  [['HTTP', 'WEBPAGE'], 'time_to_display'],
  [['HTTP', undefined], 'time_to_display'],
] as const)('the speed of %j is shown by %s', (types, metric) => expect(speedMetric(...types)).toBe(metric))

const issue = (severity: number, code: string) => ({ severity, code, message: `${code}!` })

test.each<[string, string | null, ReturnType<typeof issue>[], string, RegExp | string]>([
  ['a page that failed', 'EMPTY', [issue(3, 'http-5xx'), issue(1, 'timeout')], 'load', 'http-5xx!'],
  ['a page that never finished', 'EMPTY', [issue(1, 'timeout')], 'load', 'timeout!'],
  ['its score', 'EMPTY', [issue(1, 'timeout')], 'service_score', 'timeout!'],
  ['a page without a score', 'EMPTY', [issue(0, 'not-scored')], 'time_to_display', 'not-scored!'],
  ['a busy runner', 'EMPTY', [issue(0, 'busy-runner')], 'service_score', 'busy-runner!'],
  ['a page that is never quiet', 'FULL', [], 'time_to_interact', /never quiet/],
  ['a page that broke off', 'EMPTY', [], 'load', /broke off/],
  ['a page without TLS', 'EMPTY', [], 'tls', /secure connection/],
  ['an HTTP check without TLS', null, [], 'tls', /secure connection/],
  ['what an HTTP check doesn’t measure', null, [], 'time_to_interact', notMeasured],
  ['a metric of tomorrow', 'EMPTY', [], 'foreign', notMeasured],
])('why a value is missing: %s', (_, view, issues, name, words) => {
  const why = whyNotMeasured({ view, issues }, name)
  if (typeof words === 'string') expect(why).toBe(words)
  else expect(why).toMatch(words)
})
