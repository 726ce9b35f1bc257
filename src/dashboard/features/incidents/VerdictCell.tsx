import { severities } from '../../../contract/index.ts'
import { causeInWords } from '../../../words/incidents.ts'
import { verdictInWords, type Reader } from '../../../words/verdict.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { NoVerdict, Verdict } from '../../kit/marks/Mark.tsx'

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
}

/** What is wrong with a site, or that nothing is. */
export function VerdictCell({ reader, verdict }: Props) {
  const { host, trouble, severity, incidents } = verdict
  const cause = verdict.cause === null ? null : causeInWords({ cause: verdict.cause, host })
  const words = verdictInWords({ ...verdict, cause }, reader)
  const mark = trouble === 'healthy' || severity > 0 ? severities[severity] : undefined
  if (!mark) return <NoVerdict>{words}</NoVerdict>
  return (
    <Verdict severity={mark}>
      <Breakable text={words} />
      {incidents > 1 && ` (${incidents} incidents)`}
    </Verdict>
  )
}
