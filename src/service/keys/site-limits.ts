import { type Endpoint, isOpenToSiteKeys, siteParams } from '../../contract/index.ts'
import { asVerb, HttpError, notFound } from '../api/errors.ts'
import type { UsedKey } from '../api/handler.ts'
import type { Database } from '../database/index.ts'

/** @throws {HttpError} 403 for an operation about the account as a whole, where the key is limited to some sites */
export function refuseWholeAccount(endpoint: Endpoint, key: UsedKey | null): void {
  if (key?.sites && !isOpenToSiteKeys(endpoint))
    throw new HttpError(403, `This key is for some of the account’s sites, so it can’t ${asVerb(endpoint)}.`)
}

type Param = (typeof siteParams)[number]

/** Whose site something of a path belongs to; null for none, undefined if it doesn't exist. */
const siteOf: Readonly<
  Record<Param, (id: string, database: Database) => Promise<{ readonly site_id: string | null } | undefined>>
> = {
  site_id: async (id) => ({ site_id: id }),
  monitor_id: (id, { db }) => db.selectFrom('monitors').select('site_id').where('id', '=', id).executeTakeFirst(),
  sample_id: (id, { db }) =>
    db
      .selectFrom('samples')
      .innerJoin('monitors', 'monitors.id', 'samples.monitor_id')
      .select('monitors.site_id')
      .where('samples.id', '=', id)
      .executeTakeFirst(),
  incident_id: (id, { db }) => db.selectFrom('incidents').select('site_id').where('id', '=', id).executeTakeFirst(),
  event_id: (id, { db }) => db.selectFrom('events').select('site_id').where('id', '=', id).executeTakeFirst(),
}

/**
 * Holds a call to the sites of its key: what its path names, and a `site_id` of its query or body.
 * @throws {HttpError} 404 for what belongs to another site, as if it didn't exist
 */
export async function refuseOtherSites(
  {
    path,
    query,
    body,
  }: { readonly path: Readonly<Record<string, string>>; readonly query: object; readonly body: unknown },
  key: UsedKey | null,
  database: Database,
): Promise<void> {
  const sites = key?.sites
  if (!sites) return
  for (const name of siteParams) {
    const id = path[name]
    if (id === undefined) continue
    const found = await siteOf[name](id, database)
    if (!found?.site_id || !sites.includes(found.site_id)) throw notFound(name.replace(/_id$/, ''))
  }
  for (const input of [query, body]) {
    const named = typeof input === 'object' && input !== null && 'site_id' in input ? input.site_id : undefined
    if (typeof named === 'string' && !sites.includes(named)) throw notFound('site')
  }
}
