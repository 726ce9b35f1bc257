import { durationTick, valueTicks } from '../../../kit/format/ticks.ts'

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

/** A frame above the axis, between two of its times, and the time that it shows. */
interface Frame {
  readonly from: number
  readonly to: number
  readonly at: number
}

/**
 * Frames side by side, at least two. The first shows the start of the axis and the last its end, each in its place: within
 * a frame, its time is the further right the later the frame.
 */
export function framesOf({ from, to }: Axis, count: number): readonly Frame[] {
  const width = (to - from) / count
  const step = (to - from) / (count - 1)
  return Array.from({ length: count }, (_, i) => ({
    from: from + i * width,
    to: i === count - 1 ? to : from + (i + 1) * width,
    at: i === count - 1 ? to : from + i * step,
  }))
}

/** The frame for a time on the axis: the last one that isn't later, or else the first. */
export function frameAt(frames: readonly Frame[], time: number): Frame | undefined {
  return frames.findLast(({ at }) => at <= time) ?? frames[0]
}

/** Round times on the axis, about `targetCount` of them. */
export function axisTicks({ from, to }: Axis, targetCount: number): readonly number[] {
  const [, step = to - from] = valueTicks(to - from, Math.max(2, targetCount))
  const ticks: number[] = []
  for (let n = Math.ceil(from / step - 1e-9); n * step < to; n++) ticks.push(Number((n * step).toPrecision(12)))
  return ticks
}

/** Times on one axis, all in the unit of the longest: 0 s, 0.5 s, 1.78 s. */
export function axisWords(times: readonly number[]): readonly string[] {
  const longest = Math.max(...times.map(Math.abs))
  const precision = longest < 10 ? 0.1 : longest < 1000 ? 1 : 10
  return times.map((at) => durationTick(Math.round(at / precision) * precision, longest))
}
