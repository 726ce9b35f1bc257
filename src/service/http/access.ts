import { type Endpoint, headers, keyParameter } from '../../contract/index.ts'
import type { Account, Partner } from '../database/index.ts'
import { invalid, notFound, HttpError } from '../errors.ts'
import { hashOf } from '../secrets/index.ts'
import type { Services } from '../services.ts'
import { isId } from './input.ts'
import { urlOf } from './url.ts'

/** Who calls, and for which account: whichever API it came through. */
export interface Caller {
  readonly partner: Partner | null
  readonly account: Account | null
}

interface Claim {
  readonly key: string | undefined
  readonly path: Readonly<Record<string, string>>
  readonly address: string
}

/** The key of a request: the header wins over the query. */
export function keyOf(request: Request): string | undefined {
  return request.headers.get(headers.key)?.trim() || urlOf(request).searchParams.get(keyParameter)?.trim() || undefined
}

/**
 * Who calls, by the key and the path alone: before anything else of the request is read.
 * @throws {HttpError} partner operations: 403 for every way of not being that partner, 404 for an account that is not
 * its own; user operations: 401 without a good key; 429 after too many guesses
 */
export async function authorise(endpoint: Endpoint, claim: Claim, services: Services): Promise<Caller> {
  switch (endpoint.access) {
    case 'partner': {
      const partner = await partnerOf(claim, services)
      if (partner === 'unknown key') throw await unknownKey(denied(), claim, services)
      if (partner === 'no key') throw await denial(denied(), claim, services)
      if (partner === 'not this partner') throw denied()
      return {
        partner,
        account:
          claim.path['account_id'] === undefined ? null : await accountOf(partner, claim.path['account_id'], services),
      }
    }
    case 'user':
      return { partner: null, account: await userOf(claim, services) }
    case 'open':
      return { partner: null, account: claim.key === undefined ? null : await userOf(claim, services) }
  }
}

const denied = () => new HttpError(403, 'access denied')

async function partnerOf(
  { key, path }: Claim,
  { database: { db } }: Services,
): Promise<Partner | 'no key' | 'unknown key' | 'not this partner'> {
  if (key === undefined) return 'no key'
  const hash = hashOf(key)
  const partner = await db.selectFrom('partners').selectAll().where('key_hash', '=', hash).executeTakeFirst()
  if (partner) return partner.id === path['partner_id'] && partner.granted === 1 ? partner : 'not this partner'
  const account = await db.selectFrom('accounts').select('id').where('key_hash', '=', hash).executeTakeFirst()
  return account ? 'not this partner' : 'unknown key'
}

async function accountOf(partner: Partner, id: string, { database }: Services): Promise<Account> {
  if (!isId(id)) throw notFound('account')
  const account = await database.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('partner_id', '=', partner.id)
    .executeTakeFirst()
  if (!account) throw notFound('account')
  return account
}

async function userOf(claim: Claim, services: Services): Promise<Account> {
  const { key } = claim
  const { database, world } = services
  if (key === undefined) {
    const needed = new HttpError(401, `An API key is needed: send it in the header ${headers.key}.`)
    throw await denial(needed, claim, services)
  }
  const account = await database.db
    .selectFrom('accounts')
    .selectAll()
    .where('key_hash', '=', hashOf(key))
    .executeTakeFirst()
  if (!account) {
    const refusal = new HttpError(401, 'The service does not know this API key.')
    const ofPartner = await database.db
      .selectFrom('partners')
      .select('id')
      .where('key_hash', '=', hashOf(key))
      .executeTakeFirst()
    throw ofPartner ? refusal : await unknownKey(refusal, claim, services)
  }
  await noteSignIn(account, world.clock.now(), services)
  return account
}

/**
 * Holds the user that a call is said to be for against the key's. Without a key nobody is: what it says is ignored.
 * @throws {HttpError} 403 for somebody else
 */
export function checkUserId({ account, partner }: Caller, userId: unknown): void {
  if (partner || !account || userId === undefined || userId === null || userId === '' || userId === account.id) return
  if (typeof userId !== 'string') throw invalid({ user_id: 'must be text' })
  throw new HttpError(403, 'The key is not that of this user.')
}

/** What to answer to a key that nobody has. It counts as a guess, so only what comes after the last one is limited. */
async function unknownKey(refusal: HttpError, { address }: Claim, { limits }: Services): Promise<HttpError> {
  await limits.guesses.count(address)
  return refusal
}

/** What to answer where no key was guessed: the address may be over the limit all the same. */
async function denial(refusal: HttpError, { address }: Claim, { limits }: Services): Promise<HttpError> {
  return (await limits.guesses.over(address)) ?? refusal
}

/** The last use, to the minute: one write a minute at the most. */
async function noteSignIn(account: Account, now: number, { database }: Services): Promise<void> {
  const minute = Math.floor(now / 60_000) * 60_000
  if (account.last_sign_in_at === minute) return
  await database.db.updateTable('accounts').set({ last_sign_in_at: minute }).where('id', '=', account.id).execute()
}
