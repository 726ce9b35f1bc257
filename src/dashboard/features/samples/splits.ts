import { maxParts, splits, type Monitor, type Sample, type Split } from '../../../contract/index.ts'
import { connectivityWords } from '../monitors/connectivity.ts'

/** What a chart is split by, in the singular. */
export const splitWords = {
  profile: 'monitor',
  location: 'location',
  connectivity: 'connection',
  view: 'view',
} as const satisfies Record<Split, string>

/** What a sample, or a part of a series, says of where it belongs. */
type Divided = Pick<Sample, 'profile_id' | 'location' | 'connectivity' | 'view'>

/** The part that a sample belongs to, in words; of monitors and tests, the ID. */
export function partOf({ profile_id, location, connectivity, view }: Divided, by: Split): string {
  switch (by) {
    case 'profile':
      return profile_id ?? 'not reported'
    case 'location':
      return location ?? 'not reported'
    case 'connectivity':
      return connectivityWords(connectivity)
    case 'view':
      return view === 'EMPTY' ? 'first view' : view === 'FULL' ? 'repeat view' : 'not reported'
  }
}

/** The parts that have a line, by name: those with the most samples. */
export function largestParts(counts: Iterable<readonly [part: string, samples: number]>): readonly string[] {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxParts)
    .map(([part]) => part)
    .toSorted((a, b) => a.localeCompare(b))
}

/** Says that some parts have no line. */
export function leftOutWords(by: Split): string {
  return `Only the ${maxParts} ${splitWords[by]}s with the most samples have a line.`
}

const fields = { profile: 'profile_id', location: 'location', connectivity: 'connectivity', view: 'view' } as const

/** Whether a part of a series comes from this split. */
export function isPartOf(part: Divided, by: Split): boolean {
  return part[fields[by]] !== undefined
}

/** What the samples of monitors are first split by: the first of which they have more than one. */
export function defaultSplitOf(monitors: readonly Monitor[]): Split | undefined {
  return splits.find((by) => new Set(monitors.flatMap((monitor) => partsOf(monitor, by))).size > 1)
}

function partsOf({ id, variables, constants }: Monitor, by: Split): readonly (string | undefined)[] {
  switch (by) {
    case 'profile':
      return [id]
    case 'location':
      return variables?.locations ?? []
    case 'connectivity':
      return (variables?.connectivities ?? []).map(connectivityWords)
    case 'view':
      return constants?.browser_cache === 'EMPTY_AND_FULL' ? ['EMPTY', 'FULL'] : ['EMPTY']
  }
}
