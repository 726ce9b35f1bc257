import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import { type JobInput, type JobName, type JobResult, readJobs, runJob } from './jobs.ts'
import { ReaderThreads } from './reader-threads.ts'
import { Turns } from './turns.ts'

export interface ReadOptions {
  /** Whose read it is: an id of an account or a partner. */
  readonly owner: string
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal
}

/**
 * Runs heavy reads in threads, so that they don't hold up requests and checks. Of each owner's long reads, one runs at a
 * time, and one of the others. A database that no thread can open is read in this one.
 */
export class Readers {
  readonly #database: Database
  readonly #threads: ReaderThreads | undefined
  readonly #turns = { long: new Turns(), short: new Turns() }

  constructor(database: Database, log: Pick<Logger, 'error'>) {
    this.#database = database
    this.#threads = database.readerUrl === null ? undefined : new ReaderThreads({ url: database.readerUrl, log })
  }

  /** @throws {HttpError} 429 if too many of the owner's reads wait already, 503 if the service is busy or a thread ends */
  async run<N extends JobName>(job: N, input: JobInput<N>, { owner, signal }: ReadOptions): Promise<JobResult<N>> {
    const endTurn = await this.#turns[readJobs[job].isLong ? 'long' : 'short'].take(owner, signal)
    try {
      const result = this.#threads
        ? await this.#threads.run(job, input, signal)
        : await runJob(job, this.#database, input, signal)
      return result as JobResult<N>
    } finally {
      endTurn()
    }
  }

  /** Waits for the reads in progress and ends the threads. */
  async close(): Promise<void> {
    await this.#threads?.close()
  }
}
