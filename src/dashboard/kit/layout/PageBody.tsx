import type { ReactNode } from 'react'
import { BodyDrawnAt, useAfterHeading } from '../navigation/use-after-heading.ts'
import classes from './PageBody.module.css'

/** What is below a page's heading, which is shown first. */
export function PageBody({ children }: { children: ReactNode }) {
  const drawnAt = useAfterHeading()
  if (drawnAt === undefined) return <div className={classes.place} />
  return <BodyDrawnAt value={drawnAt}>{children}</BodyDrawnAt>
}
