import type { ReactNode } from 'react'
import classes from './Stacked.module.css'

/** A two-line cell with a smaller second line. */
export function Stacked({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span className={classes.stacked}>
      <span>{children}</span>
      {below && <span className={classes.below}>{below}</span>}
    </span>
  )
}
