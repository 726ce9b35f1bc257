import type { ReactNode } from 'react'
import classes from './Stacked.module.css'

/** A cell of two lines: what counts, and below it, smaller, what belongs to it. */
export function Stacked({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span className={classes.stacked}>
      <span>{children}</span>
      {below && <span className={classes.below}>{below}</span>}
    </span>
  )
}
