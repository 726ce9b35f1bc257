import { severities } from '../../../contract/severity.ts'
import { Verdict } from '../marks/Mark.tsx'
import { fullNumber } from '../format/format.ts'
import { xOf, type Scale } from './point-layer.ts'

/** Samples of a moment that have no value because something went wrong. */
export interface Failure {
  /** Where they are drawn, UNIX ms. */
  readonly at: number
  readonly failed: number
  /** How many samples there are in all. */
  readonly of: number
  /** The worst among them. */
  readonly severity: 2 | 3
}

/** The marks of error and critical around the origin, as in lists. */
const shapes = { 2: 'M0 -5L5 0L0 5L-5 0Z', 3: 'M-4 -4H4V4H-4Z' } as const
/** From the bottom of the plot to the middle of a mark, in pixels. */
const rise = 6

/** Marks the times of samples that failed, at the bottom of a plot. */
export function FailureMarks({ failures, scale }: { failures: readonly Failure[]; scale: Scale }) {
  return failures.map(({ at, severity }) => (
    <path
      key={at}
      data-failed={severities[severity]}
      transform={`translate(${xOf(at, scale)} ${scale.height - rise})`}
      d={shapes[severity]}
      style={{ fill: `var(--sp-${severities[severity]})`, stroke: 'var(--sp-card)' }}
    />
  ))
}

/** The severities among failures, the worst first. */
export function failureKinds(failures: readonly Failure[] = []): readonly Failure['severity'][] {
  return ([3, 2] as const).filter((kind) => failures.some(({ severity }) => severity === kind))
}

/** A mark's name in the legend. */
export const failureLabel = (severity: Failure['severity']) => `Failed, ${severities[severity]}`

/** "2 of 3 samples failed" */
export function FailureWords({ failed, of, severity }: Failure) {
  return (
    <Verdict severity={severities[severity]}>
      {fullNumber(failed)} of {fullNumber(of)} {of === 1 ? 'sample' : 'samples'} failed
    </Verdict>
  )
}
