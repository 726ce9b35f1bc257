import { decimal, percent } from '../../kit/format/format.ts'
import { change } from './usage.ts'

interface Props {
  now: number | null
  before: number | null
  /** What it's compared with: "a week earlier". */
  period: string
  /** What there is more or less of: what can't be counted isn't fewer. */
  of?: 'requests' | 'data'
}

/** By how much an amount changed: `1.2% fewer than a week earlier`. Neither direction is good or bad, so neither has a color. */
export function Change({ now, before, period, of = 'requests' }: Props) {
  const share = change(now, before)
  if (share === null) return null
  const less = of === 'requests' ? 'fewer' : 'less'
  const by = `${percent(Math.abs(share))} ${share > 0 ? 'more' : less}`
  return <Difference by={Math.round(share * 1000) === 0 ? undefined : by} period={period} />
}

/** By how many percentage points a share changed: `1.2 points higher than a week earlier`. */
export function PointsChange({ now, before, period }: Omit<Props, 'of'>) {
  if (now === null || before === null) return null
  const points = Math.round((now - before) * 1000) / 10
  const amount = Math.abs(points)
  const by = `${decimal(amount, 1, 0)} ${amount === 1 ? 'point' : 'points'} ${points > 0 ? 'higher' : 'lower'}`
  return <Difference by={points === 0 ? undefined : by} period={period} />
}

function Difference({ by, period }: { by: string | undefined; period: string }) {
  return <span>{by === undefined ? `same as ${period}` : `${by} than ${period}`}</span>
}
