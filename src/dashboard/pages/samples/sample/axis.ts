import { valueTicks } from '../../../format/ticks.ts'

/** The visible part of a sample's time, in ms on the axis, where 0 is the point the samples are aligned by. */
export interface Axis {
  readonly from: number
  readonly to: number
  /** The axis's 0 in ms from the sample's start. */
  readonly zero: number
}

/** The position of a time of the sample, as a share of the axis. */
export function shareOf(at: number, { from, to, zero }: Axis): number {
  return (at - zero - from) / (to - from)
}

/** Round times on the axis, about `targetCount` of them. */
export function axisTicks({ from, to }: Axis, targetCount: number): readonly number[] {
  const [, step = to - from] = valueTicks(to - from, Math.max(2, targetCount))
  const ticks: number[] = []
  for (let n = Math.ceil(from / step - 1e-9); n * step < to; n++) ticks.push(Number((n * step).toPrecision(12)))
  return ticks
}
