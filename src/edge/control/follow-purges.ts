import type { Logger } from 'pino'
import { type Database, lifetimes, orderItems } from '../../service/database/index.ts'
import type { Purges } from '../cache/index.ts'
import { storedTargets } from '../optimize/ignored-parameters.ts'
import { addressesOf, addressOf } from '../exchange/cache-key.ts'
import { patternOf, spellings } from './purge-pattern.ts'
import type { SitesTable } from './sites-table.ts'

/** Rows of `cache_orders`, each a flush or a purge, read at a time. */
const batchSize = 500
/** The longest time between creating a row and committing it, ms. Rows may be committed out of order. */
const maxDelayMs = 5 * 60_000

/** After this long without the database, rows that this node never read may have been deleted, ms. */
const maxAbsenceMs = lifetimes.orders / 2

interface PurgeFollowerOptions {
  readonly database: Database
  readonly purges: Purges
  readonly sites: SitesTable
  readonly log: Logger
  /** The machine's time, UNIX ms. */
  readonly now: () => number
}

/** Carries out flushes and purges. The first read replays all that the database keeps. */
export class PurgeFollower {
  readonly #options: PurgeFollowerOptions
  readonly #done = new Set<string>()
  /** The row after which the next read starts. */
  #from = ''
  /** When the last complete read began. */
  #readAt: number

  constructor(options: PurgeFollowerOptions) {
    this.#options = options
    this.#readAt = options.now()
  }

  /** Carries out new flushes and purges. If it fails halfway, those already carried out stay so. */
  async follow(): Promise<void> {
    const { database, purges, now } = this.#options
    const at = now()
    // a clock that was set back counts, too: the absence may have had any length
    const wasLongAway = Math.abs(at - this.#readAt) > maxAbsenceMs
    let last = this.#from
    for (let isMore = true; isMore;) {
      const rows = await database.db
        .selectFrom('cache_orders')
        .select(['id', 'site_id', 'items'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(batchSize)
        .execute()
      // before anything else from the database takes effect
      if (wasLongAway && last === this.#from) purges.purgeAll()
      for (const row of rows) {
        last = row.id
        if (this.#done.has(row.id)) continue
        this.#carryOut(row)
        this.#done.add(row.id)
      }
      isMore = rows.length === batchSize
    }
    this.#readAt = at
    if (last !== this.#from) this.#forgetBefore(last)
  }

  #carryOut({ id, site_id: siteId, items: text }: { id: string; site_id: string; items: string | null }): void {
    const { purges, log } = this.#options
    try {
      if (text === null) purges.purgeSite(siteId)
      else this.#purge(siteId, text)
    } catch (error) {
      // over-purge rather than under-purge
      log.error({ err: error, order: id }, 'an order that can’t be read empties the cache of its site')
      purges.purgeSite(siteId)
    }
  }

  #purge(siteId: string, text: string): void {
    const { purges } = this.#options
    for (const item of orderItems(text)) {
      if ('tag' in item) purges.purgeTag(siteId, item.tag.toLowerCase())
      else if ('pattern' in item) purges.purgePattern(siteId, patternOf(item.pattern))
      else this.#purgeCondition(siteId, item.condition)
    }
  }

  #purgeCondition(siteId: string, condition: string): void {
    const { purges, sites } = this.#options
    const ignored = sites.get(siteId)?.ignoredParameters() ?? []
    for (const target of spellings(condition)) {
      // a path is the same by both schemes
      if (!target.includes('?')) purges.purgePath(siteId, addressOf(siteId, target, 'http').path)
      else this.#purgeAddresses(siteId, storedTargets(target, ignored))
    }
  }

  #purgeAddresses(siteId: string, targets: readonly string[]): void {
    const addresses = targets.flatMap((target) => addressesOf(siteId, target))
    for (const { key } of addresses) this.#options.purges.purgeAddress(key)
  }

  /** Starts the next read a little before the last row, and forgets which rows before that are done. */
  #forgetBefore(last: string): void {
    this.#from = earlier(last, maxDelayMs)
    for (const id of this.#done) if (id < this.#from) this.#done.delete(id)
  }
}

/** The lowest id of this long before another: ids begin with their time (UUIDv7, RFC 9562). */
function earlier(id: string, ms: number): string {
  const at = Math.max(0, Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - ms)
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
