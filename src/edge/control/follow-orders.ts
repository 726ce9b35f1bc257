import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { bounds } from '../../service/bounds.ts'
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

/** After so long without the database, it may no longer have all orders, ms. */
const maxAbsenceMs = bounds.retention.orders / 2

interface OrderFollowerOptions {
  readonly database: Database
  readonly generations: Generations
  readonly sites: SitesTable
  readonly log: Logger
  /** The machine's time, UNIX ms. */
  readonly now: () => number
}

/** Carries out flushes and purges. The first reading replays all that the database keeps. */
export class OrderFollower {
  readonly #options: OrderFollowerOptions
  readonly #done = new Set<string>()
  /** The order from which to read again. */
  #from = ''
  /** When the last reading began that came to the end. */
  #readAt: number

  constructor(options: OrderFollowerOptions) {
    this.#options = options
    this.#readAt = options.now()
  }

  /** Carries out the orders that are new. Whatever of them was carried out before a failure stays so. */
  async follow(): Promise<void> {
    const { database, generations, now } = this.#options
    const at = now()
    // also where the clock was set back: nobody knows then how long it was
    const wasLongAway = Math.abs(at - this.#readAt) > maxAbsenceMs
    let last = this.#from
    for (let isMore = true; isMore;) {
      const orders = await database.db
        .selectFrom('cache_orders')
        .select(['id', 'site_id', 'items'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(batchSize)
        .execute()
      // before anything else that the database says takes effect
      if (wasLongAway && last === this.#from) generations.purgeAll()
      for (const order of orders) {
        last = order.id
        if (this.#done.has(order.id)) continue
        this.#carryOut(order)
        this.#done.add(order.id)
      }
      isMore = orders.length === batchSize
    }
    this.#readAt = at
    if (last !== this.#from) this.#forgetBefore(last)
  }

  #carryOut({ id, site_id: siteId, items: text }: { id: string; site_id: string; items: string | null }): void {
    const { generations, log } = this.#options
    try {
      if (text === null) generations.purgeSite(siteId)
      else this.#purge(siteId, text)
    } catch (error) {
      // rather too much is purged than too little
      log.error({ err: error, order: id }, 'an order that can’t be read empties the cache of its site')
      generations.purgeSite(siteId)
    }
  }

  #purge(siteId: string, text: string): void {
    const { generations, sites } = this.#options
    const ignored = sites.get(siteId)?.ignoredParameters() ?? []
    for (const { condition } of items.parse(JSON.parse(text))) {
      for (const target of spellings(condition)) {
        // a path is the same by both schemes
        if (!target.includes('?')) generations.purgePath(siteId, addressOf(siteId, target, 'http').path)
        else this.#purgeAddresses(siteId, storedTargets(target, ignored))
      }
    }
  }

  #purgeAddresses(siteId: string, targets: readonly string[]): void {
    const addresses = targets.flatMap((target) => addressesOf(siteId, target))
    for (const { key } of addresses) this.#options.generations.purgeAddress(key)
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
  // not relative to a host: `//` begins a path here
  const url = new URL(`http://host${written}`)
  return [...new Set([written, url.pathname + url.search])]
}

/** The first id that was made this long before another one: ids begin with their time (UUIDv7, RFC 9562). */
function earlier(id: string, ms: number): string {
  const at = Math.max(0, Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - ms)
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
