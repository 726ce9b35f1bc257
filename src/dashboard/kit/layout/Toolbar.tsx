import type { ReactNode } from 'react'
import classes from './Toolbar.module.css'

/** A row of filters above a list. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>
}
