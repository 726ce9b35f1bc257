import { type Dialect, type Driver, Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import { type Database, dialectFor, type Schema } from '../database/index.ts'
import { createDatabase } from './database-server.ts'

interface OfFile {
  readonly file: string | undefined
  readonly url: string
  readonly dialect: Dialect
  drop(): Promise<void>
}

let ofLatestFile: OfFile | undefined

/** The PostgreSQL database of the test file that is running, and its connections. */
async function databaseOfFile(): Promise<OfFile> {
  const file = expect.getState().testPath
  if (ofLatestFile && ofLatestFile.file === file) return ofLatestFile
  await ofLatestFile?.drop()
  const { url, drop } = await createDatabase('all tables')
  ofLatestFile = { file, url, dialect: await dialectFor(url, 'postgres'), drop }
  return ofLatestFile
}

/**
 * The PostgreSQL database of the test file that is running, without rows. Its connections outlive it, for the file's next
 * test: a new one reads the catalogue and prepares all statements anew, which takes longer than most tests.
 */
export async function lentDatabase(): Promise<Database> {
  const { url, dialect } = await databaseOfFile()
  const db = new Kysely<Schema>({ dialect: lent(dialect) })
  await deleteRows(db)
  return { db, kind: 'postgres', readerUrl: url, hasOwnClock: true, close: () => db.destroy() }
}

/** Deletes in one statement, and without its triggers. TRUNCATE takes ten times longer for tables with few rows. */
async function deleteRows(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%'
    order by relname`.execute(db)
  const deletions = rows.map(({ name }, i) => sql`${sql.ref(`deletion_${i}`)} as (delete from ${sql.table(name)})`)
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`with ${sql.join(deletions)} select`.execute(trx)
  })
}

function lent(dialect: Dialect): Dialect {
  return {
    createDriver: () => lentDriver(dialect.createDriver()),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** Ends as its pool would: once every connection has been given back. */
function lentDriver(driver: Driver): Driver {
  let inUse = 0
  let onIdle: (() => void) | undefined
  const giveBack = () => {
    if (--inUse === 0) onIdle?.()
  }
  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      inUse++
      try {
        return await driver.acquireConnection(options)
      } catch (error) {
        giveBack()
        throw error
      }
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    async releaseConnection(connection, options) {
      await driver.releaseConnection(connection, options)
      giveBack()
    },
    async destroy() {
      if (inUse > 0) await new Promise<void>((resolve) => (onIdle = resolve))
    },
  }
}
