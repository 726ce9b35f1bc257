import {
  isOptimized,
  isOptimizerState,
  movesFrom,
  type OptimizerMove,
  type OptimizerState,
} from '../../../contract/index.ts'
import type { Scope } from '../../api/scope.ts'
import { onlyHolderCan } from '../sites/only-holder-can.ts'

/** The moves that ask first, because visitors would notice. */
export const askedMoves: readonly OptimizerMove[] = ['bypass', 'maintenance']

/** Why a move isn't possible now; undefined if it is, or if only the service knows. */
export function unavailableReason(requested: OptimizerMove, state: unknown, scope: Scope['kind']): string | undefined {
  return (
    stateReason(requested, state) ??
    (isForHolder(requested, state, scope) ? onlyHolderCan('start maintenance') : undefined)
  )
}

/** Whether a move is possible now, but only for the account holder. */
export function isForHolder(requested: OptimizerMove, state: unknown, scope: Scope['kind']): boolean {
  return requested === 'maintenance' && scope === 'account' && stateReason(requested, state) === undefined
}

function stateReason(requested: OptimizerMove, state: unknown): string | undefined {
  if (state === null || state === undefined || state === '') return 'Available once the site has a real host.'
  // the service decides about a state that the contract doesn't know
  if (!isOptimizerState(state)) return undefined
  if (requested === state) return 'The site is already in this state.'
  if (requested === 'resume' && state === 'preview') return 'There’s nothing to resume.'
  if (requested === 'resume' && isOptimized(state)) return 'The optimizer is already running.'
  const allowed: readonly OptimizerState[] = movesFrom[requested]
  if (allowed.includes(state)) return undefined
  if (requested === 'resume' && state === 'off') return 'The site goes live by itself once DNS points to the service.'
  return state === 'off' ? 'Available once DNS points to the service.' : 'Available after you resume the optimizer.'
}
