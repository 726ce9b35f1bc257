import { type MetricName, slowSeverity } from '../../contract/index.ts'
import type { Failure } from './findings.ts'

/** The worst value of a slow host. */
export interface WorstValue {
  readonly metric: MetricName
  readonly value: number
  /** How many times its limit, or what is usual, it is. */
  readonly times: number
  /** When it was measured, UNIX ms. */
  readonly at: number
}

/** What a failure has a value for; undefined where no value makes it. @param at when it was measured, UNIX ms */
export function worstValueOf({ metric, value, times = 1 }: Failure, at: number): WorstValue | undefined {
  return metric === undefined || value === undefined ? undefined : { metric, value, times, at }
}

/** The worse of two: the larger one of the same metric, else the more severe one or the one further over its limit. */
export function worseValue(one: WorstValue | undefined, other: WorstValue | undefined): WorstValue | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const by =
    one.metric === other.metric
      ? other.value - one.value
      : slowSeverity(other.metric, other.value) - slowSeverity(one.metric, one.value) || other.times - one.times
  // the earlier of two that are as bad
  return by > 0 || (by === 0 && other.at < one.at) ? other : one
}
