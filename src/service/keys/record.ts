import type { Kysely } from 'kysely'
import type { KeyRecord } from '../../contract/index.ts'
import type { UsedKey } from '../api/handler.ts'
import type { ApiKey, Schema } from '../database/index.ts'

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

/** Keys as the API returns them, in the same order. */
export async function keyRecordsOf(
  rows: readonly ApiKey[],
  db: Kysely<Schema>,
  { now, used }: { readonly now: number; readonly used: UsedKey | null },
): Promise<KeyRecord[]> {
  const hosts = await hostsOf(rows, db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    main: row.main === 1,
    role: row.role,
    sites:
      row.sites === null
        ? null
        : sitesIn(row.sites).flatMap((id) => {
            const host = hosts.get(id)
            return host === undefined ? [] : [{ id, host }]
          }),
    application: row.application_id === null ? null : row.name,
    state: row.ends_at !== null && row.ends_at <= now ? 'expired' : 'active',
    created_at: iso(row.created_at),
    created_by: row.created_by,
    rotated_at: isoOrNull(row.rotated_at),
    ends_at: isoOrNull(row.ends_at),
    last_used_at: isoOrNull(row.used_at),
    last_used_from: row.used_from,
    previous:
      row.old_ends_at === null || row.old_ends_at <= now
        ? null
        : {
            ends_at: iso(row.old_ends_at),
            last_used_at: isoOrNull(row.old_used_at),
            last_used_from: row.old_used_from,
          },
    current: row.id === used?.id,
  }))
}

const sitesIn = (json: string) => JSON.parse(json) as string[]

async function hostsOf(rows: readonly ApiKey[], db: Kysely<Schema>): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ sites }) => (sites === null ? [] : sitesIn(sites))))]
  if (ids.length === 0) return new Map()
  const owners = [...new Set(rows.map(({ account_id }) => account_id))]
  const found = await db
    .selectFrom('sites')
    .select(['id', 'host'])
    .where('account_id', 'in', owners)
    .where('id', 'in', ids)
    .execute()
  return new Map(found.map(({ id, host }) => [id, host]))
}
