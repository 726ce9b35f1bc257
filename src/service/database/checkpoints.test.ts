import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../test/wait-for.ts'
import { startCheckpoints } from './checkpoints.ts'
import { openDatabase } from './connect.ts'

test.each([
  ['what is written reaches the database’s file while the service runs', 20, 1, 900_000],
  ['much that is written is moved at once', 3_600_000, 20, 8_000_000],
])('%s', async (_, intervalMs, megabytes, moved) => {
  const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'))
  const file = join(folder, 'site-performance.db')
  const database = await openDatabase(file)
  const stop = await startCheckpoints(database, intervalMs)
  onTestFinished(async () => {
    await stop()
    await database.close()
    rmSync(folder, { recursive: true })
  })
  await sql`pragma wal_checkpoint(truncate)`.execute(database.db)
  const before = statSync(file).size
  // more than transactions would leave in the log of themselves
  await sql`create table filled (bytes)`.execute(database.db)
  for (let i = 0; i < megabytes; i++) await sql`insert into filled values (randomblob(1000000))`.execute(database.db)
  await waitFor(() => expect(statSync(file).size).toBeGreaterThan(before + moved))
})

test('an embedded database in memory and PostgreSQL need none', async () => {
  const database = await openDatabase(':memory:')
  const stop = await startCheckpoints(database)
  await stop()
  await database.close()
})
