/** How many pixels of a frame have each value, for red, green and blue one after the other: 3 × 256 counts. */
export type Histogram = readonly number[]

export interface Frame {
  /** Milliseconds from the start of the navigation. */
  readonly at: number
  readonly histogram: Histogram
}

/**
 * How far a frame has come from the first to the last, 0 to 1, by the share of the histogram's change that is done
 * (WebPageTest; as in speedline, `src/frame.js`, which Lighthouse uses).
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
 * Speed index in ms: the area above the curve of visual progress, that is the average time at which the visible parts
 * of the page were shown. `blank` is what was shown before the navigation. Null without frames, and where nothing was
 * ever seen to change.
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
