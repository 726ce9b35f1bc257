import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectDatabase, type Database, openDatabase } from '../database/index.ts'

let ofTables: Promise<Uint8Array> | undefined

/** A database in memory, by default without rows. The migrations run once in each process; copying what they leave takes 2 ms. */
export async function databaseInMemory(image?: Uint8Array): Promise<Database> {
  return connectDatabase(':memory:', { isMeasured: false, image: image ?? (await (ofTables ??= imageOfTables())) })
}

async function imageOfTables(): Promise<Uint8Array> {
  const database = await openDatabase(':memory:')
  try {
    return await imageOf(database)
  } finally {
    await database.close()
  }
}

/** The file of a database in memory. */
export async function imageOf({ db }: Database): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'tables-'))
  try {
    const file = join(folder, 'tables.db')
    await sql`vacuum into ${file}`.execute(db)
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
