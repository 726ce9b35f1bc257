import { type RawBuilder, sql, type Transaction } from 'kysely'
import { planQuotas, type Plan } from '../../../contract/index.ts'
import { runnerLimits } from '../limits.ts'
import { LruMap } from '../../../shared/lru-map.ts'
import type { CheckRow, Database, Schema } from '../../database/index.ts'
import type { Services } from '../../api/services.ts'
import { sharedTimeIn, sharedTimeSql, type TimeParts } from '../../time/shared-time.ts'
import { chooseTurns, type Load, type Turn } from './turns.ts'
import type { SilentTargets } from './silent-targets.ts'
import type { Slots } from './slots.ts'

export type CheckType = CheckRow['type']

/** A check that a runner has just claimed, by the time that all runners share, UNIX ms. */
export type ClaimedCheck = CheckRow & { readonly claimed_at: number }

interface Lane {
  readonly type: CheckType
  readonly silent: 0 | 1
}

/** The owner of the checks of all sites without an account. */
export const nobody = 'nobody'

/** Queues that are looked at together, and the checks of each that are read. */
const windowSize = 50
const headsPerQueue = 4
/** Windows per claim. Only while thousands of accounts are waiting do the remaining ones have to wait for the next claim. */
const maxWindows = 20
/** Queues whose last turn is remembered. */
const maxTurns = 20_000

interface ClaimsOptions {
  /** The id of the runner. */
  readonly runner: string
  readonly location: string
  readonly leaseMs: number
  readonly silentTargets: SilentTargets
}

/**
 * Claims checks that are due, account by account: first the account with the fewest checks in progress, then the one
 * whose last turn was longest ago, then the oldest check. No account has more checks in progress than its quota,
 * over all runners.
 *
 * A claim's cost depends on how many accounts have checks waiting, not on how many checks those are: an index leads from
 * one queue to the next.
 */
export class Claims {
  readonly #services: Services
  readonly #options: ClaimsOptions
  /** The turn that each queue had last. */
  readonly #turns = new LruMap<string, number>(maxTurns)
  #turn = 0
  /** Where the next claim resumes in each lane. */
  readonly #positions = new Map<string, string>()

  constructor(services: Services, options: ClaimsOptions) {
    this.#services = services
    this.#options = options
  }

  /** @param inProgress the ids of the checks that this runner is making */
  async claim(
    free: Readonly<Record<CheckType, Readonly<Slots>>>,
    inProgress: ReadonlySet<string>,
  ): Promise<readonly ClaimedCheck[]> {
    const { database } = this.#services
    const waiting = await this.#waiting()
    if (!waiting.anywhere) return []
    return database.db.transaction().execute(async (trx) => {
      if (database.kind === 'postgres') await preparePostgres(trx)
      if (waiting.expired) await this.#releaseExpired(trx, inProgress)
      const loads = await loadsOf(trx, this.#services)
      const claimed: ClaimedCheck[] = []
      for (const type of ['HTTP', 'WEBPAGE'] as const) {
        if (!waiting.expired && !waiting[type]) continue
        const { normal, silent, total, reserved } = free[type]
        const lane = {
          type,
          silent: 0,
          max: Math.min(normal, total, runnerLimits.claimed),
          maxFurther: total - reserved,
        } as const
        const rows = await this.#claimLane(trx, lane, loads)
        const left = total - rows.length
        const silentLane = {
          type,
          silent: 1,
          max: Math.min(silent, left, runnerLimits.claimed),
          maxFurther: left - reserved,
        } as const
        claimed.push(...rows, ...(await this.#claimLane(trx, silentLane, loads)))
      }
      return claimed
    })
  }

  /** Where checks are waiting, which spares an idle service the transaction. */
  async #waiting() {
    const { location } = this.#options
    const waiting = (type: CheckType) =>
      sql`exists (select 1 from checks where location = ${location} and type = ${type} and silent in (0, 1)
        and lease_until is null)`
    const { rows } = await sql<Record<CheckType | 'expired', number | boolean>>`
      select ${waiting('HTTP')} as "HTTP", ${waiting('WEBPAGE')} as "WEBPAGE",
        exists (select 1 from checks where lease_until < ${sharedTimeSql(this.#services)}) as expired`.execute(
      this.#services.database.db,
    )
    const found = { HTTP: false, WEBPAGE: false, expired: false, ...rows[0] }
    return { ...found, anywhere: Boolean(found.HTTP) || Boolean(found.WEBPAGE) || Boolean(found.expired) }
  }

  /** Returns checks to their queues whose runner is gone. */
  async #releaseExpired(trx: Transaction<Schema>, inProgress: ReadonlySet<string>): Promise<void> {
    const now = sharedTimeSql(this.#services)
    const rows = await trx.selectFrom('checks').select('id').where('lease_until', '<', now).execute()
    const expired = rows.map(({ id }) => id).filter((id) => !inProgress.has(id))
    if (expired.length === 0) return
    await trx
      .updateTable('checks')
      .set({ lease_by: null, lease_until: null })
      .where('id', 'in', expired)
      .where('lease_until', '<', now)
      .execute()
  }

  async #claimLane(
    trx: Transaction<Schema>,
    lane: Lane & { readonly max: number; readonly maxFurther: number },
    loads: Map<string, Load>,
  ): Promise<ClaimedCheck[]> {
    const key = `${lane.type} ${lane.silent}`
    const claimed: ClaimedCheck[] = []
    let after = this.#positions.get(key) ?? ''
    let hasWrapped = after === ''
    for (let i = 0; i < maxWindows && claimed.length < lane.max; i++) {
      const turns = await this.#turnsAfter(trx, lane, after)
      const chosen = chooseTurns(
        turns,
        { max: lane.max - claimed.length, maxFurther: lane.maxFurther - claimed.length, silent: lane.silent === 1 },
        loads,
      )
      for (const { queue } of chosen) this.#turns.set(queue, ++this.#turn)
      const ids = chosen.map(({ id }) => id)
      const rows = ids.length === 0 ? [] : await this.#lease(trx, ids)
      const known = lane.silent === 0 ? rows.filter((row) => this.#options.silentTargets.has(row)) : []
      for (const row of known) {
        await this.#options.silentTargets.holdBack(trx, row)
        const load = loads.get(row.owner)
        if (load) load.all--
      }
      claimed.push(...rows.filter((row) => !known.includes(row)))
      // the same queues again while more of their checks may be waiting
      const isEmptied = (turn: Turn) =>
        turn.heads.length === headsPerQueue &&
        chosen.filter(({ queue }) => queue === turn.queue).length === headsPerQueue
      if (claimed.length < lane.max && (known.length > 0 || turns.some(isEmptied))) continue
      after = turns.length < windowSize ? '' : (turns.at(-1)?.queue ?? '')
      if (after === '' && hasWrapped) break
      hasWrapped ||= after === ''
    }
    this.#positions.set(key, after)
    return claimed
  }

  /** The next queues of a lane after a queue, with the oldest checks of each that are due. */
  async #turnsAfter(trx: Transaction<Schema>, lane: Lane, after: string): Promise<readonly Turn[]> {
    const waiting = sql`location = ${this.#options.location} and type = ${lane.type} and silent = ${lane.silent} and lease_until is null`
    const next = (position: RawBuilder<unknown>) =>
      sql`(select c.queue from checks c where ${waiting} and c.queue > ${position} order by c.queue limit 1)`
    const ownerOfQueue =
      lane.silent === 0
        ? sql.ref('w.queue')
        : sql`(select c.owner from checks c where ${waiting} and c.queue = w.queue limit 1)`
    const { rows } = await sql<WindowRow>`
      with recursive waiting (queue, n) as (
        select ${next(sql`${after}`)}, 1
        union all
        select ${next(sql.ref('w.queue'))}, w.n + 1 from waiting w where w.queue is not null and w.n < ${sql.lit(windowSize)}
      )
      select turn.queue, turn.owner,
        (select plan from accounts where id = turn.owner) as plan,
        (select checks from account_quotas where account_id = turn.owner) as allowed,
        (select string_agg(head.not_before || ' ' || head.id, ',') from (
          select c.id, c.not_before from checks c where ${waiting} and c.queue = turn.queue and c.not_before <= ${sharedTimeSql(this.#services)}
          order by c.not_before limit ${sql.lit(headsPerQueue)}) head) as heads
      from (select w.queue, ${ownerOfQueue} as owner from waiting w where w.queue is not null) turn`.execute(trx)
    return rows.map(({ queue, owner, plan, allowed, heads }) => {
      const due = heads?.split(',').map((head) => head.split(' ')) ?? []
      return {
        queue,
        owner,
        allowed: plan === null ? runnerLimits.ownerlessChecks : (allowed ?? planQuotas[plan].checks),
        lastTurn: this.#turns.get(queue) ?? 0,
        oldest: Number(due[0]?.[0] ?? Number.MAX_SAFE_INTEGER),
        heads: due.map(([, id = '']) => id),
      }
    })
  }

  async #lease(trx: Transaction<Schema>, ids: readonly string[]): Promise<ClaimedCheck[]> {
    return trx
      .updateTable('checks')
      .set({ lease_by: this.#options.runner, lease_until: sharedTimeIn(this.#options.leaseMs, this.#services) })
      .where('id', 'in', stillWaiting(trx, this.#services.database.kind, ids))
      .returningAll()
      .returning(sharedTimeSql(this.#services).as('claimed_at'))
      .execute()
  }
}

/**
 * Holds the lock that makes claims wait for each other, so that two of them never both take an account's last slot. The
 * queues must be read from the index: PostgreSQL keeps plans, and one made while few checks waited would read and sort all
 * of them later.
 */
export async function preparePostgres(trx: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(7412),
    set_config('enable_seqscan', 'off', true),
    set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true),
    set_config('jit', 'off', true)`.execute(trx)
}

/**
 * Those of the checks that nobody has claimed in the meantime. They are found by their ids alone: a plain
 * `lease_until is null` would let PostgreSQL search the index of all waiting checks instead, for as long as it keeps a plan
 * that it made while few waited.
 */
export function stillWaiting(trx: Transaction<Schema>, kind: Database['kind'], ids: readonly string[]) {
  const waiting = trx
    .selectFrom('checks')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb(eb.fn.coalesce('lease_until', eb.lit(0)), '=', eb.lit(0)))
  // one that is being deleted is left alone
  return kind === 'postgres' ? waiting.forUpdate().skipLocked() : waiting
}

interface WindowRow {
  readonly queue: string
  readonly owner: string
  readonly plan: Plan | null
  readonly allowed: number | null
  /** When each was due, a space and its id, separated by commas. */
  readonly heads: string | null
}

/** What each account has in progress, over all runners. */
async function loadsOf(trx: Transaction<Schema>, parts: TimeParts): Promise<Map<string, Load>> {
  const rows = await trx
    .selectFrom('checks')
    .select((eb) => ['owner', eb.fn.countAll<number>().as('all'), eb.fn.sum<number>('silent').as('silent')])
    .where('lease_until', '>=', sharedTimeSql(parts))
    .groupBy('owner')
    .execute()
  return new Map(rows.map(({ owner, all, silent }) => [owner, { all, silent }]))
}
