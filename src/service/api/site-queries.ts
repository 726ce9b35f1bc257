import type { Account, Site } from '../database/index.ts'
import { notFound } from './errors.ts'
import type { UsedKey } from './handler.ts'
import type { Services } from './services.ts'

/** A site of the account. @throws {HttpError} 404 */
export async function siteOf(account: Account, id: string, { database }: Services): Promise<Site> {
  const site = await database.db
    .selectFrom('sites')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  if (!site) throw notFound('site')
  return site
}

/** The sites of the account, or those that a key opens, oldest first. */
export function sitesOf(account: Account, { database }: Services, key: UsedKey | null = null): Promise<Site[]> {
  const all = database.db.selectFrom('sites').selectAll().where('account_id', '=', account.id)
  return (key?.sites ? all.where('id', 'in', key.sites) : all).orderBy('created_at').orderBy('id').execute()
}
