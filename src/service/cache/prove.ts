import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { maxProved, type ProofResult } from '../../contract/index.ts'
import { callerLimits } from '../api/limits.ts'
import type { Account, CacheProofTable, Schema, Site } from '../database/index.ts'
import { type Asked, checkCaches, look, visit } from './ask.ts'
import { checkPurge, find, type Found, type Lookups, type Tools } from './proof.ts'
import { proofRows } from './proof-rows.ts'

/** Addresses of a purge that are looked up at a time once it's ordered. */
const atOnce = 4
/** Between two lookups of an address, ms. */
const pauseMs = 300

interface Purge {
  readonly site: Site
  readonly account: Account
  readonly kind: CacheProofTable['kind']
  readonly paths: readonly string[]
  /** The proof to add to, if it's still the site's latest. */
  readonly proofId?: string | undefined
}

interface Address {
  readonly id: string
  readonly path: string
  readonly before: Found
}

interface Proof {
  /** Stores it in place of the site's earlier one. Call it in the transaction that orders the purge. */
  readonly save: (trx: Kysely<Schema>) => Promise<void>
  /** Begins to look the addresses up again, in the background. */
  readonly goOn: () => void
}

/** Looks addresses up before they are purged. Each counts as a visit. */
export async function beginProof({ site, account, kind, paths, proofId }: Purge, asked: Asked): Promise<Proof> {
  const { services } = asked
  const now = () => services.world.clock.now()
  const earlier = (await proofRows(site, services)).filter(({ proof_id }) => proof_id === proofId)
  const id = earlier[0]?.proof_id ?? uuid()
  const lookUp = async (path: string) => {
    checkCaches(site)
    await services.limits.visits.count(account.id)
    return look(site, path, asked)
  }
  const addresses = await Promise.all(
    [...new Set(paths)].slice(0, maxProved - earlier.length).map(async (path): Promise<Address> => {
      return { id: uuid(), path, before: await find({ look: () => lookUp(path), now }) }
    }),
  )
  return {
    async save(trx) {
      await trx.deleteFrom('cache_proofs').where('site_id', '=', site.id).where('proof_id', '!=', id).execute()
      if (addresses.length === 0) return
      const common = { proof_id: id, site_id: site.id, kind, result: null, created_at: now() }
      const values = addresses.map(({ id: row, path, before }) => {
        return { ...common, id: row, path, lookups: JSON.stringify(lookupsWith(before)) }
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
async function check(site: Site, { id, path, before }: Address, order: Order, asked: Asked): Promise<void> {
  const { services, signal } = asked
  const { db } = services.database
  const row = db.updateTable('cache_proofs').where('id', '=', id).where('result', 'is', null)
  let lookups = lookupsWith(before)
  let result: ProofResult = 'unknown'
  try {
    result = await checkPurge(before, {
      look: () => look(site, path, asked),
      visit: () => visit(site, path, asked),
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
    })
  } catch (error) {
    if (!signal.aborted) services.log.error({ err: error, site: site.id }, 'looking a purged address up failed')
  }
  try {
    await row.set({ result }).execute()
  } catch (error) {
    services.log.error({ err: error, site: site.id }, 'storing the result of a proof failed')
  }
}

function lookupsWith({ lookup }: Found): Lookups {
  return { before: lookup, after: null, again: null }
}
