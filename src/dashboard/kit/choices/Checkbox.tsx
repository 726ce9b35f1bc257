import { useId, type ComponentProps, type ReactNode } from 'react'
import classes from './Checkbox.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  /** Without one, give it an `aria-label`. */
  label?: string
  description?: ReactNode
  error?: ReactNode
}

/** A native checkbox, whose label can be pressed too. */
export function Checkbox({ label, description, error, ...rest }: Props) {
  const id = useId()
  const about = description !== undefined || error !== undefined
  return (
    <span>
      <label className={classes.label}>
        <input type="checkbox" aria-describedby={about ? id : undefined} {...rest} />
        {label}
      </label>
      {about && (
        <span id={id} className={classes.about}>
          {description}
          {error && <span className={classes.error}>{error}</span>}
        </span>
      )}
    </span>
  )
}
