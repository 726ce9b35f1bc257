import type { ReactNode } from 'react'
import classes from './Chips.module.css'
import covering from './CoveringInput.module.css'
import { CheckIcon } from '../marks/icons.tsx'

export interface Chip {
  readonly key: string
  readonly label: string
  readonly checked: boolean
  readonly onToggle: (checked: boolean) => void
}

interface Props {
  legend: string
  chips: readonly Chip[]
  hint?: ReactNode
  error?: string | undefined
  children?: ReactNode
}

/** A group of checkboxes shown as chips. */
export function Chips({ legend, chips, hint, error, children }: Props) {
  return (
    <fieldset className={classes.group} aria-invalid={error ? true : undefined}>
      <legend>{legend}</legend>
      {chips.length > 0 && (
        <div className={classes.chips}>
          {chips.map((chip) => (
            <label key={chip.key} className={classes.chip}>
              <input
                type="checkbox"
                className={covering.input}
                checked={chip.checked}
                onChange={(event) => chip.onToggle(event.currentTarget.checked)}
              />
              {chip.checked && (
                <span className={classes.mark}>
                  <CheckIcon />
                </span>
              )}
              {chip.label}
            </label>
          ))}
        </div>
      )}
      {children}
      {hint && <p className={classes.hint}>{hint}</p>}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
