import type { ReactNode } from 'react'
import classes from './Badge.module.css'

type Tone = 'plain' | 'good' | 'warning' | 'error' | 'critical'

/** A state with its mark, in a tint of how bad or good it is. */
export function Badge({ tone = 'plain', mark, children }: { tone?: Tone; mark?: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {mark}
      {children}
    </span>
  )
}

/** A word that qualifies what it stands beside. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={classes.tag}>{children}</span>
}
