import type { ReactNode } from 'react'
import classes from './Columns.module.css'

interface Props {
  children: ReactNode
  /** What belongs to all of it: below it in narrow windows, else at the right. */
  aside: ReactNode
}

/** A page's content in a wide column, with a narrow one beside it. */
export function Columns({ children, aside }: Props) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{children}</div>
      <div className={classes.column}>{aside}</div>
    </div>
  )
}
