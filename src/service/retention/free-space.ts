import { sql } from 'kysely'
import { retentionLimits } from './limits.ts'
import type { Work } from './work.ts'

/** Pages given back in one transaction. */
/** The value of the pragma `auto_vacuum`. */
const incremental = 2
/** Unused pages that stay in the file for the next samples. */
const spare = 1_000

/** Gives unused pages of the embedded database back to the file system. Needs a file with `auto_vacuum = incremental`. */
export async function freeSpace({ database: { db, kind }, next }: Pick<Work, 'database' | 'next'>): Promise<void> {
  if (kind !== 'sqlite') return
  const { rows: modes } = await sql<{ auto_vacuum: number }>`pragma auto_vacuum`.execute(db)
  if (modes[0]?.auto_vacuum !== incremental) return
  for (;;) {
    const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db)
    const unused = (rows[0]?.freelist_count ?? 0) - spare
    if (unused <= 0) return
    await db.transaction().execute(async (trx) => {
      // Node's SQLite takes one step of a statement without columns, which frees one page
      for (let i = 0; i < Math.min(unused, retentionLimits.freedPages); i++)
        await sql`pragma incremental_vacuum(1)`.execute(trx)
    })
    await next()
  }
}
