import { sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { httpUrl } from '../../../contract/index.ts'
import { chunksOf, type Database, type Monitor, type Schema } from '../../database/index.ts'
import type { Services } from '../../api/services.ts'
import { sharedTime } from '../../time/shared-time.ts'
import { nobody } from './claims.ts'
import { readSpec, variantsOf } from '../monitors/rules.ts'
import { type CheckTarget, queueOf } from './silent-targets.ts'

/** How many monitors begin their rounds in one transaction. */
const batchSize = 200
/** How far later rounds are spread: up to this part of the interval, and never more than a minute. */
const jitterPart = 0.1
const maxJitter = 60_000
/** Rounds that fell due while the service was down are spread over this time, ms. */
const startSpread = 30_000

interface Options {
  /** Whether the service is starting, so that rounds that are overdue are spread. */
  readonly starting?: boolean
  /** Whether the target of a check is known to be silent; its check then waits in the lane of silent targets. */
  readonly isSilent?: (check: CheckTarget) => boolean
}

/**
 * Begins the rounds that are due. One transaction inserts a row for each check and schedules the next rounds.
 * Several processes may do this at once: the one that updates `next_due_at` first begins the round.
 * @returns how many rounds began
 */
export async function beginRounds(services: Services, options: Options = {}): Promise<number> {
  const { database } = services
  const now = await sharedTime(services)
  let begun = 0
  for (;;) {
    const due = await database.db
      .selectFrom('monitors')
      .select(columns)
      .where('next_due_at', '<=', now)
      .orderBy('next_due_at')
      .limit(batchSize)
      .execute()
    if (due.length > 0)
      begun += await database.db.transaction().execute(async (trx) => {
        let mine = 0
        for (const chunk of chunksOf(due)) mine += await beginSome(trx, database.kind, chunk, now, options)
        return mine
      })
    if (due.length < batchSize) return begun
  }
}

const columns = [
  'id',
  'account_id',
  'kind',
  'type',
  'status',
  'spec',
  'interval_ms',
  'next_due_at',
  'rounds_left',
  'created_at',
  'updated_at',
] as const

type DueMonitor = Pick<Monitor, (typeof columns)[number]>

async function beginSome(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  due: readonly DueMonitor[],
  now: number,
  options: Options,
): Promise<number> {
  const ids = due.map(({ id }) => id)
  const found = trx.selectFrom('monitors').select('id').where('id', 'in', ids)
  // one that is being changed begins its round later, and nobody waits for another process
  const free = kind === 'postgres' ? found.forNoKeyUpdate().skipLocked() : found
  const next = due.map(
    (monitor) =>
      sql`(cast(${monitor.id} as text), cast(${monitor.next_due_at} as bigint), cast(${nextRound(monitor, now)} as bigint))`,
  )
  const { rows } = await sql<{ id: string }>`
    with round (monitor_id, due_at, next_at) as (values ${sql.join(next)})
    update monitors set next_due_at = round.next_at, rounds_left = rounds_left - 1
    from round where monitors.id = round.monitor_id and next_due_at = round.due_at and monitors.id in (${free})
    returning monitors.id`.execute(trx)
  const mine = new Set(rows.map(({ id }) => id))
  const checks = due.filter(({ id }) => mine.has(id)).flatMap((monitor) => checksOf(monitor, now, options))
  // a check that is still waiting from an earlier round counts for this one too
  for (const chunk of chunksOf(checks))
    await trx
      .insertInto('checks')
      .values(chunk)
      .onConflict((on) => on.doNothing())
      .execute()
  return mine.size
}

function checksOf(monitor: DueMonitor, now: number, { starting = false, isSilent = () => false }: Options) {
  const due = monitor.next_due_at ?? now
  const spec = readSpec(monitor)
  const notBefore =
    starting && due < now ? now + Math.floor(Math.random() * Math.min(startSpread, monitor.interval_ms ?? 0)) : now
  const owner = monitor.account_id ?? nobody
  const target = httpUrl(spec.constants.url)?.hostname ?? ''
  return spec.variables.locations.flatMap((location) => {
    const where = { location, type: monitor.type, owner, target }
    const silent = isSilent(where)
    return variantsOf(spec).map((_, variant) => ({
      ...where,
      id: uuid(),
      monitor_id: monitor.id,
      variant,
      round_at: due,
      not_before: notBefore,
      lease_by: null,
      lease_until: null,
      ...(silent ? { queue: queueOf(where), silent: 1 } : { queue: owner, silent: 0 }),
    }))
  })
}

/**
 * When the next round begins. A monitor keeps its phase however late a round begins. Only the step from the first round
 * to the second is spread, so that monitors created together drift apart. A test's next round is scheduled when this one
 * has ended.
 */
export function nextRound(
  monitor: Pick<Monitor, 'kind' | 'interval_ms' | 'next_due_at' | 'created_at' | 'updated_at' | 'status'>,
  now: number,
  random = Math.random(),
): number | null {
  if (monitor.kind === 'test' || monitor.interval_ms === null || monitor.status !== 'RUNNING') return null
  const due = monitor.next_due_at ?? now
  const first = due === monitor.updated_at
  const step =
    monitor.interval_ms + (first ? Math.floor(random * Math.min(maxJitter, monitor.interval_ms * jitterPart)) : 0)
  const missed = Math.max(0, Math.floor((now - due - step) / monitor.interval_ms) + 1)
  return due + step + missed * monitor.interval_ms
}
