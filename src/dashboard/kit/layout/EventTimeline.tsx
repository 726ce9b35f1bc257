import type { ReactNode } from 'react'
import { CheckIcon } from '../marks/icons.tsx'
import classes from './EventTimeline.module.css'

export interface TimelineEvent {
  readonly key: string
  /** What was achieved has a check on green, and what comes next is dashed. */
  readonly kind?: 'achieved' | 'next'
  /** In the node of anything else: a mark, an icon or initials. */
  readonly node?: ReactNode
  readonly title: ReactNode
  readonly at?: ReactNode
  readonly detail?: ReactNode | undefined
}

/** What happened, one below the other, joined by a line. */
export function EventTimeline({ label, events }: { label: string; events: readonly TimelineEvent[] }) {
  return (
    <ol className={classes.events} aria-label={label}>
      {events.map(({ key, kind, node, title, at, detail }) => (
        <li key={key} className={classes.event}>
          <span className={classes.node} data-kind={kind}>
            {kind === 'achieved' ? <CheckIcon /> : node}
          </span>
          <div className={classes.head}>
            <span className={classes.title}>{title}</span>
            {at && <span className={classes.at}>{at}</span>}
          </div>
          {detail && <div className={classes.detail}>{detail}</div>}
        </li>
      ))}
    </ol>
  )
}
