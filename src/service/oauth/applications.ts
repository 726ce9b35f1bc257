import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import * as z from 'zod/mini'
import { type EventActor, keyLimits } from '../../contract/index.ts'
import { line } from '../../contract/fields.ts'
import { redirectUriLength } from '../../contract/oauth.ts'
import type { Application, Database, Schema } from '../database/index.ts'
import { type Actor, recordAt } from '../events/index.ts'
import { ownerOf } from '../keys/index.ts'
import { isLoopback } from '../../shared/loopback.ts'
import { oauthLimits } from './limits.ts'

/** Registers an application. @param now UNIX ms @throws {Error} one sentence about what can't be registered */
export async function createApplication(
  { db }: Database,
  {
    name,
    redirectUris,
    now,
  }: { readonly name: string; readonly redirectUris: readonly string[]; readonly now: number },
): Promise<Application> {
  const named = line(keyLimits.name).safeParse(name)
  if (!named.success) throw new Error(`An application’s name has 1 to ${keyLimits.name} characters, in one line.`)
  if (redirectUris.length === 0 || redirectUris.length > oauthLimits.redirects)
    throw new Error(`An application has 1 to ${oauthLimits.redirects} redirect URIs.`)
  const wrong = redirectUris.find((uri) => !isRedirectUri(uri))
  if (wrong !== undefined)
    throw new Error(`A redirect URI is https, or http on the application’s own machine, without a fragment: ${wrong}`)
  const application = { id: uuid(), name: named.data, redirect_uris: JSON.stringify(redirectUris), created_at: now }
  await db.insertInto('applications').values(application).execute()
  return application
}

/** All applications, by name. */
export function listApplications({ db }: Database): Promise<Application[]> {
  return db.selectFrom('applications').selectAll().orderBy('name').orderBy('id').execute()
}

/** Removes an application and ends its keys. @param now UNIX ms @returns whether there was one */
export function removeApplication({ db }: Database, id: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await endKeys(trx, { column: 'application_id', id }, { actor: 'operator', now })
    const { numDeletedRows } = await trx.deleteFrom('applications').where('id', '=', id).executeTakeFirst()
    return numDeletedRows > 0n
  })
}

/** Who ends keys, and when. */
export interface EndedBy {
  readonly actor: EventActor | Actor
  /** UNIX ms. */
  readonly now: number
}

/** Ends keys of applications, which their owners see in the log of changes. */
export async function endKeys(
  trx: Transaction<Schema>,
  { column, id }: { readonly column: 'id' | 'application_id'; readonly id: string },
  by: EndedBy,
): Promise<void> {
  const ended = await trx
    .deleteFrom('api_keys')
    .where(column, '=', id)
    .returning(['name', 'partner_id', 'account_id'])
    .execute()
  for (const { name, ...owner } of ended)
    await recordAt(trx, ownerOf(owner), { kind: 'key.ended', detail: { name } }, by)
}

export function redirectUrisOf({ redirect_uris }: Application): readonly string[] {
  return z.parse(z.array(z.string()), JSON.parse(redirect_uris))
}

/** As a request can name it. */
const isLine = (uri: string) => line(redirectUriLength).safeParse(uri).data === uri

function isRedirectUri(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !isLine(text) || text.includes('#') || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/**
 * Whether browsers may be sent to an address: one that is registered, to the letter. On the application's own machine it may have any
 * port, as it gets one when it starts (RFC 8252, section 7.3).
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true
  const url = URL.parse(uri)
  if (!url || !isRedirectUri(uri) || !isLoopback(url.hostname)) return false
  const withoutPort = (text: string) => {
    const parsed = new URL(text)
    parsed.port = ''
    return parsed.href
  }
  return registered.some((one) => withoutPort(one) === withoutPort(uri))
}
