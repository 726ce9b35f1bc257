import {
  isOptimized,
  isOptimizerState,
  move,
  partnerBypass,
  partnerResume,
  partnerTransparent,
  userBypass,
  userMaintenance,
  userResume,
  userTransparent,
  type OptimizerMove,
} from '../../../../../contract/index.ts'
import { call } from '../../../../api/client.ts'
import type { Scope } from '../../../../api/scope.ts'

export interface Move {
  readonly move: OptimizerMove
  readonly name: string
  readonly question: (host: string) => string
  /** On its button, in its dialog and, done, in the toast. */
  readonly verb: string
  readonly done: string
  /** What it means for visitors, in one sentence. */
  readonly consequence: string
  /** Visitors would notice: the host is typed before. */
  readonly asks: boolean
}

/** In the order of how much visitors notice. The deprecated pause is not among them: bypass does the same. */
export const moves: readonly Move[] = [
  {
    move: 'transparent',
    name: 'Transparent',
    question: (host) => `Make ${host} transparent?`,
    verb: 'Go transparent',
    done: 'Transparent now',
    consequence: 'Requests pass through unchanged and are counted: shows whether the optimizer is the cause.',
    asks: false,
  },
  {
    move: 'bypass',
    name: 'Bypass',
    question: (host) => `Bypass ${host}?`,
    verb: 'Bypass',
    done: 'Bypassed',
    consequence: 'Visitors go straight to your server: nothing is cached, compressed or counted.',
    asks: true,
  },
  {
    move: 'maintenance',
    name: 'Maintenance',
    question: (host) => `Put ${host} into maintenance?`,
    verb: 'Start maintenance',
    done: 'Maintenance started',
    consequence: 'Every visitor gets a 503 maintenance page, and your server gets no requests.',
    asks: true,
  },
  {
    move: 'resume',
    name: 'Resume',
    question: (host) => `Resume ${host}?`,
    verb: 'Resume',
    done: 'Resumed',
    consequence: 'Back to what it was before: preview, trial or active.',
    asks: false,
  },
]

/** Why a move can't be made now; undefined where it can, or where only the service knows. */
export function reasonAgainst(asked: OptimizerMove, state: unknown, scope: Scope['kind']): string | undefined {
  if (state === null || state === undefined || state === '')
    return 'The host is deferred: there is no optimizer until the site has a real host.'
  if (asked === 'maintenance' && scope === 'account')
    return 'Only the account holder can start it: the partner API has no maintenance.'
  // a state that the contract does not know: the service decides
  if (!isOptimizerState(state)) return undefined
  if (asked === state) return `Already in ${state}.`
  if (asked === 'resume' && isOptimized(state)) return 'Already optimizing: nothing to resume.'
  const outcome = move(state, asked, 'preview')
  if (!('refused' in outcome)) return undefined
  return state === 'off'
    ? `${outcome.refused} It turns on by itself once its CNAME record points at the service.`
    : outcome.refused
}

const partnerMoves = { bypass: partnerBypass, transparent: partnerTransparent, resume: partnerResume } as const
const userMoves = {
  bypass: userBypass,
  transparent: userTransparent,
  maintenance: userMaintenance,
  resume: userResume,
} as const

/** Makes a move; answers the state that the service reports after it. Throws `ApiError`. */
export function makeMove(scope: Scope, siteId: string, asked: OptimizerMove): Promise<{ optimizer: string }> {
  if (scope.kind === 'user') return call(userMoves[asked], { path: { site_id: siteId }, body: {} })
  if (asked === 'maintenance') throw new Error('The partner API has no maintenance.')
  return call(partnerMoves[asked], {
    path: { partner_id: scope.partner, account_id: scope.account, site_id: siteId },
  })
}
