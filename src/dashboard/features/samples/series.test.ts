import { expect, test } from 'vitest'
import type { Sample } from '../../../contract/index.ts'
import { failuresIn, failuresOf, middleOf } from './series.ts'

test('the values of a bucket are drawn at its middle', () => {
  const range = { from: 1000, to: 1999, buckets: 10 }
  expect([1000, 1900].map((start) => middleOf(range, start))).toEqual([1050, 1950])
})

const range = { from: 0, to: 99, buckets: 1 }
const load = { p50: 1, p75: 1, p95: 1, p99: 1 }
const bucket = (count: number, errors: number, criticals: number, loaded: number | undefined, hasValues = true) => ({
  at: 0,
  count,
  by_type: { '0': count - errors - criticals, '2': errors, '3': criticals },
  metrics: loaded ? { load } : {},
  ...(hasValues ? { values: loaded ? { load: loaded } : {} } : {}),
})
const failed = (n: number, of: number, severity: 2 | 3) => [{ at: 50, failed: n, of, severity }]

test.each([
  ['all went well', bucket(3, 0, 0, 3), []],
  ['nothing was measured', bucket(0, 0, 0, undefined), []],
  ['all failed', bucket(2, 0, 2, undefined), failed(2, 2, 3)],
  ['failures among good ones', bucket(4, 1, 1, 2), failed(2, 4, 3)],
  ['errors without a value', bucket(4, 2, 0, 2), failed(2, 4, 2)],
  ['errors with one', bucket(4, 4, 0, 4), []],
  ['not judged, but nothing wrong', bucket(2, 0, 0, undefined), []],
  ['a service that doesn’t count values', bucket(4, 1, 1, 2, false), failed(1, 4, 3)],
  ['nor has any', bucket(4, 4, 0, undefined, false), failed(4, 4, 2)],
])('%s', (_, one, failures) => expect(failuresIn(range, [one], 'load')).toEqual(failures))

test('without the extension, failures are counted from samples', () => {
  const sample = (at: number, sample_type: Sample['sample_type'], value?: number): Sample => ({
    id: String(at),
    taken_at: new Date(at).toISOString(),
    sample_type,
    metrics: { load: value ?? null },
    raw: {},
  })
  const samples = [sample(1, 0, 5), sample(2, 3), sample(3, 2, 5), sample(4, 2), sample(70, 0, 1), sample(200, 3)]
  const halves = { from: 0, to: 99, buckets: 2 }
  expect(failuresOf(halves, samples, 'load')).toEqual([{ at: 25, failed: 2, of: 4, severity: 3 }])
})
