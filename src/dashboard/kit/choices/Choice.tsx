import { useId } from 'react'
import classes from './Choice.module.css'

interface Props {
  label: string
  value: string
  options: readonly { readonly value: string; readonly label: string }[]
  onChange: (value: string) => void
  /** Shows the label; otherwise only screen readers get it. */
  labelShown?: boolean
  /** What the selected option means. */
  title?: string | undefined
  /** As wide as the selected option rather than the longest one. */
  snug?: boolean
}

/** A native select, which is light and works well on phones. */
export function Choice({ label, value, options, onChange, labelShown = false, title, snug = false }: Props) {
  const id = useId()
  return (
    <span className={classes.choice}>
      {labelShown && (
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
      )}
      <select
        id={id}
        className={classes.select}
        data-snug={snug || undefined}
        aria-label={labelShown ? undefined : label}
        title={title}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
