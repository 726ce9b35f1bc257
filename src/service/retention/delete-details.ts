import type { Transaction } from 'kysely'
import type { Database, KeptDetailTable, Schema } from '../database/index.ts'
import { retentionLimits } from './limits.ts'
import { stepLimits } from '../time/limits.ts'
import type { Work } from './work.ts'

/** Details include screenshots. */
type What = 'details' | 'screenshots'

/** Which samples lose something: an account's or, with null, those of sites without an owner. */
interface Selection {
  readonly accountId: string | null
  readonly what: What
  /** Only samples taken before this. */
  readonly before?: number
  /** Stops once this much has been deleted. */
  readonly bytes?: number
}

/** Deletes details or screenshots of samples, oldest first and in small steps. */
export async function deleteDetails(
  { accountId, what, before, bytes = Infinity }: Selection,
  { database, next, deleted }: Work,
): Promise<void> {
  const end = deleted.bytes + bytes
  while (deleted.bytes < end) {
    let oldest = database.db
      .selectFrom('kept_details')
      .select(['sample_id', 'monitor_id', 'detail_bytes', 'screenshot_bytes'])
      .where('account_id', accountId === null ? 'is' : '=', accountId)
      .orderBy('taken_at')
      .limit(stepLimits.rows)
    if (before !== undefined) oldest = oldest.where('taken_at', '<', before)
    // a literal, so that the partial index is used
    if (what === 'screenshots') oldest = oldest.where((eb) => eb('screenshot_bytes', '>', eb.lit(0)))
    const rows = await oldest.execute()
    const step = upTo(Math.min(retentionLimits.bytes, end - deleted.bytes), rows, what)
    for (const [monitorId, ids] of byMonitor(step))
      deleted.bytes += await database.db
        .transaction()
        .execute((trx) => deleteOf(trx, database, { monitorId, ids, what }))
    if (step.length === rows.length && rows.length < stepLimits.rows) break
    await next()
  }
}

interface Some {
  readonly monitorId: string
  /** Samples of this monitor. */
  readonly ids: readonly string[]
  readonly what: What
}

/** Deletes details or screenshots of some samples of a monitor, and subtracts their size from what it keeps. */
export async function deleteOf(
  trx: Transaction<Schema>,
  { kind }: Pick<Database, 'kind'>,
  { monitorId, ids, what }: Some,
): Promise<number> {
  // first the monitor, like its own deletion, so that the two wait for each other and don't block each other
  if (kind === 'postgres')
    await trx.selectFrom('monitors').select('id').where('id', '=', monitorId).forNoKeyUpdate().execute()
  const kept = await trx
    .selectFrom('kept_details')
    .select(['detail_bytes', 'screenshot_bytes'])
    .where('sample_id', 'in', ids)
    .execute()
  const bytes = kept.reduce((sum, row) => sum + sizeOf(row, what), 0)
  await trx.deleteFrom('screenshots').where('sample_id', 'in', ids).execute()
  if (what === 'details') {
    await trx.deleteFrom('sample_details').where('sample_id', 'in', ids).execute()
    await trx.deleteFrom('kept_details').where('sample_id', 'in', ids).execute()
  } else {
    await trx.updateTable('kept_details').set({ screenshot_bytes: 0 }).where('sample_id', 'in', ids).execute()
  }
  if (bytes > 0)
    await trx
      .updateTable('monitors')
      .set((eb) => ({ kept_bytes: eb('kept_bytes', '-', bytes) }))
      .where('id', '=', monitorId)
      .execute()
  return bytes
}

/** How much a sample keeps; null where it has nothing. */
interface Sizes {
  readonly detail_bytes: number | null
  readonly screenshot_bytes: number | null
}

function sizeOf({ detail_bytes, screenshot_bytes }: Sizes, what: What): number {
  return (what === 'screenshots' ? 0 : (detail_bytes ?? 0)) + (screenshot_bytes ?? 0)
}

/** The first rows, until they have this many bytes together: at least one. */
export function upTo<Row extends Sizes>(bytes: number, rows: readonly Row[], what: What): readonly Row[] {
  let sum = 0
  const end = rows.findIndex((row) => (sum += sizeOf(row, what)) >= bytes)
  return end === -1 ? rows : rows.slice(0, end + 1)
}

function byMonitor(
  rows: readonly Pick<KeptDetailTable, 'sample_id' | 'monitor_id'>[],
): (readonly [string, readonly string[]])[] {
  const ids = new Map<string, string[]>()
  for (const { monitor_id, sample_id } of rows) ids.set(monitor_id, [...(ids.get(monitor_id) ?? []), sample_id])
  return [...ids]
}
