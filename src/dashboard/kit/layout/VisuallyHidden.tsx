import type { ComponentProps } from 'react'
import classes from './VisuallyHidden.module.css'

/** What only screen readers get. Tables have many, so it's no more than an element. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span className={classes.hidden} {...props} />
}
