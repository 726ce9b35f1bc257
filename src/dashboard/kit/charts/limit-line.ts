/** What a limit line does while it's dragged or moved by keys: it goes from one round value to the next. */
import { median } from 'd3-array'
import { roundStep, spanTicks } from '../format/ticks.ts'
import type { Point } from './gaps.ts'
import type { TimeChartProps } from './TimeChart.tsx'

export interface LimitScale {
  /** The value at the top edge; the bottom edge is 0. */
  readonly max: number
  /** Pixels. */
  readonly height: number
  /** What the limit can be. */
  readonly range: { readonly min: number; readonly max: number }
}

/** Steps from the bottom of the axis to its top, at most. */
const fineSteps = 100
const coarse = 10
/** Shorter drags count as clicks, in pixels. */
const minDrag = 3
const usualFactor = 1.5

/** From one round value to the next: 1, 2 or 5 times a power of ten. */
export function limitStep({ max, range }: Pick<LimitScale, 'max' | 'range'>): number {
  return Math.max(roundStep(max / fineSteps), range.min)
}

/** The lowest and highest round values on the axis. */
export function limitEnds(scale: Pick<LimitScale, 'max' | 'range'>): { readonly low: number; readonly high: number } {
  const step = limitStep(scale)
  const high = Math.floor(Math.min(scale.max, scale.range.max) / step + 1e-9) * step
  return { low: step, high: Math.max(step, tidy(high)) }
}

/** The limit after a drag from `value` by pixels, down being positive; undefined if it was a click. */
export function draggedLimit(value: number, pixels: number, scale: LimitScale): number | undefined {
  if (Math.abs(pixels) < minDrag) return undefined
  const step = limitStep(scale)
  const { low, high } = limitEnds(scale)
  const rough = value - (pixels / scale.height) * scale.max
  return tidy(Math.min(high, Math.max(low, Math.round(rough / step) * step)))
}

/** The limit after a key: arrows go to the next round value, Page Up and Page Down ten further. Undefined for others. */
export function keyedLimit(value: number, key: string, scale: Pick<LimitScale, 'max' | 'range'>): number | undefined {
  const step = limitStep(scale)
  const { low, high } = limitEnds(scale)
  const above = (steps: number) => Math.max(value, Math.min(high, (Math.floor(value / step + 1e-9) + steps) * step))
  const below = (steps: number) => Math.min(value, Math.max(low, (Math.ceil(value / step - 1e-9) - steps) * step))
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return tidy(above(1))
    case 'ArrowDown':
    case 'ArrowLeft':
      return tidy(below(1))
    case 'PageUp':
      return tidy(above(coarse))
    case 'PageDown':
      return tidy(below(coarse))
    case 'Home':
      return low
    case 'End':
      return high
    default:
      return undefined
  }
}

/** Ticks that leave a limit room to be dragged up. */
export function ticksWithLimit(
  min: number,
  max: number,
  limit: number | undefined,
  leastStep?: number,
): readonly number[] {
  if (limit === undefined) return spanTicks(min, max, leastStep)
  const ticks = spanTicks(min, Math.max(max, limit), leastStep)
  return limit < (ticks.at(-1) ?? 0) ? ticks : spanTicks(min, limit * 1.1, leastStep)
}

/** The part of the plot, at its start, that a limit's label may cover. */
const labelShare = 0.25

/** On which side of a limit its label, at the start of the plot, covers fewer values. */
export function labelSide(
  limit: number,
  points: readonly Point[],
  series: readonly { readonly key: string }[],
  { from, to }: { readonly from: number; readonly to: number },
): 'above' | 'below' {
  const near = points
    .filter(({ at }) => at <= from + labelShare * (to - from))
    .flatMap((point) => series.map(({ key }) => point[key]).filter((value) => typeof value === 'number'))
  const over = near.filter((value) => value > limit).length
  return over > near.length - over ? 'below' : 'above'
}

/**
 * A first limit: 1.5 times what is usual, rounded up. If nothing was measured, or it's 0, that is the value known as good;
 * undefined if none is.
 */
export function firstLimit(
  values: readonly (number | null)[],
  range: LimitScale['range'],
  good: number | undefined,
): number | undefined {
  const usual = median(values, (value) => value ?? Number.NaN) ?? 0
  if (usual <= 0) return good
  const rough = usual * usualFactor
  const step = Math.max(roundStep(rough / 20), range.min)
  return tidy(Math.min(range.max, Math.ceil(rough / step - 1e-9) * step))
}

/** Without the rounding errors of floating-point numbers. */
const tidy = (value: number) => Number(value.toPrecision(12))

/** How bad a value is by a limit; undefined where it isn't over it. */
export function overLimit(
  value: number,
  limit: { readonly value: number; readonly poor?: number | undefined } | undefined,
): 'warning' | 'error' | undefined {
  if (limit === undefined || value <= limit.value) return undefined
  return limit.poor !== undefined && value > limit.poor ? 'error' : 'warning'
}

/** What a mark of a value over the limit means. */
export const overLabels = { error: 'Over the limit, poor', warning: 'Over the limit' } as const

/** How bad the values are that are over the limit, the worst first. */
export function overKinds({
  series,
  points,
  limit,
}: Pick<TimeChartProps, 'series' | 'points' | 'limit'>): readonly ('error' | 'warning')[] {
  const drawn = series.filter(({ previousPeriod }) => !previousPeriod)
  const found = points.flatMap((point) => drawn.map(({ key }) => overLimit(point[key] ?? 0, limit)))
  return (['error', 'warning'] as const).filter((kind) => found.includes(kind))
}
