import * as z from 'zod/mini'
import { httpMetrics, timeMetrics, type MetricName } from './metrics.ts'

/** What a monitor's user calls slow: the metrics for which more is worse. */
export const limitedMetrics = [...timeMetrics, 'cumulative_layout_shift', 'asset_count', 'bytes_total'] as const
export type LimitedMetric = (typeof limitedMetrics)[number]

/**
 * A monitor is slow once the worst judged sample of a round was over a limit in so many of its latest rounds, until so many in
 * a row were not.
 */
export const slowRounds = { over: 2, of: 3, recovers: 3 } as const

/** A value is unusual from this many times what is usual, and if it is more than that by at least so many ms. */
export const unusual = { factor: 1.5, ms: 50 } as const

/** What makes a page slow: a value over a limit of its monitor, or over what is usual. */
export const slowReasons = ['limits', 'unusual'] as const
export type SlowBy = (typeof slowReasons)[number]

interface LimitRange {
  readonly min: number
  readonly max: number
}

/** Milliseconds. No check takes longer. */
const time: LimitRange = { min: 1, max: 600_000 }
const ranges: Readonly<Record<Exclude<LimitedMetric, (typeof timeMetrics)[number]>, LimitRange>> = {
  cumulative_layout_shift: { min: 0.001, max: 10 },
  asset_count: { min: 1, max: 10_000 },
  bytes_total: { min: 1, max: 1_000_000_000 },
}

/** The least and the greatest limit of a metric, in its unit. */
export function limitRange(metric: LimitedMetric): LimitRange {
  return metric in ranges ? ranges[metric as keyof typeof ranges] : time
}

/** The metrics that can have a limit for monitors of this type: HTTP checks measure fewer. */
export function limitedMetricsOf(type: string | undefined): readonly LimitedMetric[] {
  return type === 'HTTP' ? limitedMetrics.filter((name) => isHttpMetric(name)) : limitedMetrics
}

const isHttpMetric = (name: MetricName) => (httpMetrics as readonly MetricName[]).includes(name)

const limitOf = (metric: LimitedMetric) => {
  const { min, max } = limitRange(metric)
  return z.optional(z.number().check(z.gte(min), z.lte(max)))
}

const shape = Object.fromEntries(limitedMetrics.map((name) => [name, limitOf(name)])) as Record<
  LimitedMetric,
  ReturnType<typeof limitOf>
>

/** The limit that a value is over; undefined if it isn't over one. */
export function limitExceeded(
  limits: Readonly<Record<string, number>> | null | undefined,
  metric: string,
  value: number | null | undefined,
): number | undefined {
  const limit = limits?.[metric]
  return limit !== undefined && typeof value === 'number' && value > limit ? limit : undefined
}

/** All limits of a monitor; null and an empty object are none. */
export const limitsBody = z.object({
  limits: z.nullable(
    z.strictObject(shape, {
      error: ({ code }) => (code === 'unrecognized_keys' ? "isn't a metric that can have a limit" : undefined),
    }),
  ),
})
export type LimitsInput = z.input<typeof limitsBody>['limits']

/** Limits in a monitor's record: numbers by the name of their metric, or null. */
export const limitsRecord = z.nullable(z.record(z.string(), z.number()))
