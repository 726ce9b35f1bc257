import { useState } from 'react'
import { Choice } from '../../kit/choices/Choice.tsx'
import classes from './alerts.module.css'

const hour = 3_600_000

export const muteLengths = [
  { ms: hour, label: '1 hour' },
  { ms: 8 * hour, label: '8 hours' },
  { ms: 24 * hour, label: '1 day' },
  { ms: 7 * 24 * hour, label: '1 week' },
  { ms: 30 * 24 * hour, label: '30 days' },
] as const

/** How long a rule is muted. */
export function MuteLength({ onChange }: { onChange: (ms: number) => void }) {
  const [length, setLength] = useState<number>(muteLengths[0].ms)
  return (
    <span className={classes.length}>
      <Choice
        label="For"
        labelShown
        value={String(length)}
        options={muteLengths.map(({ ms, label }) => ({ value: String(ms), label }))}
        onChange={(value) => {
          setLength(Number(value))
          onChange(Number(value))
        }}
      />
    </span>
  )
}
