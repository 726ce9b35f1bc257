import { joinWithOr } from './fields.ts'

/** The states of a site's optimizer. A service may report others: show them as they are. */
export const optimizerStates = [
  'preview',
  'trial',
  'active',
  'bypass',
  'transparent',
  'maintenance',
  'proxy only',
  'off',
] as const
export type OptimizerState = (typeof optimizerStates)[number]

export const optimizerMoves = ['bypass', 'transparent', 'maintenance', 'resume'] as const
export type OptimizerMove = (typeof optimizerMoves)[number]

/** The states in which visitors get optimized pages: where `resume` leads back to. */
export const optimizedStates = ['preview', 'trial', 'active'] as const satisfies readonly OptimizerState[]
export type OptimizedState = (typeof optimizedStates)[number]

const steerable = ['preview', 'trial', 'active', 'bypass', 'transparent', 'maintenance'] as const

/** From which states a move is allowed. */
export const movesFrom = {
  bypass: steerable,
  transparent: steerable,
  maintenance: steerable,
  resume: [...steerable, 'proxy only'],
} as const satisfies Record<OptimizerMove, readonly OptimizerState[]>

/** States in which a site may be deleted, by who asks. */
export const deletableStates = {
  partner: ['preview', 'off'],
  reseller: ['preview', 'off', 'proxy only'],
} as const satisfies Record<string, readonly OptimizerState[]>

/**
 * Where a move leads, or why it is refused. A move that would change nothing is allowed.
 * `resumeTo` is the state that the site was in before it left preview, trial or active.
 */
export function move(
  from: OptimizerState,
  asked: OptimizerMove,
  resumeTo: OptimizedState,
): { to: OptimizerState } | { refused: string } {
  const allowed: readonly OptimizerState[] = movesFrom[asked]
  if (!allowed.includes(from)) {
    const others = optimizerMoves.filter((other) => (movesFrom[other] as readonly string[]).includes(from))
    const allowedNow = others.length > 0 ? `Allowed now: ${others.join(', ')}.` : 'No move is allowed now.'
    return { refused: `The optimizer is ${from}: ${asked} isn't allowed. ${allowedNow}` }
  }
  if (asked !== 'resume') return { to: asked }
  return { to: isOptimized(from) ? from : resumeTo }
}

/** Why a site in this state may not be deleted, or undefined where it may. */
export function deletionRefusal(state: OptimizerState, by: keyof typeof deletableStates): string | undefined {
  const allowed: readonly OptimizerState[] = deletableStates[by]
  return allowed.includes(state)
    ? undefined
    : `The optimizer is ${state}: a site can be deleted only in ${joinWithOr(allowed)}.`
}

export function isOptimized(state: OptimizerState): state is OptimizedState {
  return (optimizedStates as readonly OptimizerState[]).includes(state)
}

export function isOptimizerState(value: unknown): value is OptimizerState {
  return (optimizerStates as readonly unknown[]).includes(value)
}
