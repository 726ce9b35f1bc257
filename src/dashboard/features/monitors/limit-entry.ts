import {
  limitedMetrics,
  limitedMetricsOf,
  limitRange,
  type LimitedMetric,
  type LimitsInput,
} from '../../../contract/index.ts'
import { decimal } from '../../kit/format/format.ts'
import { entryUnit, type EntryUnit, metricWords } from '../samples/metrics.ts'

/** The limits of a form as typed, each in its metric's `unitOf`. Without text, there is no limit. */
export type TypedLimits = Readonly<Partial<Record<LimitedMetric, string>>>

export type Limits = NonNullable<LimitsInput>

/** Metrics whose limits are usually far from those of other times and sizes, in ms and bytes. */
const usual: Readonly<Partial<Record<LimitedMetric, number>>> = { dns: 100, connect: 100, tls: 100, bytes_total: 1e6 }

/** The unit of a metric's limit where nothing says how large it will be. */
export function unitOf(metric: LimitedMetric): EntryUnit {
  return entryUnit(metric, usual[metric] ?? metricWords(metric).thresholds?.good ?? 1000)
}

/** A limit in its metric's own unit; not a number if nothing or no number was typed. */
export function limitIn(typed: string, { factor }: EntryUnit): number {
  return typed.trim() === '' ? Number.NaN : tidy(Number(typed) * factor)
}

export function typedLimit(limit: number, { factor }: EntryUnit): string {
  return String(tidy(limit / factor))
}

/** What is wrong with a limit, in words; undefined if nothing is. */
export function limitProblem(metric: LimitedMetric, limit: number, { factor }: EntryUnit): string | undefined {
  const { min, max } = limitRange(metric)
  const bound = (end: number) => decimal(end / factor, 3, 0)
  return limit >= min && limit <= max ? undefined : `Enter a number from ${bound(min)} to ${bound(max)}.`
}

/** The limits that a monitor of this type can have. Null without any. */
export function limitsOf(typed: TypedLimits, type: string | undefined): Limits | null {
  const limits = limitedMetricsOf(type).flatMap((metric) => {
    const text = typed[metric]?.trim()
    return text ? [[metric, limitIn(text, unitOf(metric))] as const] : []
  })
  return limits.length === 0 ? null : Object.fromEntries(limits)
}

/** What is wrong with what was typed, by the name of its field. */
export function limitProblems(typed: TypedLimits, type?: string): Record<string, string> {
  const limits = limitsOf(typed, type) ?? {}
  return Object.fromEntries(
    limitedMetrics.flatMap((metric) => {
      const limit = limits[metric]
      const problem = limit === undefined ? undefined : limitProblem(metric, limit, unitOf(metric))
      return problem === undefined ? [] : [[fieldOf(metric), problem]]
    }),
  )
}

/** The limits of a record as a form holds them. */
export function typedFrom(limits: Readonly<Record<string, number>> | null | undefined): TypedLimits {
  return Object.fromEntries(
    limitedMetrics.flatMap((metric) => {
      const limit = limits?.[metric]
      return limit === undefined ? [] : [[metric, typedLimit(limit, unitOf(metric))]]
    }),
  )
}

export const fieldOf = (metric: string) => `limits.${metric}`

/** Without the rounding errors of floating-point numbers. */
const tidy = (value: number) => Number(value.toPrecision(12))
