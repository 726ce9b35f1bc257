import OAuth2Server from '@node-oauth/oauth2-server'
import {
  asRole,
  type decideAuthorization,
  isAtLeast,
  type ParsedInput,
  type readAuthorization,
} from '../../contract/index.ts'
import { conflict, HttpError, invalid, notFound } from '../api/errors.ts'
import type { Handlers, SessionCall, SignedIn } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { isFull, keyLimits, type KeyOwner } from '../keys/index.ts'
import { currentRecord, mustChangePassword } from '../sessions/index.ts'
import { isRegistered, redirectUrisOf } from './applications.ts'
import { type Grant, leastUsed, oauthServer } from './server.ts'

type Handled = `person.authorization.${'read' | 'decide'}`
type Asked = ParsedInput<typeof readAuthorization>['body']
type Decision = ParsedInput<typeof decideAuthorization>['body']

export const oauthHandlers: Handlers<Handled> = {
  async 'person.authorization.read'({ body }, { signedIn, services }) {
    const { name } = await applicationOf(body, services)
    refuseOtherKey(signedIn)
    const { memberships } = await currentRecord(signedIn, services.database)
    return { name, origin: new URL(body.redirect_uri).origin, role: body.scope ?? 'viewer', memberships }
  },

  async 'person.authorization.decide'({ body }, call) {
    const { services } = call
    await applicationOf(body, services)
    const grant = body.allow ? await grantOf(body, call) : undefined
    return { redirect_to: await redirectOf(body, grant, services) }
  },
}

/** The application that asks. The browser isn't sent anywhere before this is known. @throws {HttpError} 404, 422 */
async function applicationOf({ client_id, redirect_uri }: Asked, { database }: Services) {
  const { db } = database
  const application = await db.selectFrom('applications').selectAll().where('id', '=', client_id).executeTakeFirst()
  if (!application) throw notFound('application')
  if (!isRegistered(redirect_uri, redirectUrisOf(application)))
    throw invalid({ redirect_uri: `isn’t registered for ${application.name}` })
  return application
}

/** @throws {HttpError} 403 for the session of a key besides the main one: it may end, or be for some sites, which the application's wouldn't */
function refuseOtherKey({ key }: SignedIn): void {
  if (key && key.name !== null)
    throw new HttpError(403, `You signed in with the key ${key.name}, which can’t give access to others.`)
}

/** What the session may give. @throws {HttpError} 403, 409, 422, 429 */
async function grantOf(body: Decision, { signedIn, services }: SessionCall): Promise<Grant> {
  const { database, limits } = services
  if (mustChangePassword(signedIn))
    throw new HttpError(403, 'Choose a password of your own first: the one of the mail is only for signing in.')
  refuseOtherKey(signedIn)
  const { memberships } = await currentRecord(signedIn, database)
  const [only, ...others] = memberships
  const placeId = body.place_id ?? (others.length === 0 ? only?.id : undefined)
  if (placeId === undefined) throw invalid({ place_id: 'is required' })
  const membership = memberships.find(({ id }) => id === placeId)
  if (!membership) throw new HttpError(403, 'You don’t belong to this partner or account.')
  if (membership.needs_factor)
    throw new HttpError(403, 'Set up a second factor first: a passkey or an authenticator app. It is required here.')
  const own = asRole(membership.role)
  const role = body.role ?? body.scope ?? 'viewer'
  if (!isAtLeast(own, role)) throw new HttpError(403, `Your own role at ${membership.name} is less: ${own}.`)
  const owner: KeyOwner = {
    column: membership.kind === 'partner' ? 'partner_id' : 'account_id',
    id: membership.id,
  }
  await limits.grants.count(signedIn.person?.id ?? owner.id)
  const membershipId = await membershipOf(signedIn, owner, database)
  // the key used least recently of whoever has as many as allowed will make room
  if ((await isFull(database.db, owner)) && (await leastUsed(database.db, membershipId)).length === 0)
    throw conflict(`${membership.name} has ${keyLimits.keys} API keys already. End one first.`)
  return { owner, role, membershipId }
}

async function membershipOf(
  { person }: SignedIn,
  { column, id }: KeyOwner,
  { db }: Services['database'],
): Promise<string | null> {
  if (!person) return null
  const found = db.selectFrom('memberships').select('id').where(column, '=', id).where('person_id', '=', person.id)
  return (await found.executeTakeFirstOrThrow()).id
}

/** Where the browser goes: back to the application, with a code or with the refusal. */
async function redirectOf(body: Decision, grant: Grant | undefined, services: Services): Promise<string> {
  const to = new URL(grant ? await withCode(body, grant, services) : body.redirect_uri)
  if (!grant) {
    to.searchParams.set('error', 'access_denied')
    if (body.state) to.searchParams.set('state', body.state)
  }
  // against an answer of another server (RFC 9207)
  to.searchParams.set('iss', services.settings.publicUrl)
  return to.href
}

async function withCode(body: Decision, grant: Grant, services: Services): Promise<string> {
  const { response_type, client_id, redirect_uri, code_challenge, code_challenge_method, state } = body
  const asked = { response_type, client_id, redirect_uri, code_challenge, code_challenge_method }
  const request = new OAuth2Server.Request({
    method: 'POST',
    headers: {},
    query: {},
    body: { ...asked, ...(state ? { state } : {}) },
  })
  const response = new OAuth2Server.Response()
  await oauthServer(services).authorize(request, response, { authenticateHandler: { handle: () => ({ grant }) } })
  return response.get('location') as string
}
