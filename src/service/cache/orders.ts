import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type * as z from 'zod/mini'
import type { purgeItem } from '../../contract/index.ts'
import type { Schema } from '../database/index.ts'
import type { Services } from '../services.ts'

/** An order that every node of the edge has long seen is cleared away after so long, ms. */
const kept = 24 * 3600_000

export type PurgeItem = z.output<typeof purgeItem>

/** Has the edge forget everything that it keeps for a site, or for one profile of it. */
export function orderFlush(
  db: Kysely<Schema>,
  siteId: string,
  services: Services,
  profileId: string | null = null,
): Promise<void> {
  return order(db, { site_id: siteId, profile_id: profileId, items: null }, services)
}

/** Has the edge forget some resources of a site. */
export function orderPurge(
  db: Kysely<Schema>,
  siteId: string,
  items: readonly PurgeItem[],
  services: Services,
  profileId: string | null,
): Promise<void> {
  return order(db, { site_id: siteId, profile_id: profileId, items: JSON.stringify(items) }, services)
}

interface Order {
  readonly site_id: string
  readonly profile_id: string | null
  readonly items: string | null
}

async function order(db: Kysely<Schema>, values: Order, { world }: Services): Promise<void> {
  const now = world.clock.now()
  await db
    .insertInto('cache_orders')
    .values({ id: uuid(), ...values, created_at: now })
    .execute()
  await db
    .deleteFrom('cache_orders')
    .where('site_id', '=', values.site_id)
    .where('created_at', '<', now - kept)
    .execute()
}
