import { isOptimized, isOptimizerState, move, type OptimizerMove } from '../../contract/index.ts'
import { conflict, notFound } from '../api/errors.ts'
import { actorOf, recordEvent } from '../events/index.ts'
import type { AccountCall, Handlers } from '../api/handler.ts'
import { resumeAfter } from './next-state.ts'

type HandledEndpoints =
  | `partner.optimizer.${'pause' | 'bypass' | 'resume' | 'transparent'}`
  | `user.optimizer.${'pause' | 'bypass' | 'resume' | 'transparent' | 'maintenance'}`

const to =
  (wanted: OptimizerMove) =>
  ({ path }: { path: { site_id: string } }, call: AccountCall) =>
    moveSite(path.site_id, wanted, call)

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
async function moveSite(siteId: string, wanted: OptimizerMove, call: AccountCall) {
  const { account } = call
  const { database, world } = call.services
  return database.db.transaction().execute(async (trx) => {
    let mine = trx.selectFrom('sites').selectAll().where('id', '=', siteId).where('account_id', '=', account.id)
    if (database.kind === 'postgres') mine = mine.forUpdate()
    const site = await mine.executeTakeFirst()
    if (!site) throw notFound('site')
    if (site.deferred === 1)
      throw conflict("The site's host is a placeholder, so it has no optimizer. Give it a real host first.")
    if (!isOptimizerState(site.state))
      throw conflict(`The optimizer is in the state ${site.state}, which allows no moves.`)
    const resumeTo =
      isOptimizerState(site.resume_state) && isOptimized(site.resume_state) ? site.resume_state : 'preview'
    const outcome = move(site.state, wanted, resumeTo)
    if ('refused' in outcome) throw conflict(outcome.refused)
    if (outcome.to !== site.state) {
      const at = world.clock.now()
      await trx
        .updateTable('sites')
        .set({
          state: outcome.to,
          state_since: at,
          resume_state: resumeAfter(site.state, outcome.to, site.resume_state),
        })
        .where('id', '=', siteId)
        .execute()
      await recordEvent(trx, {
        kind: 'site.state',
        actor: actorOf(call),
        accountId: account.id,
        siteId,
        at,
        detail: { host: site.host, from: site.state, to: outcome.to },
      })
    }
    return { site_id: siteId, optimizer: outcome.to }
  })
}
