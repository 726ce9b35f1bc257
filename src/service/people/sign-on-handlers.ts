import { v7 as uuid } from 'uuid'
import * as z from 'zod/mini'
import { asRole } from '../../contract/index.ts'
import { emailAddress } from '../../contract/fields.ts'
import { personName } from '../../contract/sessions.ts'
import { conflict } from '../api/errors.ts'
import type { Handlers } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import type { Partner, Person, SignOn } from '../database/index.ts'
import { recordAt } from '../events/index.ts'
import { networkOf } from '../../shared/client-address.ts'
import { sessionLimits, signOnCookie } from '../sessions/index.ts'
import { personLimits } from './limits.ts'
import { addMember, listMembers, personByEmail } from './people-of.ts'
import { lockPlace, partnerPlace } from './place.ts'
import { refuseWithoutSessions, signInAs } from './sign-in.ts'
import { domainOf, domainsOf, signOnOf } from './sign-on.ts'
import { type Identity, identityFrom, startAtProvider } from './sign-on-provider.ts'

type Handled = `person.signOn.${'read' | 'begin' | 'finish'}`

/** What the browser keeps of a sign-on, sealed, until it comes back. */
const pendingSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  partnerId: z.string(),
  issuer: z.string(),
  path: z.string(),
  keep: z.boolean(),
  /** UNIX ms. */
  until: z.number(),
})
type Pending = z.output<typeof pendingSchema>

export const signOnHandlers: Handlers<Handled> = {
  async 'person.signOn.read'({ query: { domain } }, { services }) {
    const signOn = await signOnOf(domain, services.database.db)
    return { available: signOn !== undefined, only: signOn?.is_only === 1 }
  },

  async 'person.signOn.begin'({ body: { email, path, keep } }, { services, address, setCookie }) {
    const { database, vault, world, settings, limits, log } = services
    refuseWithoutSessions(services)
    await limits.signOns.count(networkOf(address))
    const domain = domainOf(email)
    const signOn = await signOnOf(domain, database.db)
    if (!signOn) throw conflict(`There is no single sign-on for ${domain}. Sign in with your password.`)
    const { partner_id: partnerId, issuer } = signOn
    const { url, begun } = await startAtProvider(signOn, email, services).catch((error: unknown) => {
      log.warn({ err: error, partner: partnerId, issuer }, 'single sign-on couldn’t begin')
      throw conflict(`The sign-on service of ${domain} doesn’t answer as it should. Try again later.`)
    })
    const until = world.clock.now() + sessionLimits.signOn
    const pending: Pending = { ...begun, partnerId, issuer, path, keep, until }
    const cookieTo = (page: string) =>
      signOnCookie(vault.seal(JSON.stringify({ ...pending, path: page } satisfies Pending)), settings)
    const cookie = cookieTo(path)
    // browsers drop a larger one
    setCookie(cookie.length <= sessionLimits.cookie ? cookie : cookieTo('/'))
    return { url }
  },

  async 'person.signOn.finish'({ body: { response } }, call) {
    const { services, address, signOn: sealed, setCookie } = call
    const { settings, limits, log } = services
    refuseWithoutSessions(services)
    await limits.signOns.count(networkOf(address))
    const pending = pendingIn(sealed, services)
    // an answer is good for one try
    setCookie(signOnCookie(null, settings))
    if (!pending) throw conflict('This sign-in wasn’t begun in this browser, or took too long. Begin again.')
    const { partnerId, path, keep } = pending
    const { signOn, partner } = await readPartner(pending, services)
    const identity = await identityFrom(response, pending, signOn, services).catch((error: unknown) => {
      log.warn({ err: error, partner: partnerId, issuer: signOn.issuer }, 'single sign-on failed')
      throw conflict(
        wasRefused(error)
          ? 'Your sign-on service didn’t let you in. Try again, or ask whoever runs it.'
          : 'The answer of your sign-on service doesn’t fit this sign-in. Begin again.',
      )
    })
    const person = await personOf(identity, signOn, partner, services)
    const reply = await signInAs(
      { person, partner },
      {
        method: 'sign_on',
        keep,
        async record(trx, now) {
          const actor = { kind: 'partner', person: { id: person.id, name: person.name } } as const
          const detail = { browser: call.browser, issuer: signOn.issuer }
          await recordAt(trx, partnerPlace(partner), { kind: 'person.signed_in', detail }, { actor, now })
        },
      },
      call,
    )
    return { ...reply, partner_id: partner.id, path }
  },
}

/** What was begun in this browser, unless it's over. */
function pendingIn(sealed: string | undefined, { vault, world }: Services): Pending | undefined {
  if (sealed === undefined) return undefined
  try {
    const pending = pendingSchema.parse(JSON.parse(vault.open(sealed)))
    return world.clock.now() < pending.until ? pending : undefined
  } catch {
    // of another master key, or made up
    return undefined
  }
}

/** The sign-on that was begun, if it's still set, and its partner. @throws {HttpError} 409 */
async function readPartner(
  { partnerId, issuer }: Pending,
  { database: { db } }: Services,
): Promise<{ readonly signOn: SignOn; readonly partner: Partner }> {
  const signOn = await db
    .selectFrom('sign_ons')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  const partner = await db
    .selectFrom('partners')
    .selectAll()
    .where('id', '=', partnerId)
    .where('granted', '=', 1)
    .executeTakeFirst()
  if (!signOn || !partner) throw conflict('Single sign-on was changed meanwhile. Begin again.')
  return { signOn, partner }
}

const wasRefused = (error: unknown): boolean => error instanceof Error && error.name === 'AuthorizationResponseError'

/**
 * The person whom a provider means: who came as that subject before, or else has the address among the partner's people, or else
 * somebody new. Whoever isn't one of the partner's people becomes one.
 * @throws {HttpError} 409 unless the address is verified, of the partner's domains, and nobody's elsewhere
 */
async function personOf(identity: Identity, signOn: SignOn, partner: Partner, services: Services): Promise<Person> {
  const { database, world } = services
  const { subject, isVerified } = identity
  if (identity.email === undefined) throw conflict('Your sign-on service doesn’t say your email address.')
  const { data: email } = emailAddress.safeParse(identity.email)
  if (email === undefined) throw conflict('Your sign-on service says an email address that isn’t one.')
  if (!isVerified) throw conflict(`Your sign-on service says that ${email} isn’t verified.`)
  if (!(await domainsOf(partner.id, database.db)).includes(domainOf(email)))
    throw conflict(`${email} isn’t an address of ${partner.name}. Sign in there with your address at work.`)
  const place = partnerPlace(partner)
  const now = world.clock.now()
  return database.db.transaction().execute(async (trx) => {
    await lockPlace(trx, place, database)
    const known = await trx
      .selectFrom('identities')
      .innerJoin('people', 'people.id', 'identities.person_id')
      .selectAll('people')
      .where('identities.partner_id', '=', partner.id)
      .where('issuer', '=', signOn.issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
    const members = await listMembers(trx, place)
    const found = known ?? (await personByEmail(trx, email))
    const isMember = members.some(({ id }) => id === found?.id)
    // a provider speaks for nobody whom the partner hasn't among its people
    if (found && !known && !isMember)
      throw conflict(
        `${email} belongs to somebody who isn’t one of the people of ${partner.name}. Have them invited there.`,
      )
    if (!isMember && members.length >= personLimits.people)
      throw conflict(`${partner.name} has ${personLimits.people} people already.`)
    const person = found ?? newPerson(email, identity, now)
    if (!found) await trx.insertInto('people').values(person).execute()
    if (!isMember) {
      const role = asRole(signOn.default_role)
      await addMember(trx, place, { person, role, now })
      const actor = { kind: 'partner', person: { id: person.id, name: person.name } } as const
      const detail = { name: person.name, email: person.email, role }
      await recordAt(trx, place, { kind: 'person.joined', detail }, { actor, now })
    }
    if (!known)
      await trx
        .insertInto('identities')
        .values({
          id: uuid(),
          partner_id: partner.id,
          issuer: signOn.issuer,
          subject,
          person_id: person.id,
          created_at: now,
        })
        .execute()
    return person
  })
}

function newPerson(email: string, { name = '' }: Identity, now: number): Person {
  const said = personName.safeParse(name.slice(0, 100))
  return {
    id: uuid(),
    name: said.success ? said.data : (email.split('@')[0] ?? email),
    email,
    email_lower: email.toLowerCase(),
    password_hash: null,
    password_is_generated: 0,
    password_set_at: null,
    created_at: now,
  }
}
