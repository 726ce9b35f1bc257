import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import { postgresDialect } from './postgres.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

export type Kind = 'sqlite' | 'postgres'

/** The database and its kind, for the few statements that differ. */
export interface Database {
  readonly db: Kysely<Schema>
  readonly kind: Kind
  close(): Promise<void>
}

/** Opens the database and brings its tables up to date. `url` is a PostgreSQL address, or a file (`:memory:`) for SQLite. */
export async function openDatabase(url: string): Promise<Database> {
  const kind: Kind = /^postgres(ql)?:/.test(url) ? 'postgres' : 'sqlite'
  const db = new Kysely<Schema>({ dialect: kind === 'sqlite' ? sqliteDialect(url) : postgresDialect(url) })
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations(kind) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) {
    await db.destroy()
    throw error
  }
  return { db, kind, close: () => db.destroy() }
}
