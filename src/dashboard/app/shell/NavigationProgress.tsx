import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import classes from './NavigationProgress.module.css'

/** A page that loads faster than this needs no progress, ms. */
const delayMs = 100

/** A line at the top while the next page loads. */
export function NavigationProgress() {
  const isLoading = useNavigation().state !== 'idle'
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
