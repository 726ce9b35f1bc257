import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { isOptimizerState, visitorHandling } from '../../contract/index.ts'
import { bounds } from '../bounds.ts'
import { chunksOf, type Database, type Schema } from '../database/index.ts'
import { Lease } from '../lease.ts'
import { Poller } from '../poller.ts'
import { nextStep, Stopped } from '../steps.ts'
import type { Clock } from '../world.ts'
import { type AskedSite, type Look, noteOrigin } from './note-origin.ts'
import { judgeOrigin, windowMs } from './origin-rule.ts'

const intervalMs = 15_000
/** How long another process waits before it takes over from one that has died. */
const leaseMs = 60_000
/** How long it works before it lets others read and write. */
const stepMs = 10

interface Parts {
  readonly database: Database
  readonly world: { readonly clock: Clock }
  readonly log: Pick<Logger, 'error'>
}

interface Watched extends AskedSite {
  /** Whether its origin is said to fail. */
  readonly isOpen: boolean
}

/** Opens and ends incidents by how requests of the edge to origins end. */
export class OriginWatcher {
  readonly #parts: Parts
  readonly #lease: Lease
  readonly #poller: Poller

  constructor(parts: Parts) {
    const { database, world, log } = parts
    this.#parts = parts
    this.#lease = new Lease('origins', database, world.clock, leaseMs)
    this.#poller = new Poller({
      clock: world.clock,
      log,
      intervalMs,
      work: () => this.run(),
      failure: 'judging origins failed',
    })
  }

  start(): void {
    this.#poller.start()
  }

  /** Stops after the site in progress. */
  async stop(): Promise<void> {
    await this.#poller.stop()
    await this.#lease.release()
  }

  /** Judges every origin about which the last minutes say something, unless another process is doing so. */
  async run(): Promise<void> {
    if (!(await this.#lease.hold())) return
    const next = nextStep(async () => !this.#poller.stopped && (await this.#lease.hold()))
    try {
      let began = performance.now()
      for (const site of await this.#sites()) {
        await this.#judge(site)
        if (performance.now() - began < stepMs) continue
        await next()
        began = performance.now()
      }
      while (await this.#deleteOld()) await next()
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
    }
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
      .execute((trx) => noteOrigin(trx, database.kind, site, () => look(trx, site, now), now))
  }

  /** Deletes some minutes that say nothing any more. @returns whether there may be more */
  async #deleteOld(): Promise<boolean> {
    const { database, world } = this.#parts
    const { rows, originResults } = bounds.retention
    const { numDeletedRows } = await database.db
      .deleteFrom('origin_results')
      .where((eb) =>
        eb(
          eb.refTuple('site_id', 'host', 'minute'),
          'in',
          eb
            .selectFrom('origin_results')
            .select(['site_id', 'host', 'minute'])
            .where('minute', '<', world.clock.now() - originResults)
            .orderBy('minute')
            .limit(rows)
            .$asTuple('site_id', 'host', 'minute'),
        ),
      )
      .executeTakeFirst()
    return Number(numDeletedRows) === rows
  }
}

/** What the edge has counted of an origin; undefined if nothing follows from it, as while the site is in maintenance. */
async function look(
  db: Kysely<Schema>,
  { siteId, accountId, host }: AskedSite,
  now: number,
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
  const judgement = judgeOrigin(minutes, now)
  return judgement || minutes.some((one) => one.asked > one.noted_asked) ? { minutes, judgement } : undefined
}
