import { accountPage } from '../accounts/read-jobs.ts'
import type { ReadableDatabase } from '../database/index.ts'
import { accountFigures, fleetPage } from '../fleet/read-jobs.ts'
import { csvOfReply } from '../http/read-jobs.ts'
import { openIncidents } from '../incidents/read-jobs.ts'
import { sampleDetail, samplePage, sampleSeries, usualSpread } from '../monitoring/read-jobs.ts'

/**
 * A heavy read. It depends on nothing but the database and the input; input and result can be sent to another thread.
 * It stops where the signal is aborted, if it takes long enough for that to matter.
 */
interface ReadJob<Input, Result> {
  /** Whether it may take seconds. One thread is always kept for those that don't. */
  readonly isLong: boolean
  run(database: ReadableDatabase, input: Input, signal: AbortSignal): Promise<Result>
}

/** Every heavy read by name: a thread is sent the name and looks the job up here. */
export const readJobs = {
  csvOfReply: { isLong: false, run: csvOfReply },
  accountPage: { isLong: false, run: accountPage },
  openIncidents: { isLong: false, run: openIncidents },
  accountFigures: { isLong: false, run: accountFigures },
  fleetPage: { isLong: false, run: fleetPage },
  samplePage: { isLong: false, run: samplePage },
  sampleDetail: { isLong: false, run: sampleDetail },
  usualSpread: { isLong: false, run: usualSpread },
  sampleSeries: { isLong: true, run: sampleSeries },
} satisfies Record<string, ReadJob<never, unknown>>

type Jobs = typeof readJobs
export type JobName = keyof Jobs
export type JobInput<N extends JobName> = Parameters<Jobs[N]['run']>[1]
export type JobResult<N extends JobName> = Awaited<ReturnType<Jobs[N]['run']>>

/** Runs a job in this thread. */
export function runJob(name: JobName, database: ReadableDatabase, input: unknown, signal: AbortSignal) {
  const job: ReadJob<unknown, unknown> = readJobs[name]
  return job.run(database, input, signal)
}
