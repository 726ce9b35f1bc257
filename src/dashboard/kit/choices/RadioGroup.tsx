import { useId, useState } from 'react'
import { Stacked } from '../layout/Stacked.tsx'
import classes from './RadioGroup.module.css'

interface Props<Value extends string> {
  label: string
  /** `below` is what an option means. */
  options: readonly { readonly value: Value; readonly label: string; readonly below: string }[]
  initial: Value
  onChange: (value: Value) => void
}

/** A choice between a few options that have to be read before one is chosen. */
export function RadioGroup<Value extends string>({ label, options, initial, onChange }: Props<Value>) {
  const name = useId()
  const [chosen, setChosen] = useState(initial)
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {options.map(({ value, label: option, below }) => (
        <label key={value} className={classes.option}>
          <input
            type="radio"
            name={name}
            checked={chosen === value}
            onChange={() => {
              setChosen(value)
              onChange(value)
            }}
          />
          <Stacked below={below}>{option}</Stacked>
        </label>
      ))}
    </fieldset>
  )
}
