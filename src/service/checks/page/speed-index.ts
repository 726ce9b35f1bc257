import { quietWindowMs } from './interactive.ts'

/** Pixel counts of a frame by value, for red, then green, then blue: 3 × 256 counts. */
export type Histogram = readonly number[]

export interface Frame {
  /** Milliseconds from the start of the navigation. */
  readonly at: number
  readonly histogram: Histogram
}

/**
 * Visual progress of a frame from the first to the last, 0 to 1: the share of the histogram's change that is complete
 * (WebPageTest; as in speedline's `src/frame.js`, which Lighthouse uses).
 */
export function visualProgress(frame: Histogram, first: Histogram, last: Histogram): number {
  let done = 0
  let total = 0
  for (let i = 0; i < first.length; i++) {
    const from = first[i] ?? 0
    const all = Math.abs((last[i] ?? 0) - from)
    done += Math.min(Math.abs((frame[i] ?? 0) - from), all)
    total += all
  }
  return total === 0 ? 1 : done / total
}

/**
 * Speed index in ms: the area above the curve of visual progress, which is the average time at which visible parts of
 * the page appeared. `blank` is the screen before the navigation. Frames at the end that don't differ from it are left out:
 * what was shown before counts. Null if none differs.
 */
export function speedIndex(blank: Histogram, frames: readonly Frame[]): number | null {
  const end = frames.findLastIndex(({ histogram }) => histogram.some((count, i) => count !== blank[i]))
  const last = frames[end]
  if (!last) return null
  let index = 0
  let before = 0
  let progress = 0
  for (const { at, histogram } of frames.slice(0, end + 1)) {
    index += (1 - progress) * Math.max(0, at - before)
    before = Math.max(before, at)
    progress = visualProgress(histogram, blank, last.histogram)
  }
  return index
}

/**
 * When a page has settled, in ms on the clock of its arguments: when it has loaded and painted its largest content. A page
 * that loads on for long has settled five seconds after that paint, so that others can't hold it up. What it shows then is
 * final; up to five seconds later, only what appears where it was blank counts. So what moves for ever, and how long it was
 * watched, changes nothing. Infinity if nothing is known of it.
 */
export function settledAt({
  largestPaint,
  firstPaint,
  load,
}: Readonly<Record<'largestPaint' | 'firstPaint' | 'load', number | null>>): number {
  const painted = largestPaint ?? firstPaint ?? load
  return painted === null ? Infinity : Math.min(Math.max(painted, load ?? 0), painted + quietWindowMs)
}
