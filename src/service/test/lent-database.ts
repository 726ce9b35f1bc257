import { randomBytes } from 'node:crypto'
import { type Dialect, type Driver, Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
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
 * The PostgreSQL database of the test file that is running, by default without rows. Its connections outlive it, for the
 * file's next test: a new one reads the catalogue and prepares all statements anew, which takes longer than most tests.
 */
export async function lentDatabase(rows?: KeptRows): Promise<Database> {
  const { url, dialect } = await databaseOfFile()
  const db = new Kysely<Schema>({ dialect: lent(dialect) })
  await withoutTriggers(db, async (trx) => {
    await deleteRows(trx)
    await rows?.putBack(trx)
  })
  return { db, kind: 'postgres', readerUrl: url, hasOwnClock: true, close: () => db.destroy() }
}

/** Changes tables in one transaction, without triggers and checks of references. */
const withoutTriggers = (db: Kysely<Schema>, change: (trx: Transaction<Schema>) => Promise<void>) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await change(trx)
  })

/** The tables, each with the columns that can be written. */
async function tablesIn(db: Kysely<Schema>) {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`.execute(db)
  return rows
}

/** Deletes in one statement: TRUNCATE takes ten times longer for tables with few rows. */
async function deleteRows(db: Kysely<Schema>): Promise<void> {
  const tables = await tablesIn(db)
  const deletions = tables.map(({ name }, i) => sql`${sql.ref(`deletion_${i}`)} as (delete from ${sql.table(name)})`)
  await sql`with ${sql.join(deletions)} select`.execute(db)
}

/** What a database held, for as long as the test file runs. */
export interface KeptRows {
  putBack(db: Kysely<Schema>): Promise<void>
}

/** Keeps every row in a schema of its own. */
export async function keepRows(db: Kysely<Schema>): Promise<KeptRows> {
  const kept = `kept_${randomBytes(6).toString('hex')}`
  await sql`create schema ${sql.ref(kept)}`.execute(db)
  const insertions: RawBuilder<unknown>[] = []
  for (const { name, columns } of await tablesIn(db)) {
    const [table, copy] = [sql.table(name), sql.table(`${kept}.${name}`)]
    const { rows } = await sql`select from ${table} limit 1`.execute(db)
    if (rows.length === 0) continue
    await sql`create table ${copy} as table ${table}`.execute(db)
    const list = sql.join(columns.map((column) => sql.ref(column)))
    insertions.push(
      sql`${sql.ref(`insertion_${insertions.length}`)} as (insert into ${table} (${list}) select ${list} from ${copy})`,
    )
  }
  return {
    async putBack(database) {
      await sql`with ${sql.join(insertions)} select`.execute(database)
    },
  }
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
