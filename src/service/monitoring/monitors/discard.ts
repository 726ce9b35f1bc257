import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely'
import type { Database, Schema } from '../../database/index.ts'
import { stopWatching } from '../../incidents/index.ts'
import { lockMonitors } from './lock-monitors.ts'

/** Monitors and tests: some by id, or all of an account or of some sites. */
type Which =
  | { readonly ids: readonly string[] }
  | { readonly accountId: string }
  | { readonly siteIds: readonly string[] }

/**
 * Takes monitors and tests out of their account and site, and drops their checks and secrets: nobody can read them any
 * more. Retention deletes them and their samples in small steps, because years of samples take seconds to delete.
 */
export async function discardMonitors(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  which: Which,
  now: number,
): Promise<void> {
  const found = await trx.selectFrom('monitors').select('id').where(isOneOf(which)).execute()
  if (found.length === 0) return
  const ids = found.map(({ id }) => id)
  if (kind === 'postgres') await lockMonitors(trx, ids)
  await stopWatching(trx, kind, ids, now)
  await trx
    .updateTable('monitors')
    .set({ account_id: null, site_id: null, next_due_at: null, secret_sealed: null, headers_sealed: null })
    .where('id', 'in', ids)
    .execute()
  await dropChecks(trx, kind, ids)
}

/** Deletes the checks of monitors, also those in progress, whose samples then aren't stored. The monitors must be locked. */
export async function dropChecks(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  monitorIds: readonly string[],
): Promise<void> {
  const checks = trx.selectFrom('checks').select('id').where('monitor_id', 'in', monitorIds)
  await trx
    .deleteFrom('checks')
    // in order, as runners do
    .where('id', 'in', kind === 'postgres' ? checks.orderBy('id').forUpdate() : checks)
    .execute()
}

function isOneOf(which: Which) {
  return (eb: ExpressionBuilder<Schema, 'monitors'>): Expression<SqlBool> => {
    if ('ids' in which) return eb('id', 'in', which.ids)
    if ('accountId' in which) return eb('account_id', '=', which.accountId)
    return eb('site_id', 'in', which.siteIds)
  }
}
