import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ApiKey, Schema } from '../database/index.ts'
import { hashOf, newKey } from '../secrets/index.ts'
import type { At } from './people.ts'
import { start } from './service.ts'

/** The minute in which tests begin. */
export const thisMinute = Math.floor(start / 60_000) * 60_000

const unused: Omit<ApiKey, 'id' | 'key_hash'> = {
  partner_id: null,
  account_id: null,
  main: 0,
  name: 'Deployment',
  role: 'owner',
  sites: null,
  created_at: start,
  created_by: null,
  rotated_at: null,
  ends_at: null,
  // so that no read writes that it was used
  used_at: thisMinute,
  used_from: '192.0.2.1',
  old_key_hash: null,
  old_ends_at: null,
  old_used_at: null,
  old_used_from: null,
  application_id: null,
  membership_id: null,
}

/** Makes a key beside the main one: an owner's, for all sites, last used in this minute. */
export async function insertKey(
  db: Kysely<Schema>,
  at: At,
  fields: Partial<ApiKey> = {},
): Promise<{ readonly id: string; readonly key: string }> {
  const [id, key] = [randomUUID(), newKey()]
  await db
    .insertInto('api_keys')
    .values({ ...unused, id, key_hash: hashOf(key), ...at, ...fields })
    .execute()
  return { id, key }
}

/** Has a main key been used in this minute. */
export async function useMainKey(db: Kysely<Schema>, at: At): Promise<void> {
  const id = 'account_id' in at ? at.account_id : at.partner_id
  await db
    .insertInto('api_keys')
    .values({ ...unused, id, main: 1, name: 'Main key', key_hash: null, ...at })
    .onConflict((on) => on.doNothing())
    .execute()
}
