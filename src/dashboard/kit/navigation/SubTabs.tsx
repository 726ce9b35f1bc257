import { Link, type To } from 'react-router'
import classes from './SubTabs.module.css'

export interface SubTab {
  readonly label: string
  readonly to: To
  readonly isCurrent: boolean
  /** How many there are behind it. */
  readonly count?: number
}

/** Links to the parts of one place, as pills. Places themselves have underlined tabs. */
export function SubTabs({ label, tabs }: { label: string; tabs: readonly SubTab[] }) {
  return (
    <nav className={classes.pills} aria-label={label} data-paper="hidden">
      {tabs.map(({ label: name, to, isCurrent, count }) => (
        <Link key={name} className={classes.pill} to={to} aria-current={isCurrent ? 'page' : undefined}>
          {name}
          {count !== undefined && <span className={classes.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
