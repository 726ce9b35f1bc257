/** A pointer gesture on a time axis: one pointer zooms or moves the range, two do both. */
export interface Gesture {
  readonly kind: 'zoom' | 'pan' | 'pinch'
  /** The start of each pointer in pixels: one, or two in a pinch. */
  readonly start: readonly number[]
  readonly now: readonly number[]
}

interface Axis {
  /** UNIX ms. */
  readonly from: number
  readonly to: number
  /** Pixels. */
  readonly width: number
}

/** Shorter drags count as clicks, in pixels. */
const minDrag = 6
/** Fingers closer than this don't zoom, in pixels. */
const minDistance = 24

/** How the chart follows the pointers: scaled from the left edge, then shifted by `shift` pixels. */
export function moveOf({ kind, start, now }: Gesture): { readonly shift: number; readonly scale: number } {
  const [a = 0, b = 0] = start
  const [left = 0, right = 0] = now
  if (kind === 'pan') return { shift: left - a, scale: 1 }
  if (kind === 'zoom' || Math.abs(b - a) < minDistance || Math.abs(right - left) < minDistance)
    return { shift: 0, scale: 1 }
  const scale = (right - left) / (b - a)
  // crossed fingers would reverse time
  return scale > 0 ? { shift: left - a * scale, scale } : { shift: 0, scale: 1 }
}

/** The range after the gesture in UNIX ms; undefined if it was a click. */
export function rangeAfter(gesture: Gesture, { from, to, width }: Axis): readonly [number, number] | undefined {
  const perPixel = (to - from) / width
  if (gesture.kind === 'zoom') {
    const [start = 0] = gesture.start
    const [now = 0] = gesture.now
    if (Math.abs(now - start) < minDrag) return undefined
    const within = (x: number) => Math.round(from + Math.min(width, Math.max(0, x)) * perPixel)
    return [within(Math.min(start, now)), within(Math.max(start, now))]
  }
  const { shift, scale } = moveOf(gesture)
  if (scale === 1 && Math.abs(shift) < minDrag) return undefined
  const begin = from - (shift / scale) * perPixel
  return [Math.round(begin), Math.round(begin + (to - from) / scale)]
}
