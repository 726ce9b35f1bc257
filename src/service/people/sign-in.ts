import type { Kysely, Transaction } from 'kysely'
import type { ReplyOf, signIn, SignInMethod } from '../../contract/index.ts'
import { conflict, HttpError } from '../api/errors.ts'
import type { GuestCall, SignedIn, UsedKey } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { securityUrl } from '../configuration/addresses.ts'
import type { Database, Person, Schema } from '../database/index.ts'
import { recordEvent, recordPartnerEvent } from '../events/index.ts'
import { accountByKey, isKnownKey, partnerByKey } from '../keys/index.ts'
import { mailLimits, newBrowserLetter, queuePersonMail } from '../mail/index.ts'
import { hashOf, isPassword } from '../secrets/index.ts'
import { networkOf } from '../../shared/client-address.ts'
import {
  cookieFor,
  cookieWith,
  currentRecord,
  endSession,
  findSession,
  hasSessions,
  noSessions,
  newToken,
  rememberBrowser,
  sessionLimits,
  type SessionOwner,
  startSession,
} from '../sessions/index.ts'
import { countFailedSignIn } from './failed-sign-ins.ts'
import { domainOf, signOnOf } from './sign-on.ts'
import { lockPerson, personByEmail } from './people-of.ts'
import { recordOfPerson } from './person-events.ts'

export type SessionReply = ReplyOf<typeof signIn>
type PersonOwner = Extract<SessionOwner, { readonly person: unknown }> & { readonly person: Person }
/** Whose session a key opens. */
type KeySessionOwner = Exclude<SessionOwner, { readonly person: unknown }> & { readonly key: UsedKey }
export type Browser = Pick<GuestCall, 'services' | 'address' | 'browser' | 'token' | 'cookieOf' | 'setCookie'>

/** @throws {HttpError} 409 where no browser would keep the cookie */
export function refuseWithoutSessions({ settings }: Services): void {
  if (!hasSessions(settings)) throw conflict(noSessions)
}

const wrongPassword = 'The email address or the password is wrong.'

/**
 * The person with this email address and password. Whether it's the address that nobody has, neither the answer nor the time
 * that it takes says.
 * @throws {HttpError} 401; 409 for a generated password that is over; 429 for who fails too often
 */
export async function personWith(
  email: string,
  password: string,
  { services, address }: Pick<Browser, 'services' | 'address'>,
): Promise<Person> {
  const { database, tasks } = services
  // counted before the work, so that requests in progress count too
  const who = email.toLowerCase()
  const uncount = await countSignIn(who, address, services)
  const person = await personByEmail(database.db, email)
  const isRight = await isPassword(password, person?.password_hash)
  if (person && isRight) {
    await uncount()
    refuseOldGenerated(person, services)
    return person
  }
  if (person) tasks.start(() => countFailedSignIn(person, services))
  throw new HttpError(401, wrongPassword)
}

function refuseOldGenerated({ password_is_generated, password_set_at }: Person, { world }: Services): void {
  if (password_is_generated !== 1 || world.clock.now() < (password_set_at ?? 0) + mailLimits.generatedPassword) return
  throw conflict(
    'The password of the welcome mail no longer works. Set a new one at “Forgot your password?”, or ask your hosting provider to send the mail again.',
  )
}

/** Counts a sign-in as failed until it is known better. @returns takes the count back @throws {HttpError} 429 */
export async function countSignIn(who: string, address: string, { limits }: Services): Promise<() => Promise<void>> {
  const network = networkOf(address)
  // one network's failures keep nobody out elsewhere
  const here = `${who} ${network}`
  await limits.signInsOfAddress.count(network)
  await limits.signIns.count(here)
  await limits.signInsAnywhere.count(who)
  return async () => {
    await limits.signInsOfAddress.uncount(network)
    await limits.signIns.uncount(here)
    await limits.signInsAnywhere.uncount(who)
  }
}

/** Forgets the failed sign-ins with an email address, once it has a new password. */
export async function forgetSignIns(who: string, address: string, { limits }: Services): Promise<void> {
  await limits.signIns.forget(`${who} ${networkOf(address)}`)
  await limits.signInsAnywhere.forget(who)
}

interface Begin {
  readonly method: SignInMethod
  readonly keep: boolean
  /** Records the sign-in; by default wherever the owner belongs. */
  readonly record?: (trx: Transaction<Schema>, now: number) => Promise<void>
}

/** Starts a session in place of the one that the browser had, and gives the browser its cookie. */
export async function signInAs(
  owner: PersonOwner | KeySessionOwner,
  { method, keep, record }: Begin,
  call: Browser,
): Promise<SessionReply> {
  const { services, address, browser, token: earlier, setCookie } = call
  const isByOwn = 'person' in owner && method !== 'link' && method !== 'sign_on'
  if (isByOwn) await refuseWhereSignOnOnly(owner.person.email, services)
  const { database, world, settings, limits } = services
  // each is an event wherever the person belongs
  await limits.sessions.count('person' in owner ? owner.person.id : owner.key.id)
  const now = world.clock.now()
  let browserToken: string | undefined
  const { token } = await database.db.transaction().execute(async (trx) => {
    if (isByOwn) await refuseChanged(trx, owner.person, database)
    if (earlier !== undefined) await endSession(trx, earlier)
    const started = await startSession(trx, owner, { method, kept: keep, browser, address, now })
    // whoever makes a link knows for whom
    if ('person' in owner && method !== 'link') browserToken = await knowBrowser(trx, owner.person, now, call)
    if (record) await record(trx, now)
    else if ('person' in owner) {
      await recordOfPerson(trx, owner.person, { kind: 'person.signed_in', detail: { browser } }, now)
    } else {
      const by = { person: null, key: owner.key }
      const event = { kind: 'key.signed_in', at: now, detail: { browser } } as const
      await ('partner' in owner
        ? recordPartnerEvent(trx, { ...event, actor: { kind: 'partner', ...by }, partnerId: owner.partner.id })
        : recordEvent(trx, { ...event, actor: { kind: 'holder', ...by }, accountId: owner.account.id }))
    }
    return started
  })
  const signedIn = await findSession(token, now, database)
  if (!signedIn) throw new HttpError(401, wrongPassword)
  services.wakeMail()
  setCookie(cookieWith(token, keep, settings))
  if (browserToken) setCookie(cookieFor('browser', browserToken, sessionLimits.knownBrowser, settings))
  return replyFor(signedIn, services)
}

/** @throws {HttpError} 401 where the password was changed meanwhile, which has ended the person's sessions: this would be another */
async function refuseChanged(trx: Kysely<Schema>, { id, password_hash }: Person, database: Database): Promise<void> {
  await lockPerson(trx, id, database)
  const now = await trx.selectFrom('people').select('password_hash').where('id', '=', id).executeTakeFirst()
  if (now?.password_hash !== password_hash) throw new HttpError(401, wrongPassword)
}

/** @throws {HttpError} 409 for an email address whose owner can come by single sign-on only */
export async function refuseWhereSignOnOnly(email: string, { database: { db } }: Services): Promise<void> {
  const domain = domainOf(email)
  if ((await signOnOf(domain, db))?.is_only === 1)
    throw conflict(`People with an address at ${domain} sign in by single sign-on here.`)
}

/** Remembers the browser that a person signs in with, and says so by mail if it isn't their first. @returns the browser's token */
async function knowBrowser(
  trx: Kysely<Schema>,
  { id, email }: Pick<Person, 'id' | 'email'>,
  now: number,
  { services, address, browser, cookieOf }: Browser,
): Promise<string> {
  const { settings } = services
  const sent = cookieOf('browser')
  const token = sent !== undefined && /^[\w-]{43}$/.test(sent) ? sent : newToken()
  const news = await rememberBrowser(trx, id, token, now)
  if (news !== 'new') return token
  const letter = newBrowserLetter({ email, browser, address, at: now, url: securityUrl(settings) })
  await queuePersonMail(trx, { letter }, services)
  return token
}

export async function replyFor(signedIn: SignedIn, { database }: Services): Promise<SessionReply> {
  return { session: await currentRecord(signedIn, database) }
}

/** The partner or account with this id and key. @throws {HttpError} 401; 429 for who guesses too often */
export async function ownerOfKey(
  { id, key: sent }: { readonly id: string; readonly key: string },
  { services, address }: Pick<Browser, 'services' | 'address'>,
): Promise<KeySessionOwner> {
  const { database, limits, world } = services
  const key_hash = hashOf(sent)
  const now = world.clock.now()
  const ofPartner = await partnerByKey(key_hash, now, database)
  const ofAccount = await accountByKey(key_hash, now, database)
  if (ofPartner?.partner.id === id && ofPartner.partner.granted === 1)
    return { partner: { ...ofPartner.partner, key_hash }, key: ofPartner.key }
  if (ofAccount?.account.id === id) return { account: { ...ofAccount.account, key_hash }, key: ofAccount.key }
  if (!(await isKnownKey(key_hash, database))) await limits.guesses.count(address)
  throw new HttpError(401, 'The ID or the key is wrong, or access was revoked.')
}
