import { CompiledQuery, sql } from 'kysely'
import { connectDatabase, type Database, openDatabase } from '../database/index.ts'

let ofTables: Promise<readonly string[]> | undefined

/**
 * A database in memory without rows. The migrations run once in each process; creating the tables that they leave behind
 * takes a fifth of the time.
 */
export async function databaseInMemory(): Promise<Database> {
  const statements = await (ofTables ??= createStatements())
  const database = await connectDatabase(':memory:', { isMeasured: false })
  for (const statement of statements) await database.db.executeQuery(CompiledQuery.raw(statement))
  return database
}

/** What creates the tables as they are after all migrations, with their indexes and triggers. */
async function createStatements(): Promise<string[]> {
  const database = await openDatabase(':memory:')
  // a search index makes its own tables, which SQLite calls shadows
  const { rows } = await sql<{ statement: string }>`
    select made.sql as statement
    from sqlite_master made left join pragma_table_list listed on listed.name = made.name
    where made.sql is not null and made.name not like 'sqlite_%' and listed.type is not 'shadow'
    order by made.rowid`.execute(database.db)
  await database.close()
  return rows.map(({ statement }) => statement)
}
