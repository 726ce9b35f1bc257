import { type Metrics, metricNames } from '../../contract/index.ts'

/**
 * What was measured, with null for all the rest.
 *
 * | Metric | HTTP check | Page check |
 * |---|---|---|
 * | `dns`, `connect`, `tls` | durations, of the connection over which the last answer for the page itself came; null where the phase did not happen; `connect` is TCP alone | the same |
 * | `first_byte`, `last_byte` | from the start of the check to the head and the end of the last answer for the page itself, redirects included | the same |
 * | `status_code` | of that answer | the same |
 * | `bytes_total` | bytes received in all answers, heads included, as they came (compressed) | the same, over all requests |
 * | all others | null | see `page-check.ts` |
 */
export function metricsOf(measured: Partial<Metrics>): Metrics {
  const all = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics
  for (const name of metricNames) all[name] = tidy(measured[name] ?? null)
  return all
}

/** To the microsecond: what is beyond is noise, and takes room in every sample. */
function tidy(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? Math.round(value * 1000) / 1000 : null
}

/** A duration to the microsecond. */
export const ms = (value: number) => Math.round(value * 1000) / 1000
