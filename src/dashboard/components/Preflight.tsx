import type { ReactNode } from 'react'
import { Verdict } from './Mark.tsx'
import classes from './Preflight.module.css'

export interface Check {
  readonly id: string
  /** `fails` stands in the way, `may` perhaps does. */
  readonly outcome: 'passes' | 'may' | 'fails'
  readonly what: ReactNode
  /** What to do about it. */
  readonly remedy?: ReactNode
}

const severities = { passes: 'ok', may: 'warning', fails: 'error' } as const
const words = { passes: 'nothing in the way', may: 'may stand in the way', fails: 'stands in the way' } as const

/** What was looked at before something is done that cannot be undone. */
export function Preflight({ label, checks }: { label: string; checks: readonly Check[] }) {
  return (
    <ul className={classes.checks} aria-label={label}>
      {checks.map(({ id, outcome, what, remedy }) => (
        <li key={id} className={classes.check}>
          <span className={classes.verdict}>
            <Verdict severity={severities[outcome]}>{words[outcome]}</Verdict>
          </span>
          <span>
            {what}
            {remedy && <span className={classes.remedy}> {remedy}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
