import { conflict, HttpError } from '../api/errors.ts'
import type { Handlers, SignedIn } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { signInUrl } from '../configuration/addresses.ts'
import type { Account, Partner, Person, PersonLink } from '../database/index.ts'
import { actorOf, recordAt } from '../events/index.ts'
import { networkOf } from '../../shared/client-address.ts'
import { isByLink, isBySignOn } from '../sessions/index.ts'
import { personLimits } from './limits.ts'
import { makeLink, readLink, useLink } from './links.ts'
import { personByEmail } from './people-of.ts'
import { accountPlace } from './place.ts'
import { refuseWithoutSessions, replyFor, signInAs } from './sign-in.ts'

type Handled = 'partner.signInLinks.create' | `person.signInLink.${'read' | 'use'}`

/** Links by which a partner's panel signs in the holder of an account, who is signed in there. */
export const signInLinkHandlers: Handlers<Handled> = {
  async 'partner.signInLinks.create'({ body: { path } }, { partner, account, person, key, services }) {
    const { database, world, settings, limits } = services
    refuseWithoutSessions(services)
    await limits.signInLinks.count(account.id)
    const holder = await holderOf(account, services)
    if (!holder) throw conflict(`${account.email} is none of the account’s people any more. Invite them first.`)
    const { link, token } = await makeLink(
      database.db,
      {
        kind: 'sign_in',
        email: holder.email,
        person_id: holder.id,
        account_id: account.id,
        partner_id: partner.id,
        invited_by: actorOf({ partner, person, key }).person?.name ?? null,
        path,
      },
      { now: world.clock.now(), lifetime: personLimits.signInLink },
    )
    return {
      url: signInUrl(settings, token),
      expires_at: new Date(link.expires_at).toISOString(),
      email: holder.email,
    }
  },

  async 'person.signInLink.read'({ body: { token } }, { services, address, signedIn }) {
    const opened = await open(token, address, services)
    const { account, partner, holder } = opened
    return { email: holder.email, name: account.name, partner: partner.name, free: isFree(opened, signedIn) }
  },

  async 'person.signInLink.use'({ body: { token, replace } }, call) {
    const { services, address, signedIn } = call
    const { database, world } = services
    refuseWithoutSessions(services)
    const opened = await open(token, address, services)
    const { link, account, partner, holder } = opened
    if (!replace && !isFree(opened, signedIn)) throw conflict('Somebody else is signed in here.')
    const leadsTo = { account_id: account.id, path: link.path ?? '/' }
    if (signedIn && isOwn(opened, signedIn)) {
      await useLink(database.db, link, world.clock.now())
      return { ...(await replyFor(signedIn, services)), ...leadsTo }
    }
    const reply = await signInAs(
      { person: holder, account },
      {
        keep: false,
        method: 'link',
        async record(trx, now) {
          await useLink(trx, link, now)
          const actor = { kind: 'holder', person: { id: holder.id, name: holder.name } } as const
          const detail = { browser: call.browser, link: { partner: partner.name, by: link.invited_by } }
          await recordAt(trx, accountPlace(account), { kind: 'person.signed_in', detail }, { actor, now })
        },
      },
      call,
    )
    return { ...reply, ...leadsTo }
  },
}

interface Opened {
  readonly link: PersonLink
  readonly account: Account
  readonly partner: Partner
  readonly holder: Person
}

/** What a token opens. @throws {HttpError} 409, also where the partner or the holder has lost access since; 429 */
async function open(token: string, address: string, services: Services): Promise<Opened> {
  const { database, world, limits } = services
  const { db } = database
  await limits.links.count(networkOf(address))
  const link = await readLink(db, 'sign_in', token, world.clock.now())
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', link.account_id).executeTakeFirst()
  const partner = await db
    .selectFrom('partners')
    .selectAll()
    .where('id', '=', link.partner_id)
    .where('granted', '=', 1)
    .executeTakeFirst()
  const holder = account && (await holderOf(account, services))
  if (!account || !partner || holder?.id !== link.person_id)
    throw new HttpError(409, 'This link no longer works: the account has changed since it was made.')
  return { link, account, partner, holder }
}

/** Whether somebody is signed in as the holder already, in a session that reaches the account and isn't by a link. */
function isOwn({ holder, partner }: Opened, { session, person }: SignedIn): boolean {
  if (person?.id !== holder.id || isByLink(session)) return false
  return !isBySignOn(session) || session.partner_id === partner.id
}

/** Whether a link ends nobody else's session. */
const isFree = ({ holder }: Opened, signedIn: SignedIn | null) => !signedIn || signedIn.person?.id === holder.id

/** The person with the account's own address, as long as they belong to it. */
async function holderOf(account: Account, { database: { db } }: Services): Promise<Person | undefined> {
  const person = await personByEmail(db, account.email)
  const membership = await db
    .selectFrom('memberships')
    .select('id')
    .where('account_id', '=', account.id)
    .where('person_id', '=', person?.id ?? '')
    .executeTakeFirst()
  return membership && person
}
