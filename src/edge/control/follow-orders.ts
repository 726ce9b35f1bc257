import * as z from 'zod/mini'
import type { Database } from '../../service/database/index.ts'
import type { Generations } from '../cache/index.ts'
import { storedTargets } from '../optimize/ignored-parameters.ts'
import { addressesOf, addressOf } from './key.ts'
import type { SitesTable } from './sites-table.ts'

/** Orders read at a time. */
const batchSize = 500
/** An order may be committed later than one that was made after it, but not by more than this, ms. */
const maxDelayMs = 5 * 60_000

const items = z.array(z.looseObject({ condition: z.string() }))

/** Carries out flushes and purges. The first reading replays all that the database keeps. */
export class OrderFollower {
  readonly #database: Database
  readonly #generations: Generations
  readonly #sites: SitesTable
  readonly #done = new Set<string>()
  /** The order from which to read again. */
  #from = ''

  constructor(database: Database, generations: Generations, sites: SitesTable) {
    this.#database = database
    this.#generations = generations
    this.#sites = sites
  }

  /** Carries out the orders that are new. */
  async follow(): Promise<void> {
    let last = this.#from
    for (let isMore = true; isMore;) {
      const orders = await this.#database.db
        .selectFrom('cache_orders')
        .select(['id', 'site_id', 'items'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(batchSize)
        .execute()
      for (const order of orders) {
        last = order.id
        if (this.#done.has(order.id)) continue
        this.#done.add(order.id)
        this.#carryOut(order.site_id, order.items)
      }
      isMore = orders.length === batchSize
    }
    if (last !== this.#from) this.#forgetBefore(last)
  }

  #carryOut(siteId: string, text: string | null): void {
    if (text === null) {
      this.#generations.purgeSite(siteId)
      return
    }
    const ignored = this.#sites.get(siteId)?.ignoredParameters() ?? []
    for (const { condition } of items.parse(JSON.parse(text))) {
      for (const target of spellings(condition)) {
        // a path is the same by both schemes
        if (!target.includes('?')) this.#generations.purgePath(siteId, addressOf(siteId, target, 'http').path)
        else this.#purgeAddresses(siteId, storedTargets(target, ignored))
      }
    }
  }

  #purgeAddresses(siteId: string, targets: readonly string[]): void {
    const addresses = targets.flatMap((target) => addressesOf(siteId, target))
    for (const { key } of addresses) this.#generations.purgeAddress(key)
  }

  /** Goes on reading a little before the last order, and forgets which ones before that are done. */
  #forgetBefore(last: string): void {
    this.#from = earlier(last, maxDelayMs)
    for (const id of this.#done) if (id < this.#from) this.#done.delete(id)
  }
}

/** A path as the customer wrote it, and as browsers send it. */
function spellings(condition: string): readonly string[] {
  const [written = ''] = condition.split('#', 1)
  const url = new URL(written, 'http://host')
  return [...new Set([written, url.pathname + url.search])]
}

/** The first id that was made this long before another one: ids begin with their time (UUIDv7, RFC 9562). */
function earlier(id: string, ms: number): string {
  const at = Math.max(0, Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - ms)
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
