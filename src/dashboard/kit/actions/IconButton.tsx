import type { ComponentProps, ReactNode } from 'react'
import classes from './IconButton.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** The accessible name, also shown as a tooltip. */
  label: string
  children: ReactNode
}

/** A button with an icon and no visible text. */
export function IconButton({ label, children, className, ...rest }: Props) {
  return (
    <button type="button" aria-label={label} title={label} className={[classes.button, className].join(' ')} {...rest}>
      {children}
    </button>
  )
}
