import { useId } from 'react'
import { useChosen } from '../navigation/use-chosen.ts'
import { NativeSelect, type Option } from './NativeSelect.tsx'
import classes from './Choice.module.css'

interface Props {
  label: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
  /** Shows the label; otherwise only screen readers get it. */
  labelShown?: boolean
  /** What the selected option means. */
  title?: string | undefined
  /** As wide as the selected option rather than the longest one. */
  snug?: boolean
}

/** A choice of one of several options, in a toolbar or beside its label. It is shown at once, as of segments. */
export function Choice({ label, value, options, onChange, labelShown = false, title, snug = false }: Props) {
  const id = useId()
  const [chosen, choose] = useChosen(value, onChange)
  return (
    <span className={classes.choice}>
      {labelShown && (
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
      )}
      <NativeSelect
        id={id}
        options={options}
        isSnug={snug}
        aria-label={labelShown ? undefined : label}
        title={title}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </span>
  )
}
