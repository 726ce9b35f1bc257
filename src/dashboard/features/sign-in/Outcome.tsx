import { type ReactNode, useEffect } from 'react'
import { AchievedMark } from '../../kit/marks/Mark.tsx'
import { focusHeading } from '../../kit/navigation/focus.ts'
import classes from './sign-in.module.css'

interface Props {
  title: string
  /** Something was just achieved. */
  isDone?: boolean
  children: ReactNode
  actions: ReactNode
}

/** What became of a form or a link, in its place. It's read out, and has the focus. */
export function Outcome({ title, isDone = false, children, actions }: Props) {
  // the button that was pressed is gone
  useEffect(() => focusHeading(), [])
  return (
    <div className={classes.form} role="status">
      <div>
        {isDone && <AchievedMark size={28} isNew />}
        <h1 tabIndex={-1}>{title}</h1>
        <p className={classes.hint}>{children}</p>
      </div>
      <div className={classes.beside}>{actions}</div>
    </div>
  )
}
