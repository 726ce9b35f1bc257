import { useId } from 'react'
import choice from '../../../../components/Choice.module.css'

/** The browser's own date field, which is small and works well on phones. */
export function DayField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <span className={choice.choice}>
      <label htmlFor={id} className={choice.label}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        className={choice.select}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  )
}
