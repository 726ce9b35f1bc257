import { runnerLimits } from '../limits.ts'
import { pagesAtOnce } from '../../checks/index.ts'
import type { CheckRow } from '../../database/index.ts'

/** How many checks of a type a runner can begin. */
export interface Slots {
  /** Checks in the normal lane. */
  normal: number
  /** Checks of silent targets. */
  silent: number
  total: number
  /** How many of the total only accounts without any check in progress get, so that few accounts never take them all. */
  readonly reserved: number
}

/** How many checks of each type a runner begins at once, unless told otherwise. */
export const defaultSlots = { HTTP: runnerLimits.httpSlots, WEBPAGE: pagesAtOnce }

/** How long an HTTP check keeps the runner busy, ms. A longer check is waiting for its target or connection. */
export const busyMs = 2_000

/**
 * The slots of a runner that isn't making any check. An HTTP check takes CPU time while it connects and sends, and would slow
 * down the measurement of the others. From then on it mostly waits, which costs a socket. So only those in their first
 * seconds are few, and many more can wait. A page takes CPU time and memory for as long as it is open.
 */
export function slotsOf(type: CheckRow['type'], normal: number): Slots {
  return type === 'HTTP'
    ? { normal, silent: 4 * normal, total: 8 * normal, reserved: 2 * normal }
    : { normal, silent: Math.ceil(normal / 2), total: normal, reserved: 0 }
}
