import { severities, type Unchecked } from '../../../contract/index.ts'
import { causeInWords } from '../../../words/incidents.ts'
import { verdictParts, type Reader } from '../../../words/verdict.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { Marked, NoMark, SeverityMark } from '../../kit/marks/Mark.tsx'
import classes from './VerdictCell.module.css'

interface Props {
  reader: Reader
  verdict: {
    readonly host: string
    readonly trouble: string
    readonly severity: number
    readonly state: string
    readonly kind: string | null
    readonly cause: string | null
    readonly partly: boolean
    /** How many are open. */
    readonly incidents: number
    /** Of a site without trouble: why it isn't known whether it is healthy. */
    readonly unchecked?: Unchecked | undefined
  }
  /** The mark stands elsewhere in the row. */
  isMarked?: boolean
}

/** What is wrong with a site, in its colour and before why, or that nothing is. */
export function VerdictCell({ reader, verdict, isMarked = false }: Props) {
  const { host, incidents } = verdict
  const cause = verdict.cause === null ? null : causeInWords({ cause: verdict.cause, host })
  const { what, why } = verdictParts({ ...verdict, cause }, reader)
  const others = incidents > 1 && ` (${incidents} incidents)`
  const told = (
    <span className={classes.told}>
      <span className={classes.parts}>
        <span className={classes.part}>
          {verdict.severity > 0 ? <b data-severity={severities[verdict.severity]}>{what}</b> : what}
          {why === undefined && others}
        </span>
        {why !== undefined && (
          <span className={classes.part} title={why}>
            <span className={classes.dot}> · </span>
            <Breakable text={why} />
            {others}
          </span>
        )}
      </span>
    </span>
  )
  return isMarked ? told : <Marked mark={<VerdictMark verdict={verdict} />}>{told}</Marked>
}

/** The mark of how bad it is what is wrong with a site, or that nothing is. */
export function VerdictMark({
  verdict: { trouble, severity, unchecked },
}: {
  verdict: Pick<Props['verdict'], 'trouble' | 'severity' | 'unchecked'>
}) {
  const mark = (trouble === 'healthy' && unchecked === undefined) || severity > 0 ? severities[severity] : undefined
  if (!mark) return <NoMark />
  return (
    <>
      <SeverityMark severity={mark} />
      <VisuallyHidden>{mark} </VisuallyHidden>
    </>
  )
}
