import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** The state of a site that was deleted, and of which only its traffic is left. It belongs to no account. */
export const deletedState = 'deleted'

/**
 * The position from which a reader has to go on, if it reads `site_changes` after asking: every change that it doesn't
 * see then gets this position or a later one.
 */
export async function changePosition({ db, kind }: Database): Promise<number> {
  const query =
    kind === 'sqlite'
      ? sql<{ next: number }>`select coalesce(max(position), 0) + 1 as next from site_changes`
      : // transactions below this one have ended
        sql<{ next: number }>`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as next`
  const { rows } = await query.execute(db)
  return rows[0]?.next ?? 0
}
