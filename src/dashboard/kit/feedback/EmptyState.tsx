import type { ReactNode } from 'react'
import classes from './States.module.css'

interface Props {
  title: string
  /** What would be here and how to get it. */
  children: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, children, action }: Props) {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>{title}</p>
      <p className={classes.hint}>{children}</p>
      {action}
    </div>
  )
}
