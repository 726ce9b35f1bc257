import { csvOf } from '../../../contract/csv.ts'
import { downloadCsv } from '../actions/download.ts'
import type { TimeChartProps } from './TimeChart.tsx'

export type Values = Pick<TimeChartProps, 'series' | 'points'>

export function downloadValues(name: string, values: Values): void {
  downloadCsv(name, valuesAsCsv(values))
}

/** The values of a chart as CSV, oldest first: a column for each series, in its own unit, empty where not measured. */
export function valuesAsCsv({ series, points }: Values): string {
  return csvOf(
    ['Time', ...series.map(({ label }) => label)],
    points.map((point) => [new Date(point.at).toISOString(), ...series.map(({ key }) => point[key])]),
  )
}
