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
    const differences = changedLimits(found.limits, text)
    if (Object.keys(differences).length === 0) return found
    const changed = await trx
      .updateTable('monitors')
      .set({ limits: text, updated_at: world.clock.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const event = { kind: 'monitor.changed', changed: ['limits'], limits: differences } as const
    await recordMonitors(trx, [{ ...event, monitor: changed }], call)
    return changed
  })
}

/** What each limit that changed was, and what it is now; null is none. */
function changedLimits(
  before: string | null,
  after: string | null,
): Record<string, { from: number | null; to: number | null }> {
  const read = (text: string | null) => new Map(Object.entries(JSON.parse(text ?? '{}') as Record<string, number>))
  const [from, to] = [read(before), read(after)]
  const names = [...new Set([...from.keys(), ...to.keys()])]
  return Object.fromEntries(
    names
      .filter((name) => from.get(name) !== to.get(name))
      .map((name) => [name, { from: from.get(name) ?? null, to: to.get(name) ?? null }]),
  )
}
