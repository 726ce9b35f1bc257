import { severities } from '../../../contract/index.ts'
import { causeInWords } from '../../../words/incidents.ts'
import { verdictInWords, type Reader } from '../../../words/verdict.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { Marked, NoMark, SeverityMark } from '../../kit/marks/Mark.tsx'

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
  }
  /** The mark stands elsewhere in the row. */
  isMarked?: boolean
}

/** What is wrong with a site, or that nothing is. */
export function VerdictCell({ reader, verdict, isMarked = false }: Props) {
  const { host, incidents } = verdict
  const cause = verdict.cause === null ? null : causeInWords({ cause: verdict.cause, host })
  const words = verdictInWords({ ...verdict, cause }, reader)
  const told = (
    <>
      <Breakable text={words} />
      {incidents > 1 && ` (${incidents} incidents)`}
    </>
  )
  return isMarked ? <span>{told}</span> : <Marked mark={<VerdictMark verdict={verdict} />}>{told}</Marked>
}

/** The mark of what is wrong with a site, or that nothing is. */
export function VerdictMark({
  verdict: { trouble, severity },
}: {
  verdict: Pick<Props['verdict'], 'trouble' | 'severity'>
}) {
  const mark = trouble === 'healthy' || severity > 0 ? severities[severity] : undefined
  return mark ? <SeverityMark severity={mark} /> : <NoMark />
}
