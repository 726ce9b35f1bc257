import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { maxProved, type ProofResult, type PurgeItem } from '../../contract/index.ts'
import { purgedAddress, purgeItemText } from '../../words/purge.ts'
import { callerLimits } from '../api/limits.ts'
import type { Account, CacheProofTable, Schema, Site } from '../database/index.ts'
import { type Asked, checkCaches, look, match, visit } from './ask.ts'
import { itemInShort } from './orders.ts'
import { checkPurge, find, type Found, type Lookups, type Tools } from './proof.ts'
import { checkPattern, countStored, type Counted } from './proof-pattern.ts'
import { proofRows } from './proof-rows.ts'

/** Addresses of a purge that are looked up at a time once it's ordered. */
const atOnce = 4
/** Between two lookups of an address, ms. */
const pauseMs = 300

interface Purge {
  readonly site: Site
  readonly account: Account
  readonly kind: CacheProofTable['kind']
  readonly items: readonly PurgeItem[]
  /** The proof to add to, if it's still the site's latest. */
  readonly proofId?: string | undefined
}

type Looked =
  | { readonly path: string; readonly before: Found }
  /** What may name several addresses; the path has it in words. */
  | { readonly path: string; readonly item: PurgeItem; readonly before: Counted }
type Address = Looked & { readonly id: string }

interface Proof {
  /** Stores it in place of the site's earlier one. Call it in the transaction that orders the purge. */
  readonly save: (trx: Kysely<Schema>) => Promise<void>
  /** Begins to look the addresses up again, in the background. */
  readonly goOn: () => void
}

/** Looks up what is purged. Each item counts as a visit. */
export async function beginProof({ site, account, kind, items, proofId }: Purge, asked: Asked): Promise<Proof> {
  const { services } = asked
  const now = () => services.world.clock.now()
  const earlier = (await proofRows(site, services)).filter(({ proof_id }) => proof_id === proofId)
  const id = earlier[0]?.proof_id ?? uuid()
  const counted = async <T>(ask: () => Promise<T>) => {
    checkCaches(site)
    await services.limits.visits.count(account.id)
    return ask()
  }
  const lookUp = async (item: PurgeItem): Promise<Looked> => {
    const address = purgedAddress(item)
    if (address !== null)
      return { path: address, before: await find({ look: () => counted(() => look(site, address, asked)), now }) }
    const before = await countStored({ match: () => counted(() => match(site, item, asked)), now })
    return { path: purgeItemText(item), item: itemInShort(item), before }
  }
  const addresses = await Promise.all(
    provedOf(items, maxProved - earlier.length).map(async (item) => ({ id: uuid(), ...(await lookUp(item)) })),
  )
  return {
    async save(trx) {
      await trx.deleteFrom('cache_proofs').where('site_id', '=', site.id).where('proof_id', '!=', id).execute()
      if (addresses.length === 0) return
      const common = { proof_id: id, site_id: site.id, kind, result: null, created_at: now() }
      const values = addresses.map((address) => {
        return { ...common, id: address.id, path: address.path, lookups: JSON.stringify(lookupsWith(address)) }
      })
      await trx.insertInto('cache_proofs').values(values).execute()
    },
    goOn() {
      const order = orderNow()
      services.tasks.start(async (stopping) => {
        const signal = AbortSignal.any([stopping, AbortSignal.timeout(callerLimits.proof)])
        const rest = [...addresses]
        const worker = async () => {
          for (let next = rest.shift(); next; next = rest.shift()) await check(site, next, order, { services, signal })
        }
        await Promise.all(Array.from({ length: atOnce }, worker))
      })
    },
  }
}

type Order = Pick<Tools, 'sinceOrdered' | 'carriedOut'>

/** Measures from now on when the nodes carry an order out. It has all its addresses removed at once. */
function orderNow(): Order {
  const begun = performance.now()
  const carriedOut = new Map<string, number>()
  return {
    sinceOrdered: () => performance.now() - begun,
    carriedOut(node, after) {
      const least = Math.min(after, carriedOut.get(node) ?? Infinity)
      carriedOut.set(node, least)
      return least
    },
  }
}

/** Looks a purged address up again, and stores what comes out. */
async function check(site: Site, address: Address, order: Order, asked: Asked): Promise<void> {
  const { services, signal } = asked
  const { id } = address
  const { db } = services.database
  const row = db.updateTable('cache_proofs').where('id', '=', id).where('result', 'is', null)
  let lookups = lookupsWith(address)
  let result: ProofResult = 'unknown'
  try {
    const tools: Omit<Tools, 'look' | 'visit'> = {
      now: () => services.world.clock.now(),
      ...order,
      pause: () => delay(pauseMs, undefined, { signal }),
      isStopped: async () => {
        const open = db.selectFrom('cache_proofs').select('id').where('id', '=', id).where('result', 'is', null)
        return signal.aborted || (await open.executeTakeFirst()) === undefined
      },
      report: (found) => {
        lookups = { ...lookups, ...found }
        return row.set({ lookups: JSON.stringify(lookups) }).execute()
      },
    }
    if ('item' in address) {
      const { item, before } = address
      result = await checkPattern(before, { ...tools, match: () => match(site, item, asked) })
    } else {
      const { path, before } = address
      const ask = { look: () => look(site, path, asked), visit: () => visit(site, path, asked) }
      result = await checkPurge(before, { ...tools, ...ask })
    }
  } catch (error) {
    if (!signal.aborted) services.log.error({ err: error, site: site.id }, 'looking a purged address up failed')
  }
  try {
    await row.set({ result }).execute()
  } catch (error) {
    services.log.error({ err: error, site: site.id }, 'storing the result of a proof failed')
  }
}

/** What is kept of an address before it's looked up again. */
function lookupsWith(address: Looked): Lookups & { readonly item?: PurgeItem } {
  const lookups = { before: address.before.lookup, after: null, again: null }
  return 'item' in address ? { item: address.item, ...lookups } : lookups
}

/** What of a purge is looked up, each only once. */
function provedOf(items: readonly PurgeItem[], atMost: number): readonly PurgeItem[] {
  let patterns = 0
  const different = new Map(items.map((item) => [purgeItemText(item), item]))
  return [...different.values()]
    .filter((item) => purgedAddress(item) !== null || ++patterns <= callerLimits.provedPatterns)
    .slice(0, atMost)
}
