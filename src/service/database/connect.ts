import { type Dialect, Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { queries } from '../observed.ts'
import { migrations } from './migrations/index.ts'
import type { Schema } from './schema.ts'

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

/**
 * Opens the database and brings its tables up to date. `url` is a PostgreSQL address, or a file (`:memory:`) for SQLite.
 * @param isMeasured whether `queries` is told of each statement
 */
export async function openDatabase(url: string, isMeasured = false): Promise<Database> {
  const kind = kindOf(url)
  const db = new Kysely<Schema>({
    dialect: await dialectFor(url, kind),
    // a log costs every statement a few turns
    ...(isMeasured
      ? { log: ({ queryDurationMillis: ms, level }) => queries.note({ ms, failed: level === 'error' }) }
      : {}),
  })
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
export async function openReader(url: string): Promise<ReadableDatabase> {
  const kind = kindOf(url)
  return { db: new Kysely<Schema>({ dialect: await readerDialectFor(url, kind) }), kind }
}

// each driver is loaded where it's needed only: PostgreSQL's takes 10 MB in every process and thread

async function dialectFor(url: string, kind: Kind): Promise<Dialect> {
  if (kind === 'sqlite') return (await import('./sqlite.ts')).sqliteDialect(url)
  return (await import('./postgres.ts')).postgresDialect(url)
}

async function readerDialectFor(url: string, kind: Kind): Promise<Dialect> {
  if (kind === 'sqlite') return (await import('./sqlite.ts')).sqliteReaderDialect(url)
  return (await import('./postgres.ts')).postgresReaderDialect(url)
}

function kindOf(url: string): Kind {
  return /^postgres(ql)?:/.test(url) ? 'postgres' : 'sqlite'
}
