import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Monitor, Schema } from '../database/index.ts'
import type { Services } from '../services.ts'
import { readSpec, variantsOf } from './rules.ts'

/** Monitors whose rounds begin in one transaction. */
const batch = 200
/** How far later rounds are spread, at the most: a part of the interval, and never more than a minute. */
const jitterPart = 0.1
const jitterMost = 60_000
/** What was due while the service was down is spread over this long. */
const startSpread = 30_000

/**
 * Begins the rounds that are due: one row a check, and the monitor's next round, in one transaction.
 * Several processes may do this at once: whoever moves `next_due_at` first begins the round.
 * @returns how many rounds began
 */
export async function beginRounds(services: Services, options: { starting?: boolean } = {}): Promise<number> {
  const { database, world } = services
  const now = world.clock.now()
  let begun = 0
  for (;;) {
    const due = await database.db
      .selectFrom('monitors')
      .selectAll()
      .where('next_due_at', '<=', now)
      .orderBy('next_due_at')
      .limit(batch)
      .execute()
    if (due.length === 0) return begun
    begun += await database.db.transaction().execute(async (trx) => {
      let mine = 0
      for (const monitor of due) if (await beginRound(trx, monitor, now, options.starting === true)) mine++
      return mine
    })
    if (due.length < batch) return begun
  }
}

async function beginRound(
  trx: Transaction<Schema>,
  monitor: Monitor,
  now: number,
  starting: boolean,
): Promise<boolean> {
  const due = monitor.next_due_at ?? now
  const { numUpdatedRows } = await trx
    .updateTable('monitors')
    .set({
      next_due_at: nextRound(monitor, now),
      rounds_left: monitor.rounds_left === null ? null : monitor.rounds_left - 1,
    })
    .where('id', '=', monitor.id)
    .where('next_due_at', '=', due)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false

  const spec = readSpec(monitor)
  const notBefore =
    starting && due < now ? now + Math.floor(Math.random() * Math.min(startSpread, monitor.interval_ms ?? 0)) : now
  const checks = spec.variables.locations.flatMap((location) =>
    variantsOf(spec).map((_, variant) => ({
      id: uuid(),
      monitor_id: monitor.id,
      variant,
      location,
      type: monitor.type,
      round_at: due,
      not_before: notBefore,
      lease_by: null,
      lease_until: null,
    })),
  )
  // one that still waits from an earlier round stands for this one too
  await trx
    .insertInto('checks')
    .values(checks)
    .onConflict((on) => on.doNothing())
    .execute()
  return true
}

/**
 * When the round after this one begins. A monitor keeps its phase however late a round begins; only the step from the
 * first round to the second is spread, so that monitors made together do not stay together. A test's next round is set
 * when this one has ended.
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
    monitor.interval_ms + (first ? Math.floor(random * Math.min(jitterMost, monitor.interval_ms * jitterPart)) : 0)
  const missed = Math.max(0, Math.floor((now - due - step) / monitor.interval_ms) + 1)
  return due + step + missed * monitor.interval_ms
}
