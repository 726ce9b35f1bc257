import { asRole, isAtLeast, type Role } from '../../contract/index.ts'
import type { UsedKey } from '../api/handler.ts'
import type { Account, ApiKey, Database, Partner } from '../database/index.ts'

/** The account that a key opens, with what the key may do there; undefined for one that is unknown or over. */
export async function accountByKey(
  keyHash: string,
  now: number,
  database: Database,
): Promise<{ readonly account: Account; readonly key: UsedKey } | undefined> {
  const { db } = database
  const own = await db.selectFrom('accounts').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
  if (own) return { account: own, key: mainKey(own.id) }
  const found = await otherKey(keyHash, now, database)
  if (!found || found.row.account_id === null) return undefined
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', found.row.account_id).executeTakeFirst()
  return account && { account, key: found.key }
}

/** The same for a partner, whether its access is granted or not. */
export async function partnerByKey(
  keyHash: string,
  now: number,
  database: Database,
): Promise<{ readonly partner: Partner; readonly key: UsedKey } | undefined> {
  const { db } = database
  const own = await db.selectFrom('partners').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
  if (own) return { partner: own, key: mainKey(own.id) }
  const found = await otherKey(keyHash, now, database)
  if (!found || found.row.partner_id === null) return undefined
  const partner = await db.selectFrom('partners').selectAll().where('id', '=', found.row.partner_id).executeTakeFirst()
  return partner && { partner, key: found.key }
}

/** Whether a key is or was somebody's, so that whoever sends it isn't guessing. */
export async function isKnownKey(keyHash: string, { db }: Database): Promise<boolean> {
  const ofPartner = await db.selectFrom('partners').select('id').where('key_hash', '=', keyHash).executeTakeFirst()
  if (ofPartner) return true
  const ofAccount = await db.selectFrom('accounts').select('id').where('key_hash', '=', keyHash).executeTakeFirst()
  return ofAccount !== undefined || (await rowOf(keyHash, { db })) !== undefined
}

const lesser = (one: Role, other: Role) => (isAtLeast(one, other) ? other : one)

const mainKey = (id: string): UsedKey => ({ id, name: null, role: 'owner', sites: null, isOld: false })

type FoundKey = ApiKey & {
  /** Of the person who gave it to an application. */
  readonly member_role: string | null
}

function rowOf(keyHash: string, { db }: Pick<Database, 'db'>): Promise<FoundKey | undefined> {
  return db
    .selectFrom('api_keys')
    .leftJoin('memberships', 'memberships.id', 'membership_id')
    .selectAll('api_keys')
    .select('memberships.role as member_role')
    .where((eb) => eb.or([eb('key_hash', '=', keyHash), eb('old_key_hash', '=', keyHash)]))
    .executeTakeFirst()
}

/** A key that isn't over: one beside the main ones, or the old secret of any. */
async function otherKey(keyHash: string, now: number, database: Database) {
  const row = await rowOf(keyHash, database)
  if (!row) return undefined
  const isOld = row.key_hash !== keyHash
  if (row.ends_at !== null && row.ends_at <= now) return undefined
  if (isOld && (row.old_ends_at === null || row.old_ends_at <= now)) return undefined
  const key: UsedKey = {
    id: row.id,
    name: row.main === 1 ? null : row.name,
    role: row.member_role === null ? asRole(row.role) : lesser(asRole(row.role), asRole(row.member_role)),
    sites: row.sites === null ? null : (JSON.parse(row.sites) as string[]),
    isOld,
  }
  return { row, key }
}
