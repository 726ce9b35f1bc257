import type { ReactNode } from 'react'
import { Verdict } from '../marks/Mark.tsx'
import classes from './Preflight.module.css'

export interface Check {
  readonly id: string
  /** `fails` prevents the action, `may` could. */
  readonly outcome: 'passes' | 'may' | 'fails'
  readonly what: ReactNode
  /** How to resolve it. */
  readonly remedy?: ReactNode
}

const severities = { passes: 'ok', may: 'warning', fails: 'error' } as const
const words = { passes: 'OK', may: 'Check this', fails: 'Fix this first' } as const

/** The results of checks made before an irreversible action. */
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
