import type { ReactNode } from 'react'
import { useAfterHeading } from '../hooks/use-after-heading.ts'
import classes from './PageBody.module.css'

/** What is below a page's heading, which is shown first. */
export function PageBody({ children }: { children: ReactNode }) {
  return useAfterHeading() ? children : <div className={classes.place} />
}
