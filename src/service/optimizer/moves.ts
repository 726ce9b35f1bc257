import { isOptimized, isOptimizerState, move, type OptimizerMove } from '../../contract/index.ts'
import type { Account } from '../database/index.ts'
import { conflict, notFound } from '../errors.ts'
import type { AccountCall, Handlers } from '../handler.ts'
import type { Services } from '../services.ts'
import { resumeAfter } from './rules.ts'

type HandledEndpoints =
  | `partner.optimizer.${'pause' | 'bypass' | 'resume' | 'transparent'}`
  | `user.optimizer.${'pause' | 'bypass' | 'resume' | 'transparent' | 'maintenance'}`

const to =
  (wanted: OptimizerMove) =>
  ({ path }: { path: { site_id: string } }, { account, services }: AccountCall) =>
    moveSite(account, path.site_id, wanted, services)

export const moveHandlers: Handlers<HandledEndpoints> = {
  'partner.optimizer.pause': to('bypass'),
  'partner.optimizer.bypass': to('bypass'),
  'partner.optimizer.resume': to('resume'),
  'partner.optimizer.transparent': to('transparent'),
  'user.optimizer.pause': to('bypass'),
  'user.optimizer.bypass': to('bypass'),
  'user.optimizer.resume': to('resume'),
  'user.optimizer.transparent': to('transparent'),
  'user.optimizer.maintenance': to('maintenance'),
}

/** @throws {HttpError} 404; 409 with the current state and the moves it allows */
async function moveSite(account: Account, siteId: string, wanted: OptimizerMove, { database }: Services) {
  return database.db.transaction().execute(async (trx) => {
    let mine = trx.selectFrom('sites').selectAll().where('id', '=', siteId).where('account_id', '=', account.id)
    if (database.kind === 'postgres') mine = mine.forUpdate()
    const site = await mine.executeTakeFirst()
    if (!site) throw notFound('site')
    if (site.deferred === 1)
      throw conflict("The site's host is deferred, so it has no optimizer. Give it a real host first.")
    if (!isOptimizerState(site.state)) throw conflict(`The optimizer is ${site.state}, a state that allows no moves.`)
    const resumeTo =
      isOptimizerState(site.resume_state) && isOptimized(site.resume_state) ? site.resume_state : 'preview'
    const outcome = move(site.state, wanted, resumeTo)
    if ('refused' in outcome) throw conflict(outcome.refused)
    if (outcome.to !== site.state) {
      await trx
        .updateTable('sites')
        .set({ state: outcome.to, resume_state: resumeAfter(site.state, outcome.to, site.resume_state) })
        .where('id', '=', siteId)
        .execute()
    }
    return { site_id: siteId, optimizer: outcome.to }
  })
}
