import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import { postgresDialect, postgresReaderDialect } from './postgres.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect, sqliteReaderDialect } from './sqlite.ts'

export type Kind = 'sqlite' | 'postgres'

/** The database and its kind, for the few statements that differ. */
export interface Database {
  readonly db: Kysely<Schema>
  readonly kind: Kind
  /** What `openReader` opens in another thread; null where nobody else can open the database. */
  readonly readerUrl: string | null
  close(): Promise<void>
}

/** What a heavy read works with. */
export type ReadableDatabase = Pick<Database, 'db' | 'kind'>

/** Opens the database and brings its tables up to date. `url` is a PostgreSQL address, or a file (`:memory:`) for SQLite. */
export async function openDatabase(url: string): Promise<Database> {
  const kind = kindOf(url)
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
  return { db, kind, readerUrl: url === ':memory:' ? null : url, close: () => db.destroy() }
}

/** Opens a database that is already up to date, for reading only and over one connection. */
export function openReader(url: string): ReadableDatabase {
  const kind = kindOf(url)
  const dialect = kind === 'sqlite' ? sqliteReaderDialect(url) : postgresReaderDialect(url)
  return { db: new Kysely<Schema>({ dialect }), kind }
}

function kindOf(url: string): Kind {
  return /^postgres(ql)?:/.test(url) ? 'postgres' : 'sqlite'
}
