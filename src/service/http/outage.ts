import type { Logger } from 'pino'
import { isAway } from '../database/index.ts'
import { HttpError } from '../api/errors.ts'

/** Why the database can't be used at the moment, though nothing is wrong with a request or with us. */
export type Outage = 'database unreachable' | 'database not writable' | 'disk full'

const sentences: Readonly<Record<Outage, string>> = {
  'disk full': "The service can't save anything at the moment.",
  'database not writable': "The service can't save anything at the moment.",
  'database unreachable': "The service isn't available at the moment.",
}

/** SQLite's result codes for a database that is read-only or whose disk fails (https://sqlite.org/rescode.html). */
const sqliteNotWritable: ReadonlySet<number> = new Set([8, 10])
const sqliteFull = 13

/** What an error says about the database; undefined if it's about something else. PostgreSQL's codes are in its Appendix A. */
export function outageBy(error: unknown): Outage | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
  if (errcode === sqliteFull || code === '53100' || code === 'ENOSPC') return 'disk full'
  if (code === '25006' || (errcode !== undefined && sqliteNotWritable.has(errcode))) return 'database not writable'
  return isAway(error) ? 'database unreachable' : undefined
}

const loggedEveryMs = 60_000

/** Answers requests that fail because of an outage, and logs its first error, then one a minute. */
export class Outages {
  readonly #log: Pick<Logger, 'error'>
  readonly #loggedAt = new Map<Outage, number>()

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log
  }

  /** The reply to a request that failed so; undefined for another failure. */
  refusalOf(error: unknown, requestId: string): HttpError | undefined {
    const outage = outageBy(error)
    if (outage === undefined) return undefined
    const now = performance.now()
    if (now - (this.#loggedAt.get(outage) ?? -Infinity) >= loggedEveryMs) {
      this.#loggedAt.set(outage, now)
      this.#log.error({ requestId, err: error, reason: outage }, 'requests fail')
    }
    return new HttpError(503, sentences[outage], { headers: { 'Retry-After': '5' } })
  }
}
