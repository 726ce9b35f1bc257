import { expect, test } from 'vitest'
import { Failure } from '../../../shared/guard/index.ts'
import { unmeasured } from '../page/unmeasured.ts'
import { checkOf } from '../testing.ts'
import type { Measurement } from '../probe.ts'
import { delayOf, isJudged, type Step, withDelay, worstDelay } from './rules.ts'

const step = (took: number, late: number): Step => ({ took, late })

test.each<[string, Step[], number, boolean]>([
  ['nothing', [], 0, false],
  ['5 ms', [step(20, 5)], 5, false],
  ['more than 5 ms', [step(20, 5.1)], 5.1, true],
  ['2 % of the rest', [step(1020, 20)], 20, false],
  ['more than 2 %', [step(1020, 21)], 21, true],
  ['a short step in a long measurement', [step(20, 6), step(5000, 0)], 6, true],
  ['many small delays', [step(20, 3), step(20, 3)], 6, true],
  ['many small delays in a long measurement', [step(300, 3), step(300, 3)], 6, false],
])('steps: %s', (_, steps, ms, isBusy) => {
  expect(delayOf(steps)).toEqual({ ms, isBusy })
})

test('the worst of several times that began together decides', () => {
  expect(worstDelay([step(300, 4), step(2000, 30)])).toEqual({ ms: 30, isBusy: false })
  expect(worstDelay([step(300, 10), step(2000, 30)])).toEqual({ ms: 30, isBusy: true })
  expect(worstDelay([])).toEqual({ ms: 0, isBusy: false })
})

const busy = { ms: 1234.2, isBusy: true }

function measured(given: Partial<Measurement>): Measurement {
  const [bare] = unmeasured(checkOf('http://a.test/'), new Failure('timeout', 'Too late.'), 0)
  if (!bare) throw new Error('nothing was measured')
  return { ...bare, issues: [], ...given }
}

test('a delay within the limits changes nothing', () => {
  const issues = [{ severity: 1, code: 'low-score', message: 'm' } as const]
  const given = measured({ issues })
  const result = withDelay(given, { ms: 3, isBusy: false })
  expect(result).toEqual({ ...given, runnerDelay: { ms: 3, isBusy: false } })
  expect(isJudged(result)).toBe(true)
})

test('on a busy runner, times aren’t judged', () => {
  const { metrics } = measured({})
  const given = measured({
    metrics: { ...metrics, service_score: 40, first_byte: 900 },
    issues: [{ severity: 2, code: 'low-score', message: 'm' }],
  })
  const result = withDelay(given, busy)
  expect(isJudged(result)).toBe(false)
  expect(result.metrics).toMatchObject({ service_score: null, first_byte: 900 })
  expect(result.issues).toEqual([
    {
      severity: 0,
      code: 'busy-runner',
      message: 'Measured on a busy runner: up to 1,235 ms late. Not judged.',
    },
  ])
})

test('on a busy runner, a time-out isn’t the target’s', () => {
  const result = withDelay(measured({ issues: [{ severity: 3, code: 'timeout', message: 'Too late.' }] }), busy)
  expect(result.issues.map(({ severity, code }) => [severity, code])).toEqual([
    [0, 'timeout'],
    [0, 'busy-runner'],
  ])
  expect(result.issues[1]?.message).toContain('The time-out may be the runner’s')
})

test.each(['connect-failed', 'http-5xx', 'tls-failed', 'dns-failed', 'asset-failed'])(
  '%s is judged on a busy runner too',
  (code) => {
    const issue = { severity: 3, code, message: 'm' } as const
    expect(withDelay(measured({ issues: [issue] }), busy).issues[0]).toEqual(issue)
  },
)
