import { useNavigation } from 'react-router'
import classes from './NavigationProgress.module.css'

/** A line at the top while the next page loads. */
export function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className={classes.line} role="progressbar" aria-label="Loading the page" />
}
