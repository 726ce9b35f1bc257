import { severities } from '../../../contract/index.ts'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { NoMark, NoVerdict, SeverityMark, Verdict } from '../../kit/marks/Mark.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'

interface Props {
  type: number | undefined
  /** False for a sample of a busy runner: only what doesn't depend on time is judged. */
  judged?: boolean | undefined
  /** What makes it so bad, if that's known: it takes the place of the severity's name, which is only read out then. */
  kind?: string | undefined
  /** The mark stands elsewhere, with the severity's name. */
  isMarked?: boolean
}

/** Whether a sample was measured on a busy runner, and nothing was wrong that doesn't depend on time. */
export const isUnjudged = (type: number | undefined, judged: boolean | undefined): boolean =>
  judged === false && type === 0

/** A sample's severity. An unknown `sample_type` is shown as its number. */
export function Severity({ type, judged, kind, isMarked = false }: Props) {
  if (isUnjudged(type, judged)) {
    return <span title="Measured on a busy runner">{isMarked ? 'not judged' : <NoVerdict>not judged</NoVerdict>}</span>
  }
  if (type === undefined) return <EmptyCell why="severity not reported in a known format" />
  const severity = severities[type]
  if (!severity) return <span>type {type}</span>
  const words =
    kind === undefined ? (
      severity
    ) : (
      <span>
        {kind}
        {!isMarked && <VisuallyHidden>, {severity}</VisuallyHidden>}
      </span>
    )
  return isMarked ? <span>{words}</span> : <Verdict severity={severity}>{words}</Verdict>
}

/** A sample's mark without its name; a dash if its severity is unknown. */
export function ResultMark({ type }: { type: number | undefined }) {
  const severity = severities[type ?? -1]
  return severity ? <SeverityMark severity={severity} /> : <NoMark />
}
