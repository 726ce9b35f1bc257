import { expect, test } from 'vitest'
import { metricNames, type Metrics } from '../../contract/index.ts'
import { type Slowness, slownessOf } from './slowness.ts'

const none = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics
const metric = 'time_to_display'
const limits = { time_to_display: 2500, bytes_total: 1_000_000 }

test.each<
  [
    what: string,
    metrics: Partial<Metrics>,
    known: Partial<Parameters<typeof slownessOf>[1]>,
    string | null,
    number?,
    Slowness['by']?,
    Slowness['severity']?,
  ]
>([
  ['at its limit', { time_to_display: 2500 }, { limits }, null],
  [
    'hardly over its limit',
    { time_to_display: 2504 },
    { limits },
    'LCP 2.504 s, limit 2.5 s',
    2504 / 2500,
    'limits',
    1,
  ],
  ['over its limit, and poor', { time_to_display: 4200 }, { limits }, 'LCP 4.20 s, limit 2.5 s', 1.68, 'limits', 2],
  [
    'over its limit and unusual',
    { time_to_display: 4200 },
    { limits, usual: 2000 },
    'LCP 4.20 s, limit 2.5 s',
    1.68,
    'both',
    2,
  ],
  [
    'furthest over one',
    { time_to_display: 2600, bytes_total: 2_000_000 },
    { limits },
    'Bytes 2.00 MB, limit 1 MB',
    2,
    'limits',
    1,
  ],
  [
    'poor, and further over another limit',
    { time_to_display: 4200, bytes_total: 2_000_000 },
    { limits },
    'LCP 4.20 s, limit 2.5 s',
    1.68,
    'limits',
    2,
  ],
  ['not measured', {}, { limits, usual: 1000 }, null],
  ['as usual', { time_to_display: 1500 }, { usual: 1000 }, null],
  [
    'much slower than usual',
    { time_to_display: 1600 },
    { usual: 1000 },
    'LCP 1.60 s, usually 1.00 s',
    1.6,
    'unusual',
    1,
  ],
  ['unusual and poor', { time_to_display: 6000 }, { usual: 3000 }, 'LCP 6.00 s, usually 3.00 s', 2, 'unusual', 2],
  ['fast in any case', { time_to_display: 45 }, { usual: 20 }, null],
  ['of which nothing is known', { time_to_display: 60_000 }, {}, null],
])('a sample that is %s', (_, metrics, known, expected, times, by, severity) => {
  const said = slownessOf({ ...none, ...metrics }, { limits: null, metric, usual: undefined, ...known })
  expect(said?.cause.replaceAll('\u00a0', ' ') ?? null).toBe(expected)
  expect(said?.times).toBe(times)
  expect(said?.by).toBe(by)
  expect(said?.severity).toBe(severity)
})
