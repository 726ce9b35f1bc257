import * as z from 'zod/mini'
import { scoped } from './endpoint.ts'
import { id } from './fields.ts'
import type { RequestRecord } from './samples.ts'
import { percentile } from './series.ts'

/** Values from which a spread is known at least. */
const leastUsual = 5

const range = z.looseObject({ low: z.number(), high: z.number() })
/** What earlier samples measured, without outliers. */
export type Usual = z.output<typeof range>

/** How far beyond the quartiles an outlier is, in interquartile ranges. */
const fence = 1.5

/**
 * The range of values without outliers: the ends of the whiskers of a box plot (J. W. Tukey, "Exploratory Data Analysis",
 * 1977). Undefined for fewer than `leastUsual` values.
 */
export function usualRange(values: readonly number[]): Usual | undefined {
  if (values.length < leastUsual) return undefined
  const sorted = values.toSorted((a, b) => a - b)
  const [q1, q3] = [percentile(sorted, 0.25) ?? 0, percentile(sorted, 0.75) ?? 0]
  const reach = fence * (q3 - q1)
  const low = sorted.find((value) => value >= q1 - reach) ?? q1
  const high = sorted.findLast((value) => value <= q3 + reach) ?? q3
  return { low, high }
}

/** How long a request took from its start to its end, ms. */
export function requestTime({ start, end, dns, connect, tls, wait, receive }: RequestRecord): number {
  const phases = [dns, connect, tls, wait, receive].reduce<number>((sum, phase) => sum + Math.max(0, phase ?? 0), 0)
  return Math.max(0, end === null ? phases : end - start)
}

export const readUsual = scoped({
  id: 'samples.usual',
  extension: true,
  method: 'GET',
  path: '/samples/{sample_id}/usual',
  summary: 'Read what was usual before a sample',
  description:
    'The range of each metric, and of the time of each address, in earlier samples of the same monitor in the same place under the same conditions: those of the week before that were no worse. Outliers are left out, and so is whatever has fewer than 5 values.',
  reply: z.looseObject({
    sample_id: id,
    /** How many samples the metrics are from. */
    samples: z.int(),
    /** How many of them the requests are from: some of those that still have details. */
    detailed: z.int(),
    /** In the unit of each. */
    metrics: z.record(z.string(), range),
    /** Milliseconds from start to end, of requests that didn't fail. */
    requests: z.array(z.extend(range, { method: z.string(), url: z.string() })),
  }),
})
