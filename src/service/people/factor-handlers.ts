import type { Kysely } from 'kysely'
import type { Factors } from '../../contract/index.ts'
import { conflict, HttpError, invalid, notFound } from '../api/errors.ts'
import type { Handlers, SessionCall } from '../api/handler.ts'
import { securityUrl } from '../configuration/addresses.ts'
import type { Person, Schema } from '../database/index.ts'
import {
  authenticatorOf,
  beginApp,
  codesOf,
  dropCodesWithoutFactor,
  hasFactor,
  keepPasskey,
  madePasskey,
  optionsToAdd,
  optionsToUse,
  passkeyRecordOf,
  passkeysOf,
  passkeyWith,
  replaceCodes,
  useAppCode,
  usedPasskey,
} from '../factors/index.ts'
import { factorLetter, queuePersonMail } from '../mail/index.ts'
import { isPassword } from '../secrets/index.ts'
import {
  endSessionsOf,
  mustChangePassword,
  provedUntil,
  refuseUnproved,
  setChallenge,
  setProved,
  takeChallenge,
} from '../sessions/index.ts'
import { recordOfPerson } from './person-events.ts'
import { lockPerson } from './people-of.ts'
import { countSignIn } from './sign-in.ts'

type Handled =
  | `person.factors.${'read' | 'prove'}`
  | `person.passkeys.${'begin' | 'add' | 'rename' | 'remove'}`
  | `person.authenticator.${'begin' | 'confirm' | 'remove'}`
  | 'person.recoveryCodes.replace'

export const factorHandlers: Handlers<Handled> = {
  'person.factors.read': (_, call) => factorsReply(personOf(call), call),

  async 'person.factors.prove'({ body: { password, passkey } }, call) {
    const { services, signedIn, address } = call
    const { database, world, settings } = services
    const person = personOf(call)
    const now = world.clock.now()
    if (passkey) {
      const challenge = await takeChallenge(database.db, signedIn.session, now)
      const wanted = { personId: person.id, now }
      if (challenge === null || !(await usedPasskey(database.db, passkey, { challenge, ...wanted }, settings)))
        throw invalid({ passkey: 'isn’t known here, or it took too long' })
    } else if (password !== undefined) {
      const uncount = await countSignIn(person.email_lower, address, services)
      if (!(await isPassword(password, person.password_hash))) throw invalid({ password: 'isn’t your password' })
      await uncount()
    } else throw invalid({ password: 'is required, or a passkey' })
    await setProved(database.db, signedIn.session, now)
    return factorsReply(person, call, now)
  },

  async 'person.passkeys.begin'({ body: { purpose } }, call) {
    const { services, signedIn } = call
    const { database, world, settings } = services
    const person = personOf(call)
    const now = world.clock.now()
    if (purpose === 'add') refuseChange(call)
    const passkeys = await passkeysOf(database.db, person.id)
    if (purpose === 'prove' && passkeys.length === 0) throw conflict('You have no passkey.')
    const options =
      purpose === 'add' ? await optionsToAdd(person, passkeys, settings) : await optionsToUse(passkeys, settings)
    await setChallenge(database.db, signedIn.session, options.challenge, now)
    return { options: { ...options } }
  },

  async 'person.passkeys.add'({ body: { name, passkey } }, call) {
    const { services, signedIn } = call
    const { database, world, settings } = services
    const person = personOf(call)
    refuseChange(call)
    const now = world.clock.now()
    const challenge = await takeChallenge(database.db, signedIn.session, now)
    const made = challenge === null ? undefined : await madePasskey(passkey, challenge, settings)
    if (!made) throw invalid({ passkey: 'is for another site, or took too long. Try again' })
    const change = { factor: 'passkey', change: 'added' } as const
    const kept = await changeFactors(change, call, (trx) => keepPasskey(trx, person.id, { name, ...made }, now))
    return passkeyRecordOf(kept)
  },

  async 'person.passkeys.rename'({ path, body: { name } }, call) {
    const { db } = call.services.database
    const person = personOf(call)
    const passkey = await passkeyWith(db, person.id, path.passkey_id)
    await db.updateTable('passkeys').set({ name }).where('id', '=', passkey.id).execute()
    return passkeyRecordOf({ ...passkey, name })
  },

  async 'person.passkeys.remove'({ path }, call) {
    const person = personOf(call)
    await changeFactors({ factor: 'passkey', change: 'removed' }, call, async (trx) => {
      const { id } = await passkeyWith(trx, person.id, path.passkey_id)
      await trx.deleteFrom('passkeys').where('id', '=', id).execute()
    })
    return { id: path.passkey_id }
  },

  async 'person.authenticator.begin'(_, call) {
    const { vault, world, database } = call.services
    const person = personOf(call)
    refuseChange(call)
    const begun = await beginApp(database.db, person, { vault, now: world.clock.now() })
    if (!begun) throw conflict('You have an authenticator app already. Remove it first.')
    return begun
  },

  async 'person.authenticator.confirm'({ body: { code } }, call) {
    const { services, address } = call
    const { vault, world, database } = services
    const person = personOf(call)
    refuseChange(call)
    const app = await authenticatorOf(database.db, person.id)
    if (!app) throw conflict('Begin with a new secret for the app.')
    if (app.confirmed_at !== null) throw conflict('You have an authenticator app already. Remove it first.')
    const uncount = await countSignIn(person.email_lower, address, services)
    const now = world.clock.now()
    if (!(await useAppCode(database.db, app, code, { vault, now })))
      throw invalid({ code: 'isn’t right, or it has expired' })
    await uncount()
    await changeFactors({ factor: 'authenticator', change: 'added' }, call, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('authenticators')
        .set({ confirmed_at: now })
        .where('person_id', '=', person.id)
        .where('secret_sealed', '=', app.secret_sealed)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw conflict('Another secret was made meanwhile. Begin again.')
    })
    return factorsReply(person, call)
  },

  async 'person.authenticator.remove'(_, call) {
    const person = personOf(call)
    await changeFactors({ factor: 'authenticator', change: 'removed' }, call, async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('authenticators')
        .where('person_id', '=', person.id)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw notFound('authenticator app')
    })
    return factorsReply(person, call)
  },

  async 'person.recoveryCodes.replace'(_, call) {
    const person = personOf(call)
    const codes = await changeFactors({ factor: 'recovery_codes', change: 'made' }, call, async (trx) => {
      if (!(await hasFactor(trx, person.id))) throw conflict('Add a passkey or an authenticator app first.')
      return replaceCodes(trx, person.id, call.services.world.clock.now())
    })
    return { codes }
  },
}

/** @throws {HttpError} 409 for the session of a key */
function personOf({ signedIn: { person } }: SessionCall): Person {
  if (!person) throw conflict('You’re signed in with a key, which has no factors.')
  return person
}

/** @throws {HttpError} 403 for who has to show first who they are, or to choose a password */
function refuseChange({ signedIn, services }: SessionCall): void {
  if (mustChangePassword(signedIn))
    throw new HttpError(403, 'Choose a password of your own first: the one of the mail is only for signing in.')
  refuseUnproved(signedIn.session, services.world.clock.now())
}

interface Change {
  readonly factor: 'passkey' | 'authenticator' | 'recovery_codes'
  readonly change: 'added' | 'removed' | 'made'
}

/** Changes one's own factors, records it and says so by mail. Where one is removed, one's other sessions end. */
async function changeFactors<T>(
  { factor, change }: Change,
  call: SessionCall,
  act: (trx: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const { services, signedIn } = call
  const { database, world, settings } = services
  const person = personOf(call)
  refuseChange(call)
  const now = world.clock.now()
  const result = await database.db.transaction().execute(async (trx) => {
    await lockPerson(trx, person.id, database)
    const done = await act(trx)
    if (change === 'removed') {
      await dropCodesWithoutFactor(trx, person.id)
      await endSessionsOf(trx, person.id, signedIn.session.id)
    }
    await recordOfPerson(trx, person, { kind: 'person.factor', detail: { name: person.name, factor, change } }, now)
    const letter = factorLetter({ email: person.email, factor, change, url: securityUrl(settings) })
    await queuePersonMail(trx, { letter }, services)
    return done
  })
  services.wakeMail()
  return result
}

async function factorsReply(
  person: Person,
  { services, signedIn }: SessionCall,
  provedAt = signedIn.session.proved_at,
): Promise<Factors> {
  const { database, world } = services
  const app = await authenticatorOf(database.db, person.id)
  const codes = await codesOf(database.db, person.id)
  const until = provedUntil({ proved_at: provedAt }, world.clock.now())
  return {
    passkeys: (await passkeysOf(database.db, person.id)).map(passkeyRecordOf),
    authenticator: app && app.confirmed_at !== null ? { created_at: iso(app.confirmed_at) } : null,
    recovery_codes: codes && { left: codes.left, created_at: iso(codes.created_at) },
    proved_until: until === null ? null : iso(until),
  }
}

const iso = (at: number) => new Date(at).toISOString()
