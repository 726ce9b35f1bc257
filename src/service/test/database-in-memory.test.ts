import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../database/index.ts'
import { databaseInMemory } from './database-in-memory.ts'

async function schemaOf(database: Database) {
  onTestFinished(() => database.close())
  const { rows } = await sql`select type, name, tbl_name, sql from sqlite_master order by type, name`.execute(
    database.db,
  )
  return rows
}

test('a database for tests has what the migrations create', async () => {
  const tables = await schemaOf(await openDatabase(':memory:'))
  expect(tables.length).toBeGreaterThan(100)
  expect(await schemaOf(await databaseInMemory())).toEqual(tables)
})
