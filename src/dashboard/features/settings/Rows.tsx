import type { ReactNode } from 'react'
import classes from './Rows.module.css'

/** A card of settings, each in a row. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label} data-boxed>
      {children}
    </ul>
  )
}

interface RowProps {
  /** What the row sets, in bold. */
  title: ReactNode
  /** At the right, such as when it was used last. */
  aside?: ReactNode
  /** A switch or a menu, at the end. */
  control?: ReactNode
  /** What it does, below the title. */
  children?: ReactNode
}

export function Row({ title, aside, control, children }: RowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <div className={classes.title}>{title}</div>
        {children}
      </div>
      {aside && <div className={classes.aside}>{aside}</div>}
      {control && <div className={classes.control}>{control}</div>}
    </li>
  )
}
