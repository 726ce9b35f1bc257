import { purgeItemText } from '../../../words/purge.ts'
import { NoVerdict, Verdict } from '../../kit/marks/Mark.tsx'
import classes from './cache.module.css'
import type { Proof } from './proof.ts'
import { purgedInWords } from './proof-words.ts'
import { itemOf, type Problem, type Row } from './purge-rows.ts'

interface Props {
  row: Row
  problem: Problem | undefined
  /** What is known of what was sent. */
  proof: Proof | null | undefined
}

/** What is wrong with a row, or what became of it. */
export function RowResult({ row, problem, proof }: Props) {
  const { result } = row
  if (problem) return <span className={classes.wrong}>{problem.words}</span>
  switch (result.kind) {
    case 'unsent':
      return null
    case 'sending':
      return 'Sending…'
    case 'accepted':
      return <Sent row={row} proof={proof} />
    case 'held':
      return <Verdict severity="warning">{result.why}</Verdict>
    case 'refused':
    case 'failed':
      return <Verdict severity="error">{result.why}</Verdict>
  }
}

/** What became of what was sent, as far as the proof tells. */
function Sent({ row, proof }: Pick<Props, 'row' | 'proof'>) {
  const text = purgeItemText(itemOf(row))
  const address = proof?.addresses.find(({ path }) => path === text)
  const { severity, words } = purgedInWords(address)
  return severity === null ? <NoVerdict>{words}</NoVerdict> : <Verdict severity={severity}>{words}</Verdict>
}
