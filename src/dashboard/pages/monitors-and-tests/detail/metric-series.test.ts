import { expect, test } from 'vitest'
import type { Sample } from '../../../../contract/index.ts'
import { issueGroups } from '../../../api/issues.ts'
import { linesFrom } from './metric-series.ts'

const from = Date.UTC(2026, 10, 20)
const hour = 3_600_000
const to = from + 48 * hour - 1
const line = { bandwidth_down: 1600, bandwidth_up: 768, latency: 300, drop_rate: 0 }

function sample(at: number, value: number | null, more: Partial<Sample> = {}): Sample {
  return {
    raw: null,
    taken_at: new Date(at).toISOString(),
    location: 'a',
    connectivity: null,
    metrics: { load: value },
    ...more,
  }
}

const options = { metric: 'load', by: 'location', rank: 'p50', from, to } as const

test('samples make a line per location, with percentiles per half hour; null where nothing was measured', () => {
  const samples = [
    sample(from, 10),
    sample(from + 1, 30),
    sample(from + hour, null),
    sample(from + 1, 7, { location: 'b' }),
    sample(from - 1, 1),
    sample(to + 1, 1),
    { raw: { odd: 1 } },
  ]
  expect(linesFrom(samples, options)).toEqual([
    {
      label: 'a',
      points: [
        { at: from, value: 20 },
        { at: from + hour, value: null },
      ],
    },
    { label: 'b', points: [{ at: from, value: 7 }] },
    { label: 'not reported', points: [] },
  ])
})

test('samples can also make a line per connection', () => {
  const samples = [sample(from, 1), sample(from, 2, { connectivity: line })]
  expect(linesFrom(samples, { ...options, by: 'connectivity' }).map(({ label }) => label)).toEqual([
    '1.6\u00a0Mbps down, 768\u00a0Kbps up, 300\u00a0ms',
    'No throttling',
  ])
})

test('issues are counted by code, once per sample, worst first, with the newest message', () => {
  const slow = (message: string) => ({ severity: 1, code: 'low-score', message })
  const gone = { severity: 3, code: 'timeout', message: 'No answer.' }
  const samples = [
    sample(from + 2, null, { issues: [slow('newest'), slow('again')] }),
    sample(from + 3, null, { issues: [gone] }),
    sample(from + 1, null, { issues: [slow('older')] }),
    sample(from, null),
  ]
  expect(issueGroups(samples)).toEqual([
    { code: 'timeout', severity: 3, message: 'No answer.', samples: 1, latest: from + 3 },
    { code: 'low-score', severity: 1, message: 'again', samples: 2, latest: from + 2 },
  ])
})
