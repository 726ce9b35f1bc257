/** The program of the thread that `startCheckpoints` starts. */
import { openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import type { CheckpointOptions } from './checkpoints.ts'

/** How often to look how much there is to move, ms. */
const watchMs = 100
/** So many pages (8 MB) are moved without waiting for the interval to end. */
const manyPages = 2_000

const { file, intervalMs } = workerData as CheckpointOptions
const checkpoint = new DatabaseSync(file).prepare('pragma wal_checkpoint(passive)')
// the first statement makes sure that the index of the log is there
checkpoint.get()
const index = openSync(`${file}-shm`, 'r')
const header = new Uint32Array(25)

/** Pages in the log that aren't in the file yet ("WAL-mode File Format", section 2.1: `mxFrame` and `nBackfill`). */
function waitingPages(): number {
  readSync(index, header, 0, header.byteLength, 0)
  const [written = 0, moved = 0] = [header[4], header[24]]
  return written - moved
}

let movedAt = performance.now()
setInterval(
  () => {
    const waiting = waitingPages()
    const isDue = waiting > 0 && performance.now() - movedAt >= intervalMs
    if (!isDue && waiting < manyPages) return
    // a passive one neither waits for others nor makes them wait
    checkpoint.get()
    movedAt = performance.now()
  },
  Math.min(watchMs, intervalMs),
)
