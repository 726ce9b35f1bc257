import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Pool, TypeOverrides, types } from 'pg'
import { migrations } from './migrations.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

export type Kind = 'sqlite' | 'postgres'

/** The database and which of the two kinds it is, for the few statements that differ. */
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

function postgresDialect(url: string): PostgresDialect {
  const parsers = new TypeOverrides()
  // times and counts stay far below 2^53
  parsers.setTypeParser(types.builtins.INT8, Number)
  const pool = new Pool({ connectionString: url, max: 20, types: parsers, application_name: 'site-performance' })
  // a connection that breaks while nobody uses it is replaced by the next query; without a listener it ends the process
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}
