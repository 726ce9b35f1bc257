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
 * the page appeared. `blank` is the screen before the navigation. Null if no frame differs from it.
 */
export function speedIndex(blank: Histogram, frames: readonly Frame[]): number | null {
  const last = frames.at(-1)
  if (!last || last.histogram.every((count, i) => count === blank[i])) return null
  let index = 0
  let before = 0
  let progress = 0
  for (const { at, histogram } of frames) {
    index += (1 - progress) * Math.max(0, at - before)
    before = Math.max(before, at)
    progress = visualProgress(histogram, blank, last.histogram)
  }
  return index
}
