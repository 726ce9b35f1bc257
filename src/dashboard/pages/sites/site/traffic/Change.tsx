import { VisuallyHidden } from '@mantine/core'
import { percent } from '../../../../format/format.ts'
import { change } from './usage.ts'

interface Props {
  now: number | null
  before: number | null
  /** The period that it is compared with: "the 48 h before". */
  on: string
}

/** By how much an amount changed. Neither direction is good or bad in itself, so neither has a colour. */
export function Change({ now, before, on }: Props) {
  const share = change(now, before)
  if (share === null) return null
  return <Moved value={Math.round(share * 1000)} by={percent(Math.abs(share))} on={on} />
}

/** By how many percentage points a share changed. */
export function PointsChange({ now, before, on }: Props) {
  if (now === null || before === null) return null
  const points = Math.round((now - before) * 1000) / 10
  return <Moved value={points} by={`${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`} on={on} />
}

function Moved({ value, by, on }: { value: number; by: string; on: string }) {
  if (value === 0) return <span>the same as {on}</span>
  return (
    <span>
      <span aria-hidden="true">{value > 0 ? '▲' : '▼'} </span>
      <VisuallyHidden>{value > 0 ? 'up ' : 'down '}</VisuallyHidden>
      {`${by} on ${on}`}
    </span>
  )
}
