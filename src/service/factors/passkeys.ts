import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { NewPasskey, PasskeyRecord, UsedPasskey } from '../../contract/index.ts'
import { conflict, notFound } from '../api/errors.ts'
import type { Settings } from '../configuration/configuration.ts'
import type { Passkey, Person, Schema } from '../database/index.ts'
import { factorLimits } from './limits.ts'

type Address = Pick<Settings, 'publicUrl'>
type Db = Kysely<Schema>

// much code, which a service without passkeys does without
const webAuthn = () => import('@simplewebauthn/server')

/** Whether browsers take passkeys for this address: they are made for a host's name, and never for a number. */
export function hasPasskeys({ publicUrl }: Address): boolean {
  const { hostname } = new URL(publicUrl)
  return /[a-z]/i.test(hostname) && !hostname.startsWith('[')
}

/** @throws {HttpError} 409 */
export function refuseWithoutPasskeys(settings: Address): void {
  if (!hasPasskeys(settings))
    throw conflict('There are no passkeys here: PUBLIC_URL has to have a name for its host, not a number.')
}

/** EdDSA, ES256 and RS256 (COSE), which Node knows without warning of an experiment. */
const algorithms = [-8, -7, -257] as const

const rpId = ({ publicUrl }: Address) => new URL(publicUrl).hostname

export function passkeysOf(db: Db, personId: string): Promise<Passkey[]> {
  return db.selectFrom('passkeys').selectAll().where('person_id', '=', personId).orderBy('id').execute()
}

export function passkeyRecordOf({ id, name, created_at, last_used_at, synced }: Passkey): PasskeyRecord {
  return {
    id,
    name,
    created_at: new Date(created_at).toISOString(),
    last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
    synced: synced === 1,
  }
}

/** @throws {HttpError} 404 */
export async function passkeyWith(db: Db, personId: string, id: string): Promise<Passkey> {
  const found = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('passkey')
  return found
}

const allowed = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: JSON.parse(transports) as string[],
  }))

/** What a browser needs to make a passkey. @throws {HttpError} 409 where there are as many as allowed */
export async function optionsToAdd(person: Person, passkeys: readonly Passkey[], settings: Address) {
  refuseWithoutPasskeys(settings)
  refuseMore(passkeys)
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: 'Site Performance',
    rpID: rpId(settings),
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.id),
    timeout: factorLimits.challenge,
    supportedAlgorithmIDs: [...algorithms],
    excludeCredentials: allowed(passkeys),
    // so that it can be the only factor
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What a browser needs to use a passkey: one of these, or whichever it has for this service. */
export async function optionsToUse(passkeys: readonly Passkey[] | null, settings: Address) {
  refuseWithoutPasskeys(settings)
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: rpId(settings),
    timeout: factorLimits.challenge,
    userVerification: 'required',
    ...(passkeys ? { allowCredentials: allowed(passkeys) } : {}),
  })
}

/** A passkey as the browser has just made it; undefined if its answer is wrong. */
export async function madePasskey(
  { id, response }: NewPasskey,
  challenge: string,
  settings: Address,
): Promise<Pick<Passkey, 'credential_id' | 'public_key' | 'sign_count' | 'transports' | 'synced'> | undefined> {
  const { verifyRegistrationResponse } = await webAuthn()
  try {
    const { registrationInfo: made } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: new URL(settings.publicUrl).origin,
      expectedRPID: rpId(settings),
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    })
    if (!made) return undefined
    return {
      credential_id: made.credential.id,
      public_key: Buffer.from(made.credential.publicKey).toString('base64url'),
      sign_count: made.credential.counter,
      transports: JSON.stringify(response.transports ?? []),
      synced: made.credentialBackedUp ? 1 : 0,
    }
  } catch {
    return undefined
  }
}

/** Keeps a new passkey. @throws {HttpError} 409 where there are as many as allowed, or this one is there already */
export async function keepPasskey(
  trx: Db,
  personId: string,
  made: Omit<Passkey, 'id' | 'person_id' | 'created_at' | 'last_used_at'>,
  now: number,
): Promise<Passkey> {
  refuseMore(await passkeysOf(trx, personId))
  const passkey: Passkey = { id: uuid(), person_id: personId, created_at: now, last_used_at: null, ...made }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) throw conflict('This passkey is there already.')
  return passkey
}

interface Use {
  readonly challenge: string
  /** Whose it has to be, where that is known. */
  readonly personId: string | null
  readonly now: number
}

/** The passkey that a browser has just used, if its answer is right, with the use recorded. */
export async function usedPasskey(
  db: Db,
  { id, response }: UsedPasskey,
  { challenge, personId, now }: Use,
  settings: Address,
): Promise<Passkey | undefined> {
  const known = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', id).executeTakeFirst()
  if (!known || (personId !== null && known.person_id !== personId)) return undefined
  const handle = response.userHandle
  if (handle && Buffer.from(handle, 'base64url').toString() !== known.person_id) return undefined
  const { verifyAuthenticationResponse } = await webAuthn()
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON,
          authenticatorData: response.authenticatorData,
          signature: response.signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: new URL(settings.publicUrl).origin,
      expectedRPID: rpId(settings),
      requireUserVerification: true,
      credential: {
        id,
        publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
        counter: known.sign_count,
      },
    })
    if (!verified) return undefined
    // of two uses with the same count, one is a copy's
    const { numUpdatedRows } = await db
      .updateTable('passkeys')
      .set({ sign_count: info.newCounter, last_used_at: now, synced: info.credentialBackedUp ? 1 : 0 })
      .where('id', '=', known.id)
      .where('sign_count', '=', known.sign_count)
      .executeTakeFirst()
    return numUpdatedRows === 1n ? known : undefined
  } catch {
    return undefined
  }
}

function refuseMore(passkeys: readonly Passkey[]): void {
  if (passkeys.length >= factorLimits.passkeys)
    throw conflict(`You have ${factorLimits.passkeys} passkeys already. Remove one first.`)
}
