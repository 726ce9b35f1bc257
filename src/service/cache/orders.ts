import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type PurgeItem, typeOfItem } from '../../contract/index.ts'
import { purgedAddress } from '../../words/purge.ts'
import type { OrderItem, Schema } from '../database/index.ts'
import type { Services } from '../api/services.ts'

/** Orders the edge to empty the cache of a site, or of one of its profiles. */
export async function orderFlush(
  db: Kysely<Schema>,
  siteId: string,
  services: Services,
  profileId: string | null = null,
): Promise<void> {
  // what the home page loaded before is as outdated as the page
  await db.updateTable('site_links').set({ loaded: '[]', links: '[]' }).where('site_id', '=', siteId).execute()
  await order(db, { site_id: siteId, profile_id: profileId, items: null }, services)
}

/** Orders the edge to remove some resources of a site from the cache. */
export function orderPurge(
  db: Kysely<Schema>,
  siteId: string,
  items: readonly PurgeItem[],
  services: Services,
  profileId: string | null,
): Promise<void> {
  const text = JSON.stringify(items.map(orderItemOf))
  return order(db, { site_id: siteId, profile_id: profileId, items: text }, services)
}

/** What an item names, without what goes without saying. */
export function itemInShort(item: PurgeItem): PurgeItem {
  const { condition, operator, tag } = item
  const type = typeOfItem(item)
  return {
    ...(tag ? { tag } : {}),
    ...(condition ? { condition } : {}),
    ...(condition && operator ? { operator } : {}),
    ...(type ? { type } : {}),
  }
}

/** An item as the edge reads it. */
export function orderItemOf(item: PurgeItem): OrderItem {
  const { condition, operator, tag } = item
  if (tag) return { tag }
  const address = purgedAddress(item)
  if (address !== null) return { condition: address }
  const type = typeOfItem(item)
  return {
    pattern: {
      operator: operator && operator !== 'EQUALS' ? operator : 'PREFIX',
      // a type alone is for all paths
      text: condition ?? '/',
      type: type === 'html' ? 'other' : (type ?? null),
    },
  }
}

interface Order {
  readonly site_id: string
  readonly profile_id: string | null
  readonly items: string | null
}

async function order(db: Kysely<Schema>, values: Order, { world }: Services): Promise<void> {
  await db
    .insertInto('cache_orders')
    .values({ id: uuid(), ...values, created_at: world.clock.now() })
    .execute()
}
