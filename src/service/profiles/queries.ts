import type { Account, Profile } from '../database/index.ts'
import { notFound } from '../api/errors.ts'
import type { Services } from '../api/services.ts'
import { siteOf } from '../api/site-queries.ts'

/** The profiles of a site, in the order they were created. @throws {HttpError} 404 */
export async function profilesOf(account: Account, siteId: string, services: Services): Promise<Profile[]> {
  const site = await siteOf(account, siteId, services)
  return services.database.db.selectFrom('profiles').selectAll().where('site_id', '=', site.id).orderBy('id').execute()
}

/** @throws {HttpError} 404 for a site or a profile that isn't the account's */
export async function profileOf(
  account: Account,
  ids: { readonly site_id: string; readonly profile_id: string },
  services: Services,
): Promise<Profile> {
  const profile = (await profilesOf(account, ids.site_id, services)).find(({ id }) => id === ids.profile_id)
  if (!profile) throw notFound('profile')
  return profile
}
