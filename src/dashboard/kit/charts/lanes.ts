/**
 * Assigns each label to a lane, counted from the top, so that none overlap.
 * @param labels start and length in the same unit
 */
export function lanesOf(labels: readonly { readonly start: number; readonly length: number }[]): readonly number[] {
  const ends: number[] = []
  const lanes = labels.map(() => 0)
  for (const [i, { start, length }] of [...labels.entries()].toSorted(([, a], [, b]) => a.start - b.start)) {
    const free = ends.findIndex((end) => end <= start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = start + length
    lanes[i] = lane
  }
  return lanes
}
