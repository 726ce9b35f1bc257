import {
  partnerBypass,
  partnerResume,
  partnerTransparent,
  userBypass,
  userMaintenance,
  userResume,
  userTransparent,
  type OptimizerMove,
} from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import type { Scope } from '../../api/scope.ts'

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
