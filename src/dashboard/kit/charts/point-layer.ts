/**
 * Draws any number of samples as points on a canvas, with a colour and shape for each severity. One that failed without a
 * value stands at the bottom edge, at its time.
 */
import { bisectLeft } from 'd3-array'

export interface Points {
  /** Undefined for a sample whose record has none. */
  readonly ids: readonly (string | undefined)[]
  /** UNIX ms. */
  readonly at: readonly number[]
  /** NaN without one. */
  readonly value: readonly number[]
  /** `sample_type`s. */
  readonly type: readonly number[]
}

export interface Scale {
  readonly from: number
  readonly to: number
  /** The value at the bottom edge; 0 without it. */
  readonly min?: number
  /** The value at the top edge. */
  readonly max: number
  /** CSS pixels. */
  readonly width: number
  readonly height: number
}

export const xOf = (at: number, { from, to, width }: Scale): number => ((at - from) / (to - from)) * width
export const yOf = (value: number, { min = 0, max, height }: Scale): number =>
  height - ((value - min) / (max - min)) * height

/** What a point is known by, whatever other points there are. */
export function keyOf({ ids, at, value }: Points, point: number): string {
  return ids[point] ?? `${at[point]} ${value[point]}`
}

/** Pixel positions of the points, for drawing and hit testing. */
export interface Placed {
  /** Indexes in `Points`, in order of time. */
  readonly order: Uint32Array
  readonly x: Float32Array
  readonly y: Float32Array
}

export function place({ at, value, type }: Points, scale: Scale): Placed {
  const within: number[] = []
  for (const [i, moment] of at.entries()) {
    const isShown = !Number.isNaN(value[i]) || isFailure(type[i])
    if (moment >= scale.from && moment <= scale.to && isShown) within.push(i)
  }
  const order = Uint32Array.from(within).toSorted((a, b) => (at[a] ?? 0) - (at[b] ?? 0))
  const x = new Float32Array(order.length)
  const y = new Float32Array(order.length)
  for (const [n, i] of order.entries()) {
    x[n] = xOf(at[i] ?? 0, scale)
    y[n] = Number.isNaN(value[i]) ? scale.height : yOf(value[i] ?? 0, scale)
  }
  return { order, x, y }
}

/** Whether a severity is that of an error or worse. */
const isFailure = (type: number | undefined) => type === 2 || type === 3

/** The index in `Placed` of the point with a key; undefined if there is none. */
export function placeOf(points: Points, { order }: Placed, key: string): number | undefined {
  const found = order.findIndex((point) => keyOf(points, point) === key)
  return found === -1 ? undefined : found
}

/** The index in `Placed` of the point nearest to a pixel; undefined if none is within `reach` pixels. */
export function nearest({ x, y }: Placed, px: number, py: number, reach: number): number | undefined {
  let best: number | undefined
  let closest = reach * reach
  for (let n = bisectLeft(x, px - reach); n < x.length; n++) {
    const dx = (x[n] ?? 0) - px
    if (dx > reach) break
    const dy = (y[n] ?? 0) - py
    const distance = dx * dx + dy * dy
    if (distance > closest) continue
    closest = distance
    best = n
  }
  return best
}

export interface PointColours {
  /** By `sample_type`; the last is for unknown types. */
  readonly types: readonly [string, string, string, string, string]
}

/** Above this number of one type, points are small and faint, and only one is drawn per pixel. */
const denseAbove = 1500

export function drawPoints(
  context: CanvasRenderingContext2D,
  { type }: Points,
  { order, x, y }: Placed,
  scale: Scale,
  colours: PointColours,
): void {
  context.clearRect(0, 0, scale.width, scale.height)
  // the worst last, so that nothing covers them
  for (const kind of [4, 0, 1, 2, 3] as const) {
    const matching: number[] = []
    for (const [n, i] of order.entries()) if (kindOf(type[i]) === kind) matching.push(n)
    if (matching.length === 0) continue
    context.fillStyle = colours.types[kind]
    const dense = matching.length > denseAbove
    const shown = dense ? onePerPixel(matching, x, y, scale) : matching
    context.globalAlpha = kind === 0 || kind === 4 ? (dense ? 0.35 : 0.6) : 1
    context.beginPath()
    for (const n of shown) shape(context, kind, x[n] ?? 0, y[n] ?? 0, dense ? 2.5 : kind === 0 ? 3 : 4.5)
    context.fill()
  }
  context.globalAlpha = 1
}

function kindOf(type: number | undefined): 0 | 1 | 2 | 3 | 4 {
  return type === 0 || type === 1 || type === 2 || type === 3 ? type : 4
}

function onePerPixel(
  matching: readonly number[],
  x: Float32Array,
  y: Float32Array,
  { width, height }: Scale,
): number[] {
  const columns = Math.ceil(width) + 1
  const taken = new Uint8Array(columns * (Math.ceil(height) + 1))
  return matching.filter((n) => {
    const cell = Math.round(y[n] ?? 0) * columns + Math.round(x[n] ?? 0)
    if (taken[cell]) return false
    taken[cell] = 1
    return true
  })
}

/** The same shapes as the severity marks: circle, triangle, diamond, square. */
export function shape(
  context: CanvasRenderingContext2D,
  kind: 0 | 1 | 2 | 3 | 4,
  x: number,
  y: number,
  size: number,
): void {
  switch (kind) {
    case 0:
    case 4:
      context.moveTo(x + size, y)
      context.arc(x, y, size, 0, 2 * Math.PI)
      break
    case 1:
      context.moveTo(x, y - size)
      context.lineTo(x + size, y + size * 0.8)
      context.lineTo(x - size, y + size * 0.8)
      context.closePath()
      break
    case 2:
      context.moveTo(x, y - size * 1.15)
      context.lineTo(x + size * 1.15, y)
      context.lineTo(x, y + size * 1.15)
      context.lineTo(x - size * 1.15, y)
      context.closePath()
      break
    case 3:
      context.rect(x - size * 0.85, y - size * 0.85, size * 1.7, size * 1.7)
      break
  }
}
