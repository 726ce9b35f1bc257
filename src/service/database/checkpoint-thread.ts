/** The program of the thread that `startCheckpoints` starts. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import type { CheckpointOptions } from './checkpoints.ts'

const { file, intervalMs } = workerData as CheckpointOptions
const checkpoint = new DatabaseSync(file).prepare('pragma wal_checkpoint(passive)')
// a passive one neither waits for others nor makes them wait
setInterval(() => checkpoint.get(), intervalMs)
