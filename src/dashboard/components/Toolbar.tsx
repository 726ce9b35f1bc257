import type { ReactNode } from 'react'
import classes from './Toolbar.module.css'

/** The one row of filters above a list. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>
}
