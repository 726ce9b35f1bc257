import { expect, test } from 'vitest'
import { limitedMetrics, limitedMetricsOf, limitExceeded, limitRange, limitsBody } from './limits.ts'
import { problemsOf } from './messages.ts'

const problems = (limits: unknown) => {
  const parsed = limitsBody.safeParse({ limits })
  return parsed.success ? {} : problemsOf(parsed.error)
}

test('limits are numbers by metric; null and an empty object are none', () => {
  const limits = { time_to_display: 2500, cumulative_layout_shift: 0.1 }
  expect(limitsBody.parse({ limits })).toEqual({ limits })
  expect(limitsBody.parse({ limits: {} })).toEqual({ limits: {} })
  expect(limitsBody.parse({ limits: null })).toEqual({ limits: null })
})

test.each([
  [undefined, { limits: 'is required' }],
  [[], { limits: 'must be an object' }],
  [2500, { limits: 'must be an object' }],
  [{ load: '2500' }, { 'limits.load': 'must be a number' }],
  [{ load: null }, { 'limits.load': 'is required' }],
  [{ load: 0 }, { 'limits.load': 'must be at least 1' }],
  [{ load: 600_001 }, { 'limits.load': 'must be at most 600000' }],
  [{ cumulative_layout_shift: 11 }, { 'limits.cumulative_layout_shift': 'must be at most 10' }],
  [{ service_score: 50, speed: 1 }, ['limits.service_score', 'limits.speed']],
  [{ status_code: 404 }, ['limits.status_code']],
  [JSON.parse('{"__proto__": 1}'), ['limits.__proto__']],
])('%j is refused', (limits, expected) => {
  const message = "isn't a metric that can have a limit"
  const fields = Array.isArray(expected) ? Object.fromEntries(expected.map((name) => [name, message])) : expected
  expect(problems(limits)).toEqual(fields)
})

test('every limited metric takes both ends of its range', () => {
  for (const metric of limitedMetrics) {
    const { min, max } = limitRange(metric)
    expect([metric, problems({ [metric]: min }), problems({ [metric]: max })]).toEqual([metric, {}, {}])
  }
})

test('an HTTP monitor has limits for what HTTP checks measure', () => {
  expect(limitedMetricsOf('HTTP')).toEqual(['dns', 'connect', 'tls', 'first_byte', 'last_byte', 'bytes_total'])
  expect(limitedMetricsOf('WEBPAGE')).toEqual(limitedMetrics)
})

test.each([
  [{ first_byte: 400 }, 400.5, 400],
  [{ first_byte: 400 }, 400, undefined],
  [{ first_byte: 400 }, null, undefined],
  [{ dns: 1 }, 500, undefined],
  [null, 500, undefined],
  [undefined, 500, undefined],
])('with limits %j, a first byte of %s is over %s', (limits, value, expected) => {
  expect(limitExceeded(limits, 'first_byte', value)).toBe(expected)
})
