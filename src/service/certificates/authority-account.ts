import type { Services } from '../api/services.ts'
import { newPrivateKey } from './certificate.ts'

type Parts = Pick<Services, 'database' | 'settings' | 'vault' | 'world'>

/** The service's account at an authority, which is made when it's first needed. Processes that do so at once make one. */
export async function accountAt(
  directory: string,
  { database, settings, vault, world }: Parts,
): Promise<{ readonly key: string; readonly url: string }> {
  const { db } = database
  await db
    .insertInto('acme_accounts')
    .values({ directory, key_sealed: vault.seal(newPrivateKey()), url: null })
    .onConflict((on) => on.doNothing())
    .execute()
  const row = await db
    .selectFrom('acme_accounts')
    .select(['key_sealed', 'url'])
    .where('directory', '=', directory)
    .executeTakeFirstOrThrow()
  const key = vault.open(row.key_sealed)
  if (row.url !== null) return { key, url: row.url }
  // whoever asks with the same key gets the same account (RFC 8555, section 7.3.1)
  const url = await world.authority.account({ directory, key, email: settings.acmeEmail })
  await db.updateTable('acme_accounts').set({ url }).where('directory', '=', directory).execute()
  return { key, url }
}

/** Has the account made again, because the authority doesn't know it any more. */
export async function forgetAccount(directory: string, url: string, { database }: Parts): Promise<void> {
  await database.db
    .updateTable('acme_accounts')
    .set({ url: null })
    .where('directory', '=', directory)
    .where('url', '=', url)
    .execute()
}
