import { type Dialect, Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { queries } from '../../shared/observed.ts'
import { migrations } from './migrations/index.ts'
import type { DatabaseTimeouts } from './postgres.ts'
import type { Schema } from './schema.ts'

export type Kind = 'sqlite' | 'postgres'

/** The database and its kind, for the few statements that differ. */
export interface Database {
  readonly db: Kysely<Schema>
  readonly kind: Kind
  /** What `openReader` opens in another thread; null where nobody else can open the database. */
  readonly readerUrl: string | null
  /** Whether several machines can use it, so that they share its clock. */
  readonly hasOwnClock: boolean
  close(): Promise<void>
}

/** What a heavy read works with. */
export type ReadableDatabase = Pick<Database, 'db' | 'kind'>

/**
 * Opens the database and brings its tables up to date. `url` is a PostgreSQL address, or a file (`:memory:`) for SQLite.
 * @param isMeasured whether each statement is reported to `queries`
 * @param check throws if the database isn't the right one, before anything is written into it
 */
export async function openDatabase(
  url: string,
  isMeasured = false,
  check: (database: ReadableDatabase) => Promise<void> = async () => {},
): Promise<Database> {
  const database = await connectDatabase(url, { isMeasured })
  try {
    await check(database)
    await migrate(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

interface Connecting {
  /** Whether each statement is reported to `queries`. */
  readonly isMeasured: boolean
  /** When to give up on a server; undefined to wait for as long as it takes. */
  readonly timeouts?: DatabaseTimeouts
  /** What `:memory:` starts with: the bytes of a file that isn't in WAL mode. */
  readonly image?: Uint8Array
}

/** What `openDatabase` opens, before anything was asked of it: its tables may be out of date. */
export async function connectDatabase(url: string, { isMeasured, ...connecting }: Connecting): Promise<Database> {
  const kind = kindOf(url)
  const db = new Kysely<Schema>({
    dialect: await dialectFor(url, kind, connecting),
    // a log costs every statement a few turns
    ...(isMeasured
      ? { log: ({ queryDurationMillis: ms, level }) => queries.record({ ms, failed: level === 'error' }) }
      : {}),
  })
  return {
    db,
    kind,
    readerUrl: url === ':memory:' ? null : url,
    hasOwnClock: kind === 'postgres',
    close: () => db.destroy(),
  }
}

const migratorOf = ({ db, kind }: ReadableDatabase) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations(kind) } })

async function migrate(database: ReadableDatabase): Promise<void> {
  const { error } = await migratorOf(database).migrateToLatest()
  if (error) throw newerDatabase(error) ?? error
}

/** What Kysely's error about a migration that this program doesn't have means. */
function newerDatabase(error: unknown): Error | undefined {
  const unknown = error instanceof Error && /previously executed migration (\S+) is missing/.exec(error.message)
  if (!unknown) return undefined
  return new Error(
    `A newer version of the program has changed this database (${unknown[1]}). Run that version or a later one, or restore ` +
      'the backup from before the update.',
    { cause: error },
  )
}

/** Whether a database has never been opened by this program. */
export async function isNew({ db }: ReadableDatabase): Promise<boolean> {
  return (await db.introspection.getTables()).length === 0
}

/**
 * Brings the tables of a database up to date that was opened with timeouts. That may take longer than any statement, so
 * it has a connection of its own, unless there is nothing to do.
 */
export async function migrateDatabase(
  url: string,
  database: ReadableDatabase,
  timeouts: DatabaseTimeouts,
): Promise<void> {
  const all = await migratorOf(database).getMigrations()
  if (all.every(({ executedAt }) => executedAt)) return
  const own = await connectDatabase(url, { isMeasured: false, timeouts: { ...timeouts, query: maxMigrationMs } })
  try {
    await migrate(own)
  } finally {
    await own.close()
  }
}

/** How long a statement of a migration may take, ms. */
const maxMigrationMs = 3600_000

/** Opens a database that is already up to date, for reading only and over one connection. */
export async function openReader(url: string): Promise<ReadableDatabase> {
  const kind = kindOf(url)
  return { db: new Kysely<Schema>({ dialect: await readerDialectFor(url, kind) }), kind }
}

// each driver is loaded where it's needed only: PostgreSQL's takes 10 MB in every process and thread

/** How to reach the database at the address, without its tables. */
export async function dialectFor(
  url: string,
  kind: Kind,
  { timeouts, image }: Pick<Connecting, 'timeouts' | 'image'> = {},
): Promise<Dialect> {
  if (kind === 'sqlite') return (await import('./sqlite.ts')).sqliteDialect(url, image)
  return (await import('./postgres.ts')).postgresDialect(url, timeouts)
}

async function readerDialectFor(url: string, kind: Kind): Promise<Dialect> {
  if (kind === 'sqlite') return (await import('./sqlite.ts')).sqliteReaderDialect(url)
  return (await import('./postgres.ts')).postgresReaderDialect(url)
}

function kindOf(url: string): Kind {
  return /^postgres(ql)?:/.test(url) ? 'postgres' : 'sqlite'
}
