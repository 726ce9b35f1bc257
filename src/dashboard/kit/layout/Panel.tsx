import { useId, type ReactNode } from 'react'
import classes from './Panel.module.css'

interface Props {
  title: string
  /** Shown next to the title, such as a legend or a count. */
  aside?: ReactNode
  actions?: ReactNode
  /** Without a card, for content that has its own. */
  bare?: boolean
  /** When it's printed: left out, or only the first rows of its table. */
  onPaper?: 'hidden' | 'short'
  children: ReactNode
}

/** A titled section of a page: the heading, and below it a card. Panels are never nested. */
export function Panel({ title, aside, actions, bare = false, onPaper, children }: Props) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id} data-paper={onPaper}>
      <div className={classes.line}>
        <div className={classes.title}>
          <h2 id={id}>{title}</h2>
          {aside && <div className={classes.aside}>{aside}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {bare ? (
        children
      ) : (
        <div className={classes.card} data-boxed>
          {children}
        </div>
      )}
    </section>
  )
}
