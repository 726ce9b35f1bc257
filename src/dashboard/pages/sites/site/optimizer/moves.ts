import {
  isOptimized,
  isOptimizerState,
  movesFrom,
  partnerBypass,
  partnerResume,
  partnerTransparent,
  userBypass,
  userMaintenance,
  userResume,
  userTransparent,
  type OptimizerMove,
  type OptimizerState,
} from '../../../../../contract/index.ts'
import { call } from '../../../../api/client.ts'
import type { Scope } from '../../../../api/scope.ts'
import { onlyHolderCan } from '../../only-holder-can.ts'

export interface Move {
  readonly move: OptimizerMove
  readonly name: string
  readonly question: (host: string) => string
  /** On its button and in its dialog. */
  readonly verb: string
  /** In the toast, once it's done. */
  readonly done: string
  /** What it means for visitors. */
  readonly consequence: string
  /** Visitors would notice, so the host has to be typed first. */
  readonly needsConfirmation: boolean
}

export const resume: Move = {
  move: 'resume',
  name: 'Resume',
  question: (host) => `Resume ${host}?`,
  verb: 'Resume',
  done: 'Resumed',
  consequence: 'Returns the site to its earlier state: preview, trial or active.',
  needsConfirmation: false,
}

/** Ordered by how much visitors notice. The deprecated pause is left out, because bypass does the same. */
export const moves: readonly Move[] = [
  {
    move: 'transparent',
    name: 'Transparent',
    question: (host) => `Make ${host} transparent?`,
    verb: 'Go transparent',
    done: 'Now transparent',
    consequence:
      'Requests pass through unchanged and are still counted. Use it to see whether the optimizer causes a problem.',
    needsConfirmation: false,
  },
  {
    move: 'bypass',
    name: 'Bypass',
    question: (host) => `Bypass ${host}?`,
    verb: 'Bypass',
    done: 'Bypassed',
    consequence: 'Visitors go straight to your server. Nothing is cached, compressed or counted.',
    needsConfirmation: true,
  },
  {
    move: 'maintenance',
    name: 'Maintenance',
    question: (host) => `Start maintenance of ${host}?`,
    verb: 'Start maintenance',
    done: 'Maintenance started',
    consequence: 'Every visitor gets a 503 maintenance page, and your server gets no requests.',
    needsConfirmation: true,
  },
  resume,
]

/** Why a move isn't possible now; undefined if it is, or if only the service knows. */
export function unavailableReason(requested: OptimizerMove, state: unknown, scope: Scope['kind']): string | undefined {
  if (state === null || state === undefined || state === '') return 'Available once the site has a real host.'
  if (requested === 'maintenance' && scope === 'account') return onlyHolderCan('start maintenance')
  // the service decides about a state that the contract doesn't know
  if (!isOptimizerState(state)) return undefined
  if (requested === state) return 'The site is already in this state.'
  if (requested === 'resume' && isOptimized(state)) return 'The optimizer is already running.'
  const allowed: readonly OptimizerState[] = movesFrom[requested]
  if (allowed.includes(state)) return undefined
  return state === 'off' ? 'Available once DNS points to the service.' : 'Available after you resume the optimizer.'
}

const partnerMoves = { bypass: partnerBypass, transparent: partnerTransparent, resume: partnerResume } as const
const userMoves = {
  bypass: userBypass,
  transparent: userTransparent,
  maintenance: userMaintenance,
  resume: userResume,
} as const

/** Makes a move and returns the state that the service reports. Throws `ApiError`. */
export function makeMove(scope: Scope, siteId: string, requested: OptimizerMove): Promise<{ optimizer: string }> {
  if (scope.kind === 'user') return call(userMoves[requested], { path: { site_id: siteId }, body: {} })
  if (requested === 'maintenance') throw new Error('The partner API has no maintenance.')
  return call(partnerMoves[requested], {
    path: { partner_id: scope.partner, account_id: scope.account, site_id: siteId },
  })
}
