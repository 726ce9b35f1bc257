import type { Kysely } from 'kysely'
import type { Schema } from '../database/index.ts'
import { dropCodes } from './recovery-codes.ts'

type Db = Kysely<Schema>

/** What a person can show besides the password. */
interface FactorKinds {
  readonly passkey: boolean
  readonly authenticator: boolean
}

/** Which second factors a person has. */
export async function factorsOf(db: Db, personId: string): Promise<FactorKinds> {
  const passkey = await db.selectFrom('passkeys').select('id').where('person_id', '=', personId).executeTakeFirst()
  const app = await db
    .selectFrom('authenticators')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return { passkey: passkey !== undefined, authenticator: app !== undefined }
}

/** Whether a person has a second factor. Recovery codes alone aren't one. */
export async function hasFactor(db: Db, personId: string): Promise<boolean> {
  const { passkey, authenticator } = await factorsOf(db, personId)
  return passkey || authenticator
}

/** Those of these people who have a second factor. */
export async function haveFactor(db: Db, personIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (personIds.length === 0) return new Set()
  const passkeys = await db.selectFrom('passkeys').select('person_id').where('person_id', 'in', personIds).execute()
  const apps = await db
    .selectFrom('authenticators')
    .select('person_id')
    .where('person_id', 'in', personIds)
    .where('confirmed_at', 'is not', null)
    .execute()
  return new Set([...passkeys, ...apps].map(({ person_id }) => person_id))
}

/** Removes recovery codes that stand in for nothing any more. */
export async function dropCodesWithoutFactor(trx: Db, personId: string): Promise<void> {
  if (!(await hasFactor(trx, personId))) await dropCodes(trx, personId)
}

/** Removes all of a person's factors, recovery codes included. @returns whether there was any */
export async function dropFactors(trx: Db, personId: string): Promise<boolean> {
  const had = await hasFactor(trx, personId)
  await trx.deleteFrom('passkeys').where('person_id', '=', personId).execute()
  await trx.deleteFrom('authenticators').where('person_id', '=', personId).execute()
  await dropCodes(trx, personId)
  return had
}
