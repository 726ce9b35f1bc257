import { useId, type ReactNode } from 'react'
import { useChosen } from '../navigation/use-chosen.ts'
import classes from './SegmentedControl.module.css'
import covering from './CoveringInput.module.css'

interface Props<Value extends string> {
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly label: ReactNode }[]
  onChange: (value: Value) => void
  /** Takes the full width. */
  wide?: boolean
}

/** Radio buttons shown as segments. A choice is shown at once, also where it stands in the address. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
  wide = false,
}: Props<Value>) {
  const name = useId()
  const [chosen, choose] = useChosen(value, onChange)
  return (
    <div className={classes.segments} role="radiogroup" aria-label={label} data-wide={wide || undefined}>
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input
            type="radio"
            className={covering.input}
            name={name}
            value={option.value}
            checked={option.value === chosen}
            onChange={() => choose(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
