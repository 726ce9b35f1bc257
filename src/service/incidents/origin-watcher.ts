import type { Kysely } from 'kysely'
import { isOptimizerState, visitorHandling } from '../../contract/index.ts'
import { BackgroundWork, type BackgroundParts, type Steps } from '../time/background-work.ts'
import { stepLimits } from '../time/limits.ts'
import { chunksOf, lifetimes, type Schema } from '../database/index.ts'
import { type AskedSite, type Look, recordOrigin } from './record-origin.ts'
import { judgeOrigin, windowMs } from './origin-rule.ts'

interface Watched extends AskedSite {
  /** Whether its origin is said to fail. */
  readonly isOpen: boolean
}

/** Opens and ends incidents by how requests of the edge to origins end. */
export class OriginWatcher {
  readonly #parts: BackgroundParts
  readonly #work: BackgroundWork<undefined>

  constructor(parts: BackgroundParts) {
    this.#parts = parts
    this.#work = new BackgroundWork(parts, {
      name: 'origins',
      intervalMs: 15_000,
      failure: 'judging origins failed',
      counts: () => undefined,
      work: (steps) => this.#judgeAll(steps),
    })
  }

  start(): void {
    this.#work.start()
  }

  /** Stops after the site in progress. */
  stop(): Promise<void> {
    return this.#work.stop()
  }

  /** Judges every origin about which the last minutes say something, unless another process is doing so. */
  run(): Promise<undefined> {
    return this.#work.run()
  }

  async #judgeAll({ next, nextIfLong }: Steps): Promise<void> {
    for (const site of await this.#sites()) {
      await this.#judge(site)
      await nextIfLong()
    }
    while (await this.#deleteOld()) await next()
  }

  /** Sites whose origin is said to fail, or has failed lately. */
  async #sites(): Promise<Watched[]> {
    const { database, world } = this.#parts
    const open = await database.db
      .selectFrom('incidents')
      .select('site_id')
      .where('ended_at', 'is', null)
      .where((eb) => eb.or([eb('kind', '=', 'origin'), eb('edge_cause', 'is not', null)]))
      .execute()
    const failed = await database.db
      .selectFrom('origin_results')
      .select('site_id')
      .distinct()
      .where('failed', '>', 0)
      .where('minute', '>', world.clock.now() - windowMs - 60_000)
      .execute()
    const isOpen = new Set(open.map(({ site_id }) => site_id))
    const ids = new Set([...open, ...failed].flatMap(({ site_id }) => site_id ?? []))
    const sites: Watched[] = []
    for (const some of chunksOf([...ids])) {
      const rows = await database.db
        .selectFrom('sites')
        .select(['id', 'account_id', 'host'])
        .where('id', 'in', some)
        .execute()
      for (const { id, account_id: accountId, host } of rows)
        if (accountId !== null) sites.push({ siteId: id, accountId, host, isOpen: isOpen.has(id) })
    }
    return sites
  }

  async #judge({ isOpen, ...site }: Watched): Promise<void> {
    const { database, world } = this.#parts
    const now = world.clock.now()
    const found = await look(database.db, site, now)
    if (!found || !(isOpen || found.judgement?.is === 'failing')) return
    await database.db
      .transaction()
      .execute((trx) => recordOrigin(trx, database.kind, site, (after) => look(trx, site, now, after), now))
  }

  /** Deletes some minutes that say nothing any more. @returns whether there may be more */
  async #deleteOld(): Promise<boolean> {
    const { database, world } = this.#parts
    const { numDeletedRows } = await database.db
      .deleteFrom('origin_results')
      .where((eb) =>
        eb(
          eb.refTuple('site_id', 'host', 'minute'),
          'in',
          eb
            .selectFrom('origin_results')
            .select(['site_id', 'host', 'minute'])
            .where('minute', '<', world.clock.now() - lifetimes.originResults)
            .orderBy('minute')
            .limit(stepLimits.rows)
            .$asTuple('site_id', 'host', 'minute'),
        ),
      )
      .executeTakeFirst()
    return Number(numDeletedRows) === stepLimits.rows
  }
}

/** What the edge has counted of an origin; undefined if nothing follows from it, as while the site is in maintenance. */
async function look(
  db: Kysely<Schema>,
  { siteId, accountId, host }: AskedSite,
  now: number,
  after?: number,
): Promise<Look | undefined> {
  const site = await db
    .selectFrom('sites')
    .select('state')
    .where('id', '=', siteId)
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .executeTakeFirst()
  if (!site || !isOptimizerState(site.state) || site.state === 'maintenance') return undefined
  const { own, preview } = visitorHandling[site.state]
  if (!own.counted && !preview.counted) return { minutes: [], judgement: { is: 'unwatched', since: now } }
  const minutes = await db
    .selectFrom('origin_results')
    .select(['minute', 'asked', 'failed', 'problem', 'noted_asked', 'noted_failed'])
    .where('site_id', '=', siteId)
    .where('host', '=', host)
    .orderBy('minute')
    .execute()
  const judgement = judgeOrigin(minutes, now, after)
  return judgement || minutes.some((one) => one.asked > one.noted_asked) ? { minutes, judgement } : undefined
}
