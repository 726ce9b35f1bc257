import { VisuallyHidden } from '@mantine/core'
import { percent } from '../../../../components/format.ts'
import { change } from './usage.ts'

const sign = (value: number) => (value > 0 ? '▲' : value < 0 ? '▼' : '')
const words = (value: number) => (value > 0 ? 'up ' : value < 0 ? 'down ' : 'unchanged, ')

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
  return <Moved value={share}>{`${percent(Math.abs(share))} on ${on}`}</Moved>
}

/** By how many percentage points a share changed. */
export function PointsChange({ now, before, on }: Props) {
  if (now === null || before === null) return null
  const points = Math.round((now - before) * 1000) / 10
  return <Moved value={points}>{`${Math.abs(points)} points on ${on}`}</Moved>
}

function Moved({ value, children }: { value: number; children: string }) {
  return (
    <span>
      <span aria-hidden="true">{sign(value)} </span>
      <VisuallyHidden>{words(value)}</VisuallyHidden>
      {children}
    </span>
  )
}
