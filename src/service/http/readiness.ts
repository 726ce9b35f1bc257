import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readinessLimits } from './limits.ts'
import type { Database } from '../database/index.ts'
import { type Outage, outageBy } from './outage.ts'

/** Whether the service can do its work, as a load balancer asks: `ready`, or why not. */
export type Readiness = 'ready' | Outage

interface Parts {
  readonly database: Database
  readonly log: Pick<Logger, 'error' | 'info'>
  /** When to give up on the database, ms. */
  readonly patienceMs?: number
}

/**
 * Tries to write, since a full disk and a database that has become read-only still answer reads. At most once a second,
 * whoever asks.
 */
export class ReadinessCheck {
  readonly #parts: Parts
  #known: { readonly at: number; readonly is: Readiness } | undefined
  #running: Promise<Readiness> | undefined
  /** What was logged last. */
  #logged: Readiness = 'ready'

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async now(): Promise<Readiness> {
    if (this.#known && performance.now() - this.#known.at < readinessLimits.kept) return this.#known.is
    this.#running ??= this.#find().finally(() => (this.#running = undefined))
    const { patienceMs = readinessLimits.patience } = this.#parts
    const patience = new AbortController()
    try {
      return await Promise.race([this.#running, this.#tooLate(patienceMs, patience.signal)])
    } finally {
      patience.abort()
    }
  }

  async #tooLate(ms: number, signal: AbortSignal): Promise<Readiness> {
    await setTimeout(ms, undefined, { signal }).catch(() => {})
    if (!signal.aborted) this.#record('database unreachable', new Error(`The database gave no answer within ${ms} ms.`))
    return 'database unreachable'
  }

  async #find(): Promise<Readiness> {
    const { database } = this.#parts
    let is: Readiness = 'ready'
    let problem: unknown
    try {
      await tryToWrite(database)
      if (await isFull(database.readerUrl)) is = 'disk full'
    } catch (error) {
      problem = error
      is = outageBy(error) ?? 'database not writable'
    }
    this.#record(is, problem)
    this.#known = { at: performance.now(), is }
    return is
  }

  #record(is: Readiness, problem: unknown): void {
    if (is === this.#logged) return
    this.#logged = is
    if (is === 'ready') this.#parts.log.info('the service is ready again')
    else
      this.#parts.log.error(
        { reason: is, ...(problem === undefined ? {} : { err: problem }) },
        'the service is not ready',
      )
  }
}

/** Writes some pages that are gone again at the end. A single small row would fit into what the file has already. */
async function tryToWrite({ db }: Database): Promise<void> {
  const row = { name: 'readiness' as const, value: 'x'.repeat(readinessLimits.written) }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('meta')
      .values(row)
      .onConflict((on) => on.column('name').doUpdateSet({ value: row.value }))
      .execute()
    await trx.deleteFrom('meta').where('name', '=', row.name).execute()
  })
}

/** Whether the disk of an embedded database has no room for what a write may need. */
async function isFull(url: string | null): Promise<boolean> {
  if (url === null || /^postgres(ql)?:/.test(url)) return false
  const { bavail, bsize } = await statfs(dirname(url))
  return bavail * bsize < readinessLimits.room
}
