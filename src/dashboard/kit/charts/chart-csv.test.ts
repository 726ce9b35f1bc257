import { expect, test } from 'vitest'
import { valuesAsCsv } from './chart-csv.ts'

test('a chart’s values are a column for each series, empty where not measured', () => {
  const series = [
    { key: 'a', label: 'First byte, p75' },
    { key: 'b', label: 'LCP' },
  ]
  const points = [
    { at: Date.UTC(2026, 10, 21), a: 212.5, b: null },
    { at: Date.UTC(2026, 10, 21, 1), b: 0 },
  ]
  expect(valuesAsCsv({ series, points })).toBe(
    'Time,"First byte, p75",LCP\r\n2026-11-21T00:00:00.000Z,212.5,\r\n2026-11-21T01:00:00.000Z,,0\r\n',
  )
})
