import { useId, useState } from 'react'
import { NativeSelect } from '../../kit/choices/NativeSelect.tsx'
import classes from './keys.module.css'

const choices = [
  { value: '0', label: 'Refused at once' },
  { value: '1', label: 'Works for another hour' },
  { value: '24', label: 'Works for another day' },
  { value: '72', label: 'Works for another 3 days' },
  { value: '168', label: 'Works for another 7 days' },
] as const

interface Props {
  initial: number
  onChange: (hours: number) => void
}

/** How long the old secret goes on working after a rotation. */
export function OverlapField({ initial, onChange }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState(String(initial))
  return (
    <span className={classes.field}>
      <label htmlFor={id}>Old key</label>
      <NativeSelect
        id={id}
        isField
        options={choices}
        value={chosen}
        onChange={({ currentTarget: { value } }) => {
          setChosen(value)
          onChange(Number(value))
        }}
      />
    </span>
  )
}
