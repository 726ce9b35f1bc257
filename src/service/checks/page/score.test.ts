import { describe, expect, test } from 'vitest'
import { type DeviceName, deviceNames } from '../../../contract/index.ts'
import { metricsOf } from '../metrics.ts'
import { logNormalScore, partScore, parts, scoreOf, whyNotScored } from './score.ts'

const all = (pick: (part: (typeof parts.DESKTOP)[number]) => number, device: DeviceName = 'DESKTOP') =>
  metricsOf(Object.fromEntries(parts[device].map((part) => [part.metric, pick(part)])))

test.each(deviceNames)('the weights of %s are a whole', (device) => {
  expect(parts[device].reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12)
})

describe.each(deviceNames.flatMap((device) => parts[device].map((part) => ({ device, ...part }))))(
  '$device: $metric',
  (part) => {
    test('scores 0.9 at its tenth percentile and 0.5 at its median', () => {
      expect(partScore(part.p10, part)).toBe(0.9)
      expect(partScore(part.median, part)).toBe(0.5)
      expect(partScore(0, part)).toBe(1)
      expect(partScore(part.median * 100, part)).toBe(0)
    })

    test('is never better for more', () => {
      let before = 1
      for (let value = 0; value < part.median * 4; value += part.median / 50) {
        const score = logNormalScore(value, part)
        expect(score).toBeLessThanOrEqual(before)
        before = score
      }
    })

    test('is the log-normal distribution', () => {
      // The density, summed up numerically, in place of the error function.
      const sigma = Math.log(part.median / part.p10) / 1.2815515655446004
      for (const ratio of [0.3, 0.7, 1.3, 2, 3]) {
        let below = 0
        const [from, to, steps] = [-12, Math.log(ratio) / sigma, 20_000]
        const width = (to - from) / steps
        for (let i = 0; i < steps; i++) below += Math.exp(-((from + (i + 0.5) * width) ** 2) / 2) * width
        expect(logNormalScore(part.median * ratio, part)).toBeCloseTo(1 - below / Math.sqrt(2 * Math.PI), 5)
      }
    })
  },
)

describe('scoreOf', () => {
  test('at all control points', () => {
    expect(scoreOf(all(({ p10 }) => p10))).toBe(90)
    expect(scoreOf(all(({ median }) => median))).toBe(50)
    expect(scoreOf(all(() => 0))).toBe(100)
    expect(scoreOf(all(({ median }) => median * 100))).toBe(0)
    expect(
      scoreOf(
        all(({ p10 }) => p10, 'PHONE'),
        'PHONE',
      ),
    ).toBe(90)
    expect(scoreOf(all(({ p10 }) => p10, 'PHONE'))).toBeLessThan(70)
  })

  test('a bad part counts by its weight', () => {
    const slow = { ...all(() => 0), total_blocking_time: 100_000 }
    expect(scoreOf(slow)).toBe(70)
  })

  test('without a speed index the others share its weight', () => {
    expect(scoreOf({ ...all(() => 0), speed_index: null, total_blocking_time: 100_000 })).toBe(67)
  })

  test.each(['first_contentful_paint', 'time_to_display'] as const)('without %s there is none', (metric) => {
    expect(scoreOf({ ...all(() => 0), [metric]: null })).toBeNull()
  })
})

test.each([
  [{}, /showed nothing/],
  [{ speed_index: 300 }, /no contentful paint/],
  [{ speed_index: 300, first_contentful_paint: 300 }, /no largest contentful paint/],
])('without a score, %j says why', (measured, words) => {
  expect(scoreOf(metricsOf(measured))).toBeNull()
  expect(whyNotScored(metricsOf(measured))).toMatch(words)
})
