/**
 * Groups positions, so that the first of each group is at least `distance` after the first of the one before.
 * @param positions in any order
 * @returns the indexes of each group, in order of position
 */
export function clustersOf(positions: readonly number[], distance: number): readonly (readonly number[])[] {
  const groups: number[][] = []
  let start = Number.NEGATIVE_INFINITY
  for (const [i, x] of [...positions.entries()].toSorted(([, a], [, b]) => a - b)) {
    if (x - start >= distance) {
      groups.push([])
      start = x
    }
    groups.at(-1)?.push(i)
  }
  return groups
}
