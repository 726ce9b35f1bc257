import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type * as z from 'zod/mini'
import type { purgeItem } from '../../contract/index.ts'
import type { Schema } from '../database/index.ts'
import type { Services } from '../api/services.ts'

export type PurgeItem = z.output<typeof purgeItem>

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
  const known = items.map(({ domain, condition, name, content_type }) => ({ domain, condition, name, content_type }))
  return order(db, { site_id: siteId, profile_id: profileId, items: JSON.stringify(known) }, services)
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
