import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { httpUrl } from '../../contract/index.ts'
import type { Monitor, Schema } from '../database/index.ts'
import type { Services } from '../services.ts'
import { nobody } from './claims.ts'
import { readSpec, variantsOf } from './rules.ts'

/** How many monitors begin their rounds in one transaction. */
const batchSize = 200
/** How far later rounds are spread: up to this part of the interval, and never more than a minute. */
const jitterPart = 0.1
const maxJitter = 60_000
/** Rounds that fell due while the service was down are spread over this time, ms. */
const startSpread = 30_000

/**
 * Begins the rounds that are due. One transaction inserts a row for each check and schedules the next round.
 * Several processes may do this at once: the one that updates `next_due_at` first begins the round.
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
      .limit(batchSize)
      .execute()
    if (due.length === 0) return begun
    begun += await database.db.transaction().execute(async (trx) => {
      let mine = 0
      for (const monitor of due) if (await beginRound(trx, monitor, now, options.starting === true)) mine++
      return mine
    })
    if (due.length < batchSize) return begun
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
  const owner = monitor.account_id ?? nobody
  const target = httpUrl(spec.constants.url)?.hostname ?? ''
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
      owner,
      target,
      queue: owner,
      silent: 0,
    })),
  )
  // a check that is still waiting from an earlier round counts for this one too
  await trx
    .insertInto('checks')
    .values(checks)
    .onConflict((on) => on.doNothing())
    .execute()
  return true
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
