import type { ReactNode } from 'react'
import classes from './Columns.module.css'

interface Props {
  children: ReactNode
  /** What belongs to all of it: below it in narrow windows, else at the right. */
  aside: ReactNode
  /** The narrow column has tables, which need more room. */
  isWide?: boolean
  /** The wide column needs more room than most do, so that the other one stands beside it in wider windows only. */
  isLate?: boolean
}

/** A page's content in a wide column, with a narrow one beside it. */
export function Columns({ children, aside, isWide = false, isLate = false }: Props) {
  return (
    <div className={classes.columns} data-wide={isWide || undefined} data-late={isLate || undefined}>
      <div className={classes.column}>{children}</div>
      <div className={classes.column}>{aside}</div>
    </div>
  )
}
