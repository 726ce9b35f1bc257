import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import classes from './LoadingValue.module.css'

/** Holds the place of a value or a note while it is being loaded. */
export function LoadingValue() {
  return (
    <span className={classes.place}>
      <VisuallyHidden>Loading</VisuallyHidden>
    </span>
  )
}
