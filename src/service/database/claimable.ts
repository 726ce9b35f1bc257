import type { SelectQueryBuilder } from 'kysely'
import type { Database } from './connect.ts'
import type { Schema } from './schema.ts'

/**
 * Starts a statement that claims rows: `claimable` holds those that a query finds and no other process has locked.
 *
 * They are found once, whatever the plan. PostgreSQL may run a plain subquery anew for each row of the statement around it;
 * it would pass over the rows that it has just claimed, and claim more than the query's limit.
 */
export function withClaimable<Table extends keyof Schema>(
  { db, kind }: Database,
  query: SelectQueryBuilder<Schema, Table, { id: string }>,
) {
  return db.with(
    (name) => name('claimable').materialized(),
    () => (kind === 'postgres' ? query.forUpdate().skipLocked() : query),
  )
}
