import { networkOf } from '../../shared/client-address.ts'
import { conflict, HttpError, invalid } from '../api/errors.ts'
import type { GuestCall, Handlers } from '../api/handler.ts'
import { securityUrl } from '../configuration/addresses.ts'
import type { Person } from '../database/index.ts'
import {
  authenticatorOf,
  codesOf,
  optionsToUse,
  passkeysOf,
  useAppCode,
  useCode,
  usedPasskey,
} from '../factors/index.ts'
import { queuePersonMail, recoveryCodeLetter } from '../mail/index.ts'
import {
  beginSignIn,
  cookieFor,
  countTry,
  endPending,
  findPending,
  sessionLimits,
  setPendingChallenge,
  takePendingChallenge,
} from '../sessions/index.ts'
import { countFailedSignIn } from './failed-sign-ins.ts'
import { recordOfPerson } from './person-events.ts'
import { halfSignedIn, pendingIn, refuseOver } from './second-step.ts'
import { countSignIn, refuseWithoutSessions, signInAs } from './sign-in.ts'

type Handled = `person.session.${'beginPasskey' | 'signInWithPasskey' | 'signInWithCode'}`

export const secondStepHandlers: Handlers<Handled> = {
  async 'person.session.beginPasskey'({ body: { second } }, call) {
    const { services, address, cookieOf, setCookie } = call
    const { database, world, settings, limits } = services
    const { db } = database
    refuseWithoutSessions(services)
    await limits.passkeys.count(networkOf(address))
    if (second) {
      const { pending, person } = await halfSignedIn(call)
      const passkeys = await passkeysOf(db, person.id)
      if (passkeys.length === 0) throw conflict('You have no passkey. Use another factor.')
      const options = await optionsToUse(passkeys, settings)
      await setPendingChallenge(db, pending, options.challenge)
      return { options: { ...options } }
    }
    const options = await optionsToUse(null, settings)
    const now = world.clock.now()
    const earlier = await findPending(db, cookieOf('pending'), now)
    if (earlier) await endPending(db, earlier)
    const begun = { personId: null, method: 'passkey', kept: false, challenge: options.challenge } as const
    const { token } = await beginSignIn(db, begun, now)
    setCookie(cookieFor('pending', token, sessionLimits.pending, settings))
    return { options: { ...options } }
  },

  async 'person.session.signInWithPasskey'({ body: { passkey, keep } }, call) {
    const { services, address, setCookie } = call
    const { database, world, settings, limits } = services
    const { db } = database
    refuseWithoutSessions(services)
    const pending = await pendingIn(call)
    const network = networkOf(address)
    await limits.signInsOfAddress.count(network)
    const challenge = await takePendingChallenge(db, pending)
    const wanted = { personId: pending.person_id, now: world.clock.now() }
    const used = challenge !== null && (await usedPasskey(db, passkey, { challenge, ...wanted }, settings))
    if (!used) throw new HttpError(401, 'This passkey isn’t known here, or it took too long. Try again.')
    await limits.signInsOfAddress.uncount(network)
    const person = await db.selectFrom('people').selectAll().where('id', '=', used.person_id).executeTakeFirst()
    refuseOver(person !== undefined && (await endPending(db, pending)))
    setCookie(cookieFor('pending', '', 0, settings))
    const isSecond = pending.person_id !== null
    const how = isSecond
      ? ({ method: pending.method, keep: pending.kept === 1 } as const)
      : { method: 'passkey' as const, keep }
    return signInAs({ person: person as Person }, how, call)
  },

  async 'person.session.signInWithCode'({ body: { kind, code } }, call) {
    const { services, address, setCookie } = call
    const { database, settings, tasks } = services
    const { pending, person } = await halfSignedIn(call)
    refuseOver(await countTry(database.db, pending))
    // counted before it is known whether it's right, as a password is
    const uncount = await countSignIn(person.email_lower, address, services)
    const isRight =
      kind === 'authenticator' ? await isAppCode(person, code, call) : await isRecoveryCode(person, code, call)
    if (!isRight) {
      tasks.start(() => countFailedSignIn(person, services))
      throw invalid({
        code:
          kind === 'authenticator'
            ? 'isn’t right, has expired, or was used before'
            : 'isn’t one of your recovery codes, or was used before',
      })
    }
    await uncount()
    refuseOver(await endPending(database.db, pending))
    setCookie(cookieFor('pending', '', 0, settings))
    return signInAs({ person }, { method: pending.method, keep: pending.kept === 1 }, call)
  },
}

/** Codes of an app are short, so that those of a day count, too. @throws {HttpError} 429 */
async function isAppCode(person: Person, code: string, { services }: GuestCall): Promise<boolean> {
  const { database, vault, world, limits } = services
  const app = await authenticatorOf(database.db, person.id)
  if (!app || app.confirmed_at === null) return false
  await limits.codes.count(person.id)
  const isRight = await useAppCode(database.db, app, code, { vault, now: world.clock.now() })
  if (isRight) await limits.codes.uncount(person.id)
  return isRight
}

async function isRecoveryCode(person: Person, code: string, { services, browser }: GuestCall): Promise<boolean> {
  const { database, world, settings } = services
  const now = world.clock.now()
  const isRight = await database.db.transaction().execute(async (trx) => {
    if (!(await useCode(trx, person.id, code, now))) return false
    const left = (await codesOf(trx, person.id))?.left ?? 0
    const detail = { name: person.name, factor: 'recovery_code', change: 'used' }
    await recordOfPerson(trx, person, { kind: 'person.factor', detail }, now)
    const letter = recoveryCodeLetter({ email: person.email, browser, left, url: securityUrl(settings) })
    await queuePersonMail(trx, { letter }, services)
    return true
  })
  if (isRight) services.wakeMail()
  return isRight
}
