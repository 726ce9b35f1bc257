import { limitedMetricsOf, type LimitsInput } from '../../../contract/index.ts'
import type { Monitor } from '../../database/index.ts'
import { invalid } from '../../api/errors.ts'
import type { AccountCall } from '../../api/handler.ts'
import { lockOwn } from './change.ts'
import { recordMonitors } from './record-monitors.ts'

/**
 * Replaces the limits of a monitor. Its schedule and its checks stay.
 * @throws {HttpError} 404; 422 naming the metrics that its type doesn't measure
 */
export async function setLimits(id: string, limits: LimitsInput, call: AccountCall): Promise<Monitor> {
  const { account } = call
  const { database, world } = call.services
  const text = limits === null || Object.keys(limits).length === 0 ? null : JSON.stringify(limits)
  return database.db.transaction().execute(async (trx) => {
    const found = await lockOwn(trx, id, account, database.kind)
    const measured: readonly string[] = limitedMetricsOf(found.type)
    const others = Object.keys(limits ?? {}).filter((name) => !measured.includes(name))
    if (others.length > 0)
      throw invalid(
        Object.fromEntries(others.map((name) => [`limits.${name}`, "isn't measured by monitors of this type"])),
      )
    if (text === found.limits) return found
    const changed = await trx
      .updateTable('monitors')
      .set({ limits: text, updated_at: world.clock.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordMonitors(trx, [{ kind: 'monitor.changed', monitor: changed, changed: ['limits'] }], call)
    return changed
  })
}
