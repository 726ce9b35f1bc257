import { decimal, percent, signed } from '../../kit/format/format.ts'
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
  return <Difference isSame={Math.round(share * 1000) === 0} by={signed(share, percent)} period={period} />
}

/** By how many percentage points a share changed. */
export function PointsChange({ now, before, period }: Props) {
  if (now === null || before === null) return null
  const points = Math.round((now - before) * 1000) / 10
  return <Difference isSame={points === 0} by={signed(points, (n) => `${decimal(n, 1)} points`)} period={period} />
}

function Difference({ isSame, by, period }: { isSame: boolean; by: string; period: string }) {
  return <span>{isSame ? `same as ${period}` : `${by} vs ${period}`}</span>
}
