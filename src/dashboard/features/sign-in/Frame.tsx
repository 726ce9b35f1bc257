import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { Logo } from '../../kit/layout/Logo.tsx'
import { focusHeading } from '../../kit/navigation/focus.ts'
import { Example } from './Example.tsx'
import classes from './sign-in.module.css'

/** Around the pages that nobody needs to be signed in for: what the product is, beside what there is to do. */
export function Frame({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  useEffect(() => {
    // the link that led here is gone; the first page of a load, always named alike, had none
    if (key !== 'default') focusHeading()
  }, [key])
  return (
    <main className={classes.page}>
      <div className={classes.half}>
        <div className={classes.logo}>
          <Logo />
        </div>
        {children}
      </div>
      <div className={classes.about}>
        <p className={classes.promise}>See what’s slow, since when, and whose fault it is.</p>
        <Example />
      </div>
    </main>
  )
}
