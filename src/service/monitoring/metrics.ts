import { metricNames, type MetricName, type Metrics } from '../../contract/index.ts'

/** Values in the order of `metricNames`: a fifth of the room that the names would take. */
export function packMetrics(metrics: Metrics): string {
  return JSON.stringify(metricNames.map((name) => metrics[name]))
}

/** What was stored, as far as it was asked for; names that came later than the sample read null. */
export function unpackMetrics(
  packed: string,
  wanted: readonly MetricName[] = metricNames,
): Record<string, number | null> {
  const values = JSON.parse(packed) as (number | null)[]
  return Object.fromEntries(wanted.map((name) => [name, values[metricNames.indexOf(name)] ?? null]))
}
