import type { Kysely } from 'kysely'
import { runnerLimits } from '../limits.ts'
import { LruMap } from '../../../shared/lru-map.ts'
import type { CheckRow, Database, Schema } from '../../database/index.ts'

/** What a check measures, from where and for whom. */
export type CheckTarget = Pick<CheckRow, 'type' | 'location' | 'owner' | 'target'>

/**
 * The targets that didn't answer the last check from this location. Their checks wait in a lane of their own, with a queue
 * for each, so that they never hold all the slots of their account or of the runner. A target counts as silent only for
 * the account that measures it: nobody can hold back the checks of others.
 */
export class SilentTargets {
  readonly #kind: Database['kind']
  readonly #known = new LruMap<string, true>(runnerLimits.silentTargets)

  constructor(kind: Database['kind']) {
    this.#kind = kind
  }

  has(check: CheckTarget): boolean {
    return this.#known.get(keyOf(check)) ?? false
  }

  /** Moves the check and the waiting ones of its target to the silent lane. The check is no longer claimed. */
  async holdBack(db: Kysely<Schema>, check: CheckRow): Promise<void> {
    await db
      .updateTable('checks')
      .set({ silent: 1, queue: queueOf(check), lease_by: null, lease_until: null })
      .where('id', '=', check.id)
      .execute()
    await this.#move(db, check, 1)
  }

  /** Records that a check in progress gets no answer, and moves the waiting ones of its target to the silent lane. */
  async add(db: Kysely<Schema>, check: CheckRow): Promise<void> {
    const isKnown = check.silent === 1 && this.has(check)
    this.#known.set(keyOf(check), true)
    // its checks are in their lane since it was found to be silent
    if (isKnown) return
    await db
      .updateTable('checks')
      .set({ silent: 1, queue: queueOf(check) })
      .where('id', '=', check.id)
      .execute()
    await this.#move(db, check, 1)
  }

  /** Records that the target has answered, and returns its waiting checks to the queue of their account. */
  async remove(db: Kysely<Schema>, check: CheckRow): Promise<void> {
    this.#known.delete(keyOf(check))
    await this.#move(db, check, 0)
  }

  async #move(db: Kysely<Schema>, check: CheckTarget, silent: 0 | 1): Promise<void> {
    let waiting = db
      .selectFrom('checks')
      .select('id')
      .where('location', '=', check.location)
      .where('type', '=', check.type)
      .where('silent', '=', 1 - silent)
      .where('queue', '=', silent === 1 ? check.owner : queueOf(check))
      .where('target', '=', check.target)
      .where('lease_until', 'is', null)
    // one that is being deleted is left alone
    if (this.#kind === 'postgres') waiting = waiting.forUpdate().skipLocked()
    await db
      .updateTable('checks')
      .set({ silent, queue: silent === 1 ? queueOf(check) : check.owner })
      .where('id', 'in', waiting)
      .execute()
  }
}

/** The queue of a silent target's checks. */
export const queueOf = ({ owner, target }: Pick<CheckTarget, 'owner' | 'target'>) => `${owner} ${target}`

const keyOf = (check: CheckTarget) => `${check.type} ${queueOf(check)}`
