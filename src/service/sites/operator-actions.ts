import { isOptimized, type OptimizerState } from '../../contract/index.ts'
import { type Database, deletedState } from '../database/index.ts'
import { recordEvent } from '../events/index.ts'

/**
 * Sets a site's state for the operator, from any state. Only the operator can end an `off` that is set here.
 * @param at UNIX ms
 * @returns whether there is such a site with an optimizer
 */
export async function setSiteState(
  { db, kind }: Database,
  id: string,
  state: OptimizerState,
  at: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = trx
      .selectFrom('sites')
      .select(['account_id', 'host', 'state'])
      .where('id', '=', id)
      .where('deferred', '=', 0)
      .where('state', '!=', deletedState)
    const site = await (kind === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
    if (!site) return false
    await trx
      .updateTable('sites')
      .set({
        state,
        ...(state === site.state ? {} : { state_since: at }),
        off_by_operator: state === 'off' ? 1 : 0,
        ...(isOptimized(state) ? { resume_state: state } : {}),
      })
      .where('id', '=', id)
      .execute()
    if (state !== site.state)
      await recordEvent(trx, {
        kind: 'site.state',
        actor: 'operator',
        accountId: site.account_id,
        siteId: id,
        at,
        detail: { host: site.host, from: site.state, to: state },
      })
    return true
  })
}
