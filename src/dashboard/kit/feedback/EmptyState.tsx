import type { ReactNode } from 'react'
import { SearchIcon, TableIcon } from '../marks/icons.tsx'
import { AchievedMark } from '../marks/Mark.tsx'
import classes from './States.module.css'

interface Props {
  title: string
  /** What would be here and how to get it. */
  children: ReactNode
  action?: ReactNode
  /** Why it is empty: there is none yet, nothing matches, or there is nothing to worry about. */
  because?: 'none' | 'no-match' | 'well'
}

const signs = { none: <TableIcon />, 'no-match': <SearchIcon />, well: <AchievedMark size={28} /> } as const

/** Stands in the place of a list that has nothing to show. */
export function EmptyState({ title, children, action, because = 'none' }: Props) {
  return (
    <div className={classes.empty}>
      <span className={classes.sign}>{signs[because]}</span>
      <p className={classes.title}>{title}</p>
      <p className={classes.hint}>{children}</p>
      {action}
    </div>
  )
}
