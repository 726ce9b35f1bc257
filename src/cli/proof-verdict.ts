import type { ProofLookup, readProof, ReplyOf } from '../contract/index.ts'

export type ProofAddress = ReplyOf<typeof readProof>['addresses'][number]

/**
 * Why a purged address isn't proved to be new on every node; undefined if it is. What was never stored, or isn't stored
 * again, can't be old.
 */
export function notProved({
  result,
  after,
  again,
}: Pick<ProofAddress, 'result' | 'after' | 'again'>): string | undefined {
  const silent = [...(after?.silent ?? []), ...(again?.silent ?? [])]
  if (silent.length > 0) return `no answer from ${[...new Set(silent)].join(', ')}`
  switch (result) {
    case 'gone':
    case 'nothing stored':
      return undefined
    case 'stored again':
    case 'newly stored':
    case 'not stored again':
    case 'never stored': {
      const same = placesOf(again, ({ change }) => change === 'same')
      return same.length > 0 ? `the same as before at ${same.join(', ')}` : undefined
    }
    case 'still stored':
    case 'some stored':
      return `still stored at ${placesOf(after, ({ held, matched }) => held === true || (matched ?? 0) > 0).join(', ')}`
    case 'unknown':
    case null:
      return after?.problem ?? again?.problem ?? 'not checked to the end'
  }
}

type Finding = NonNullable<ProofLookup['nodes']>[number]

const placesOf = (lookup: ProofLookup | null, is: (finding: Finding) => boolean) => [
  ...new Set((lookup?.nodes ?? []).filter(is).map(({ location }) => location)),
]
