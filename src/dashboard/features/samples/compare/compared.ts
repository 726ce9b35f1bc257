import type { WholeSample } from '../../../../contract/index.ts'
import type { Limits } from '../judge.ts'

export interface Compared {
  readonly id: string
  /** A, B, C or D. */
  readonly letter: string
  /** Its source's name. */
  readonly name: string
  /** Of the monitor that took it. */
  readonly limits?: Limits
  readonly sample: WholeSample
}

const letters = ['A', 'B', 'C', 'D'] as const

/** The samples by when they were taken: others are compared with the earliest. */
export function inOrder(samples: readonly Omit<Compared, 'letter'>[]): readonly Compared[] {
  const takenAt = ({ sample }: Omit<Compared, 'letter'>) => Date.parse(sample.taken_at ?? '') || 0
  return samples
    .toSorted((a, b) => takenAt(a) - takenAt(b))
    .map((compared, i) => ({ ...compared, letter: letters[i] ?? '' }))
}

export const alignments = {
  start: { label: 'start', metrics: [] },
  'first-byte': { label: 'first byte', metrics: ['first_byte'] },
  'first-paint': { label: 'first paint', metrics: ['first_paint', 'first_contentful_paint'] },
} as const
export type Alignment = keyof typeof alignments
export const alignmentNames = ['start', 'first-byte', 'first-paint'] as const satisfies readonly Alignment[]

/** The time in a sample that is aligned at 0, in ms; undefined if that wasn't measured. */
export function zeroOf({ sample }: Compared, alignment: Alignment): number | undefined {
  if (alignment === 'start') return 0
  for (const name of alignments[alignment].metrics) {
    const at = sample.metrics?.[name]
    if (typeof at === 'number') return at
  }
  return undefined
}
