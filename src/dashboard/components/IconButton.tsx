import type { ComponentProps, ReactNode } from 'react'
import classes from './IconButton.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** Its name, also shown on hover. */
  label: string
  children: ReactNode
}

/** A button that is only an icon. */
export function IconButton({ label, children, className, ...rest }: Props) {
  return (
    <button type="button" aria-label={label} title={label} className={[classes.button, className].join(' ')} {...rest}>
      {children}
    </button>
  )
}
