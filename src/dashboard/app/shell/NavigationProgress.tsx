import { useEffect, useState } from 'react'
import { nextPage } from '../../kit/navigation/next-page.ts'
import classes from './NavigationProgress.module.css'

/** A page that loads faster than this needs no progress, ms. */
const delayMs = 100

/** A line at the top while the next page loads. */
export function NavigationProgress() {
  const isLoading = nextPage.useValue() !== null
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isLoading) return undefined
    const timer = setTimeout(() => setIsLong(true), delayMs)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [isLoading])
  return isLoading && isLong ? <div className={classes.line} role="progressbar" aria-label="Loading the page" /> : null
}
