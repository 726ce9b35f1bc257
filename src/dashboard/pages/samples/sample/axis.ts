import { valueTicks } from '../../../format/ticks.ts'

/** What of a sample's time is shown, ms on the axis: 0 is where the samples are aligned. */
export interface Axis {
  readonly from: number
  readonly to: number
  /** Where 0 lies in the sample's own time, ms from its start. */
  readonly zero: number
}

/** The share of the axis at which a moment of the sample's own time lies. */
export function shareOf(at: number, { from, to, zero }: Axis): number {
  return (at - zero - from) / (to - from)
}

/** Round moments on the axis, at most about so many. */
export function axisTicks({ from, to }: Axis, wanted: number): readonly number[] {
  const [, step = to - from] = valueTicks(to - from, Math.max(2, wanted))
  const ticks: number[] = []
  for (let n = Math.ceil(from / step - 1e-9); n * step < to; n++) ticks.push(Number((n * step).toPrecision(12)))
  return ticks
}
