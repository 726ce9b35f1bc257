import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { percent } from '../../kit/format/format.ts'
import { change } from './usage.ts'

interface Props {
  now: number | null
  before: number | null
  /** What it's compared with: "a week earlier". */
  period: string
}

/** By how much an amount changed. Neither direction is good or bad, so neither has a color. */
export function Change({ now, before, period }: Props) {
  const share = change(now, before)
  if (share === null) return null
  return <Difference value={Math.round(share * 1000)} by={percent(Math.abs(share))} period={period} />
}

/** By how many percentage points a share changed. */
export function PointsChange({ now, before, period }: Props) {
  if (now === null || before === null) return null
  const points = Math.round((now - before) * 1000) / 10
  return <Difference value={points} by={`${Math.abs(points).toFixed(1)} points`} period={period} />
}

function Difference({ value, by, period }: { value: number; by: string; period: string }) {
  if (value === 0) return <span>same as {period}</span>
  return (
    <span>
      <span aria-hidden="true">{value > 0 ? '▲' : '▼'} </span>
      <VisuallyHidden>{value > 0 ? 'up ' : 'down '}</VisuallyHidden>
      {`${by} vs ${period}`}
    </span>
  )
}
