import type { Sample } from '../../contract/index.ts'
import { median } from '../format/format.ts'

/** Medians in ms of what was measured in one stretch of time. */
export interface Bucket {
  /** UNIX ms at its start. */
  readonly at: number
  readonly time_to_display: number | null
  readonly first_byte: number | null
}

/** Samples gathered into `wanted` equal stretches, as the service's own series does it. */
export function makeBuckets(samples: readonly Sample[], from: number, to: number, wanted: number): readonly Bucket[] {
  const width = (to - from) / wanted
  const groups = Map.groupBy(samples, (sample) => Math.floor((Date.parse(sample.taken_at ?? '') - from) / width))
  return [...groups]
    .filter(([index]) => index >= 0 && index < wanted)
    .toSorted(([a], [b]) => a - b)
    .map(([index, group]) => ({
      at: Math.round(from + index * width),
      time_to_display: medianOf(group, 'time_to_display'),
      first_byte: medianOf(group, 'first_byte'),
    }))
}

export function medianOf(samples: readonly Sample[], metric: string): number | null {
  return median(samples.map((sample) => sample.metrics?.[metric]).filter((value) => typeof value === 'number'))
}
