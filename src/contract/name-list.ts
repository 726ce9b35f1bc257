import { settingsLimits } from './settings-limits.ts'

/** A list of names, made for looking them up. */
interface Compiled {
  readonly exact: ReadonlySet<string>
  /** Characters of the longest of them. */
  readonly longest: number
  /** What other names begin with, in order. None of them begins with another one. */
  readonly beginnings: readonly string[]
}

/** By the list that the settings hold: they are read once and asked with each request. */
const compiled = new WeakMap<readonly string[], Compiled>()

function compile(list: readonly string[]): Compiled {
  const exact = list.filter((name) => !name.endsWith('*'))
  const beginnings: string[] = []
  for (const beginning of list
    .filter((name) => name.endsWith('*'))
    .map((name) => name.slice(0, -1))
    .toSorted(byCodeUnit)) {
    const last = beginnings.at(-1)
    if (last === undefined || !beginning.startsWith(last)) beginnings.push(beginning)
  }
  return { exact: new Set(exact), longest: Math.max(0, ...exact.map(({ length }) => length)), beginnings }
}

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/**
 * Whether a name is in a list in which a trailing `*` stands for any ending. A name can begin only with the last of the
 * sorted beginnings that isn't after it, so it takes few comparisons whatever the list holds.
 * @param isAfter for tests: compares two names
 */
export function isNamed(
  name: string,
  list: readonly string[],
  isAfter: (a: string, b: string) => boolean = (a, b) => a > b,
): boolean {
  let known = compiled.get(list)
  if (!known) compiled.set(list, (known = compile(list)))
  const { exact, longest, beginnings } = known
  if (name.length <= longest && exact.has(name)) return true
  let [low, high] = [0, beginnings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAfter(beginnings[middle] ?? '', name)) high = middle
    else low = middle + 1
  }
  const candidate = beginnings[low - 1]
  return candidate !== undefined && name.startsWith(candidate)
}

/** The steps (see `settingsLimits.filterSteps`) of looking up so many names in a list. */
export function stepsToLookUp(names: number, list: readonly string[]): number {
  return names * (4 + 2 * Math.ceil(Math.log2(list.length + 1)))
}

/**
 * The parts of a list in a request, such as its cookies; undefined if they are more than anyone looks at.
 * @param separator between two of them
 */
export function partsOf(text: string, separator: string): readonly string[] | undefined {
  const parts = text.split(separator, settingsLimits.matchedNames + 1)
  return parts.length > settingsLimits.matchedNames ? undefined : parts
}
