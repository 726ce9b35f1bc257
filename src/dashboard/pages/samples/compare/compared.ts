import type { WholeSample } from '../../../../contract/index.ts'

export interface Compared {
  readonly id: string
  /** A, B, C or D. */
  readonly letter: string
  /** Its source's name. */
  readonly name: string
  readonly sample: WholeSample
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
