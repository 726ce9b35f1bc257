import type { Kysely } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Authenticator, Person, Schema } from '../database/index.ts'
import type { Vault } from '../secrets/index.ts'

type Db = Kysely<Schema>

/** How long a code is the current one, RFC 6238. */
const stepMs = 30_000

const appOf = (secret: Secret, email = '') => new TOTP({ issuer: 'Site Performance', label: email, secret })

/** A person's authenticator app, confirmed or not. */
export function authenticatorOf(db: Db, personId: string): Promise<Authenticator | undefined> {
  return db.selectFrom('authenticators').selectAll().where('person_id', '=', personId).executeTakeFirst()
}

/** Makes a secret for an app, in place of one that was never confirmed. @returns it as text, and for a QR code */
export async function beginApp(
  db: Db,
  { id, email }: Person,
  { vault, now }: { readonly vault: Vault; readonly now: number },
): Promise<{ readonly secret: string; readonly uri: string } | undefined> {
  const secret = new Secret({ size: 20 })
  const row = { secret_sealed: vault.seal(secret.base32), last_step: null, created_at: now }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('authenticators')
    .values({ person_id: id, confirmed_at: null, ...row })
    .onConflict((on) => on.column('person_id').doUpdateSet(row).where('authenticators.confirmed_at', 'is', null))
    .executeTakeFirst()
  return numInsertedOrUpdatedRows ? { secret: secret.base32, uri: appOf(secret, email).toString() } : undefined
}

/**
 * Uses a code up: that of now, of the step before or of the one after, unless this code or a later one was used before.
 * @returns whether it was right
 */
export async function useAppCode(
  db: Db,
  { person_id, secret_sealed }: Authenticator,
  code: string,
  { vault, now }: { readonly vault: Vault; readonly now: number },
): Promise<boolean> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const offset = appOf(Secret.fromBase32(vault.open(secret_sealed))).validate({ token, timestamp: now, window: 1 })
  if (offset === null) return false
  const step = Math.floor(now / stepMs) + offset
  const { numUpdatedRows } = await db
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('person_id', '=', person_id)
    // the app may have been replaced meanwhile
    .where('secret_sealed', '=', secret_sealed)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
