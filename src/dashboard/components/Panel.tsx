import { useId, type ReactNode } from 'react'
import classes from './Panel.module.css'

interface Props {
  title: string
  /** Beside the title: a legend, a count. */
  aside?: ReactNode
  actions?: ReactNode
  /** The content has a frame of its own. */
  bare?: boolean
  children: ReactNode
}

/** A titled part of a page. Panels don't stand in panels. */
export function Panel({ title, aside, actions, bare = false, children }: Props) {
  const id = useId()
  return (
    <section className={bare ? classes.bare : classes.panel} aria-labelledby={id}>
      <div className={classes.line}>
        <div className={classes.title}>
          <h2 id={id}>{title}</h2>
          {aside && <div className={classes.aside}>{aside}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}
