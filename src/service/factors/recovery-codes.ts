import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Schema } from '../database/index.ts'
import { hashOf } from '../secrets/index.ts'
import { factorLimits } from './limits.ts'

type Db = Kysely<Schema>

/** Without those that look like others. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'
const group = () => Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')

/** 118 bits: enough for a plain hash (OWASP ASVS 5.0, 6.5.2). */
const newCode = () => [group(), group(), group(), group()].join('-')
const hashOfCode = (code: string) => hashOf(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))

/** Makes new recovery codes in place of the earlier ones. @returns them; they are stored nowhere */
export async function replaceCodes(trx: Db, personId: string, now: number): Promise<string[]> {
  await dropCodes(trx, personId)
  const codes = Array.from({ length: factorLimits.recoveryCodes }, newCode)
  await trx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        id: uuid(),
        person_id: personId,
        code_hash: hashOfCode(code),
        created_at: now,
        used_at: null,
      })),
    )
    .execute()
  return codes
}

/** Uses a recovery code up. @returns whether it was right, and not used before */
export async function useCode(db: Db, personId: string, code: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('code_hash', '=', hashOfCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many recovery codes are left, and since when; null without any. */
export async function codesOf(
  db: Db,
  personId: string,
): Promise<{ readonly left: number; readonly created_at: number } | null> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select(['created_at', 'used_at'])
    .where('person_id', '=', personId)
    .execute()
  const [one] = rows
  return one ? { left: rows.filter(({ used_at }) => used_at === null).length, created_at: one.created_at } : null
}

export async function dropCodes(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
}
