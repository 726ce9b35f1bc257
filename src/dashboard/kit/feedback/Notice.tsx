import type { ReactNode } from 'react'
import classes from './Notice.module.css'

/** A highlighted message. */
export function Notice({
  tone,
  children,
  urgent = false,
}: {
  tone: 'critical' | 'error' | 'warning' | 'plain'
  children: ReactNode
  urgent?: boolean
}) {
  return (
    <div className={classes.notice} data-tone={tone} role={urgent ? 'alert' : undefined}>
      {children}
    </div>
  )
}
