/** The program that a reader thread runs: it has a connection of its own and runs one job at a time. */
import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../database/index.ts'
import { runJob } from './jobs.ts'
import type { FromThread, ThreadOptions, ToThread } from './messages.ts'

const { url } = workerData as ThreadOptions
const database = await openReader(url)
let abort = new AbortController()

parentPort?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'run':
      abort = new AbortController()
      void run(message.job, message.input, abort.signal)
      break
    case 'cancel':
      abort.abort(new Error('The read was cancelled.'))
      break
    case 'close':
      void database.db.destroy().finally(() => parentPort?.close())
      break
  }
})

async function run(job: Parameters<typeof runJob>[0], input: unknown, signal: AbortSignal): Promise<void> {
  try {
    const result = await runJob(job, database, input, signal)
    send({ kind: 'done', result }, result instanceof Uint8Array ? [result.buffer] : [])
  } catch (error) {
    send({ kind: 'failed', error })
  }
}

function send(message: FromThread, transfer: readonly (ArrayBuffer | SharedArrayBuffer)[] = []): void {
  parentPort?.postMessage(
    message,
    transfer.filter((buffer) => buffer instanceof ArrayBuffer),
  )
}
