import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

export interface CheckpointOptions {
  /** The database's. */
  readonly file: string
  readonly intervalMs: number
}

const program = new URL('./checkpoint-thread.ts', import.meta.url)

/** Pages of the write-ahead log (64 MB) at which a transaction does move them, should the thread not keep up. */
const maxPages = 16_384

/**
 * Moves what was written from the write-ahead log to the database's file in a thread: it waits for the disk, which can take
 * hundreds of milliseconds, and otherwise a transaction of this thread would do so. Does nothing where there is no file.
 * @returns a function that stops it
 */
export async function startCheckpoints(
  { db, kind, readerUrl: file }: Database,
  intervalMs = 10_000,
): Promise<() => Promise<void>> {
  if (kind !== 'sqlite' || file === null) return async () => {}
  await sql`pragma wal_autocheckpoint = ${sql.lit(maxPages)}`.execute(db)
  const workerData: CheckpointOptions = { file, intervalMs }
  const thread = new Worker(program, {
    workerData,
    name: 'checkpoints',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  // without it, transactions move the pages themselves, as before
  thread.on('error', () => void sql`pragma wal_autocheckpoint = 1000`.execute(db).catch(() => {}))
  return async () => void (await thread.terminate())
}
