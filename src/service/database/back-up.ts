import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

/**
 * Copies an embedded database into a file that only its owner can read, while others use it. The file is replaced if it
 * exists, once the copy is complete.
 * @throws for PostgreSQL, and if the file can't be written
 */
export async function backUp({ db, kind }: Database, file: string): Promise<void> {
  if (kind === 'postgres') throw new Error('This is for the embedded database. Back PostgreSQL up with pg_dump.')
  const temporary = `${file}.${process.pid}.part`
  try {
    // SQLite fills an empty file without changing its mode
    closeSync(openSync(temporary, 'wx', 0o600))
    await sql`vacuum into ${temporary}`.execute(db)
    const written = openSync(temporary, 'r+')
    fsyncSync(written)
    closeSync(written)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
