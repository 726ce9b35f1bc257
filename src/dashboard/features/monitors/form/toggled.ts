/**
 * The choice once an item is pressed. While nothing is chosen, the service takes what is usual, so that is what the item is
 * added to.
 */
export function toggled<T>(
  chosen: readonly T[],
  item: T,
  usual: T | undefined,
  isSame: (a: T, b: T) => boolean = Object.is,
): readonly T[] {
  const now = chosenOr(chosen, usual)
  return now.some((one) => isSame(one, item)) ? now.filter((one) => !isSame(one, item)) : [...now, item]
}

/** What is chosen, or what the service takes. */
export function chosenOr<T>(chosen: readonly T[], usual: T | undefined): readonly T[] {
  return chosen.length > 0 || usual === undefined ? chosen : [usual]
}
