import { joinWithOr } from './fields.ts'

/** The states of a site's optimizer. Another service may report others; show them unchanged. */
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

/** The states in which visitors get optimized pages. `resume` leads back to one of them. */
export const optimizedStates = ['preview', 'trial', 'active'] as const satisfies readonly OptimizerState[]
export type OptimizedState = (typeof optimizedStates)[number]

const steerable = ['preview', 'trial', 'active', 'bypass', 'transparent', 'maintenance'] as const

/** The states from which each move is allowed. */
export const movesFrom = {
  bypass: steerable,
  transparent: steerable,
  maintenance: steerable,
  resume: [...steerable, 'proxy only'],
} as const satisfies Record<OptimizerMove, readonly OptimizerState[]>

/** The states in which each kind of partner can delete a site. */
export const deletableStates = {
  partner: ['preview', 'off'],
  reseller: ['preview', 'off', 'proxy only'],
} as const satisfies Record<string, readonly OptimizerState[]>

/**
 * The state that a move leads to, or why it is refused. A move that changes nothing is allowed.
 * @param resumeTo the site's last state out of preview, trial and active
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
    return { refused: `The optimizer is in the state ${from}: ${asked} isn't allowed. ${allowedNow}` }
  }
  if (asked !== 'resume') return { to: asked }
  return { to: isOptimized(from) ? from : resumeTo }
}

/** Why a site in this state can't be deleted, undefined if it can. */
export function deletionRefusal(state: OptimizerState, by: keyof typeof deletableStates): string | undefined {
  const allowed: readonly OptimizerState[] = deletableStates[by]
  return allowed.includes(state)
    ? undefined
    : `The optimizer is in the state ${state}. A site can be deleted only in the state ${joinWithOr(allowed)}.`
}

export function isOptimized(state: OptimizerState): state is OptimizedState {
  return (optimizedStates as readonly OptimizerState[]).includes(state)
}

export function isOptimizerState(value: unknown): value is OptimizerState {
  return (optimizerStates as readonly unknown[]).includes(value)
}

/** What the edge does with a visitor's request, and whether it counts as the site's traffic. */
export interface Handling {
  /** `optimize`: cache and compress. `forward`: pass on unchanged. `refuse`: there is no such site. */
  readonly does: 'optimize' | 'forward' | 'maintenance' | 'refuse'
  readonly counted: boolean
}

const optimized: Handling = { does: 'optimize', counted: true }
const uncounted: Handling = { does: 'forward', counted: false }
const everywhere = (handling: Handling) => ({ own: handling, preview: handling })

/** What the edge does in each state, for visitors of the site's own host and of its preview address. */
export const visitorHandling: Readonly<Record<OptimizerState, { readonly own: Handling; readonly preview: Handling }>> =
  {
    preview: { own: uncounted, preview: optimized },
    trial: everywhere(optimized),
    active: everywhere(optimized),
    transparent: everywhere({ does: 'forward', counted: true }),
    bypass: everywhere(uncounted),
    'proxy only': everywhere(uncounted),
    maintenance: everywhere({ does: 'maintenance', counted: false }),
    off: everywhere({ does: 'refuse', counted: false }),
  }
