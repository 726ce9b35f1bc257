// not the whole contract: reader threads load this
import type { TimeState } from '../../contract/time-states.ts'

/** How long a site was measured, and for how much of that it didn't answer, ms. */
export interface Measured {
  readonly measured: number
  readonly failed: number
}

/** How an hour or a day was; null if nothing was measured. */
export function timeStateOf({ measured, failed }: Measured, isSlow: boolean): TimeState | null {
  if (measured === 0) return null
  if (failed * 2 >= measured) return 'down'
  if (failed > 0) return 'partly down'
  return isSlow ? 'slow' : 'up'
}

/** The share of the time in which it answered; null if nothing was measured. */
export const shareOf = ({ measured, failed }: Measured): number | null =>
  measured === 0 ? null : (measured - failed) / measured

/** The sum of several times. */
export function totalOf(times: readonly Measured[]): Measured {
  return {
    measured: times.reduce((sum, { measured }) => sum + measured, 0),
    failed: times.reduce((sum, { failed }) => sum + failed, 0),
  }
}
