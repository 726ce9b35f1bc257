/** Something that grows by the day until the first of it is old enough to be deleted. */
export interface Growing {
  readonly bytesPerDay: number
  /** How old the oldest of it is, in days. */
  readonly age: number
  /** How long it is kept, in days. */
  readonly kept: number
}

/**
 * How long it takes until some space is full, if what is there goes on growing as now until retention deletes as much of
 * it each day as is added.
 * @returns days, or null if it never gets full
 */
export function daysUntilFull(space: number, growing: readonly Growing[]): number | null {
  const inOrder = growing
    .map(({ bytesPerDay, age, kept }) => ({ bytesPerDay, days: Math.max(0, kept - age) }))
    .toSorted((a, b) => a.days - b.days)
  let [left, day] = [space, 0]
  for (const [i, { days }] of inOrder.entries()) {
    const perDay = inOrder.slice(i).reduce((sum, { bytesPerDay }) => sum + bytesPerDay, 0)
    const added = perDay * (days - day)
    if (added > 0 && added >= left) return day + left / perDay
    left -= added
    day = days
  }
  return null
}
