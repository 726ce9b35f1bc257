import { countsIn, type Metrics, metricNames } from '../../contract/index.ts'

/**
 * The metrics of a sample: what was measured, and null for the rest.
 *
 * | Metric | HTTP check | Page check |
 * |---|---|---|
 * | `dns`, `connect`, `tls` | durations for the connection that carried the final response of the page itself; null if the phase didn't happen; `connect` is TCP alone | the same |
 * | `first_byte`, `last_byte` | from the start of the check to the headers and the end of the final response of the page itself, redirects included | the same |
 * | `status_code` | of that response | the same |
 * | `bytes_total` | bytes received in all responses, headers included, before decompression | the same, over all requests |
 * | all others | null | see `page-check.ts` |
 *
 * A page that answered 4xx or 5xx has no score and no speed.
 */
export function metricsOf(measured: Partial<Metrics>): Metrics {
  const all = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics
  for (const name of metricNames) all[name] = countsIn(name, measured) ? rounded(measured[name] ?? null) : null
  return all
}

/** Rounds to the microsecond: more digits are noise and take space in every sample. */
function rounded(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? ms(value) : null
}

/** Milliseconds, rounded to the microsecond. */
export const ms = (value: number) => Math.round(value * 1000) / 1000
