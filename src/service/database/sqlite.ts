import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as setImmediatePromise } from 'node:timers/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteDialect,
  SqliteDriver,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'
import { makeFolder } from '../../shared/folder.ts'
import { LruMap } from '../../shared/lru-map.ts'

/** Cached prepared statements; list queries have a few dozen shapes. */
const maxStatements = 200

/** Node's SQLite behind the interface that Kysely's dialect expects. */
class NodeSqlite implements SqliteDatabase {
  readonly #database: DatabaseSync
  readonly #statements = new LruMap<string, SqliteStatement>(maxStatements)

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = wrap(this.#database.prepare(sql))
    this.#statements.set(sql, statement)
    return statement
  }

  close(): void {
    this.#database.close()
  }
}

function wrap(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(bindable)),
    run: (parameters) => statement.run(...parameters.map(bindable)),
    iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
  }
}

function bindable(value: unknown): SQLInputValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value
    case 'boolean':
      return value ? 1 : 0
    case 'undefined':
      return null
    default:
      if (value === null || value instanceof Uint8Array) return value
      throw new TypeError('SQLite stores only text, numbers, bytes and null')
  }
}

/** How long statements run one after the other before the event loop gets a turn, ms. */
const longestTurn = 1

/**
 * A connection that lets the event loop take its turn between long statements. Each statement holds the thread, and
 * transactions of many would hold up whatever else the process does, such as measuring.
 */
function givingTurns(connection: DatabaseConnection): DatabaseConnection {
  let turnBegan: number | undefined
  const endTurn = () => {
    turnBegan = undefined
  }
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (turnBegan === undefined) {
        turnBegan = performance.now()
        setImmediate(endTurn)
      }
      const result = await connection.executeQuery<R>(query)
      if (turnBegan !== undefined && performance.now() - turnBegan > longestTurn) await setImmediatePromise()
      return result
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

/** Takes the write lock at once, so that a transaction never fails midway because of another process. */
class ImmediateDriver extends SqliteDriver {
  #connection: DatabaseConnection | undefined

  override async acquireConnection(): Promise<DatabaseConnection> {
    return (this.#connection ??= givingTurns(await super.acquireConnection()))
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      // some errors, such as a full disk, have rolled back already; those errors are the ones to report
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error
    }
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    super({ database })
    this.#database = database
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: this.#database })
  }
}

/**
 * @param file `:memory:` for a database that ends with the process
 * @param image what `:memory:` starts with
 */
export function sqliteDialect(file: string, image?: Uint8Array): SqliteDialect {
  if (file !== ':memory:') {
    makeFolder(dirname(file))
    makePrivate(file)
  }
  const database = new DatabaseSync(file, { timeout: 10_000, enableForeignKeyConstraints: true })
  if (image) database.deserialize(image)
  // NORMAL survives a killed process; FULL would also survive a power failure, at 10 times the cost
  // deletions give their space back; it takes effect in an empty database, and in others when they are next vacuumed
  database.exec(`
    pragma auto_vacuum = incremental;
    pragma journal_mode = wal;
    pragma synchronous = normal;
    pragma temp_store = memory;
    pragma cache_size = -16384;
  `)
  return new ImmediateSqliteDialect(new NodeSqlite(database))
}

/**
 * Makes the database and the files next to it readable only by their owner, whatever the umask was when they were created.
 * SQLite gives the files that it adds later the mode of the first.
 */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats || (stats.mode & 0o077) === 0) continue
    try {
      chmodSync(path, stats.mode & 0o700)
    } catch (error) {
      // only the owner can change it, and may have given this user access on purpose
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
    }
  }
}

/** A read-only connection, in addition to the one that writes. Keeps little in memory: the system caches the file once for all. */
export function sqliteReaderDialect(file: string): SqliteDialect {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  database.exec(`
    pragma temp_store = memory;
    pragma cache_size = -16384;
    pragma mmap_size = 67108864;
  `)
  return new SqliteDialect({ database: new NodeSqlite(database) })
}
