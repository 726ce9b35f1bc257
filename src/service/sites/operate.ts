import { isOptimized, type OptimizerState } from '../../contract/index.ts'
import { type Database, deletedState } from '../database/index.ts'

/**
 * Sets a site's state for the operator, from any state. Only the operator can end an `off` that is set here.
 * @returns whether there is such a site with an optimizer
 */
export async function setSiteState({ db }: Database, id: string, state: OptimizerState): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sites')
    .set({ state, off_by_operator: state === 'off' ? 1 : 0, ...(isOptimized(state) ? { resume_state: state } : {}) })
    .where('id', '=', id)
    .where('deferred', '=', 0)
    .where('state', '!=', deletedState)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
