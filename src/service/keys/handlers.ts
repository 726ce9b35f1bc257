import { v7 as uuid } from 'uuid'
import {
  createKey,
  endKey,
  type KeyRecord,
  listKeys,
  momentOf,
  type ParsedInput,
  type partnerKeys,
  replaceKey,
  rotateKey,
} from '../../contract/index.ts'
import { conflict, invalid, notFound } from '../api/errors.ts'
import { type AccountCall, bothScopes, type CallOf, type Handlers, type UsedKey } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import type { ApiKey, Schema } from '../database/index.ts'
import { type Actor, actorOf, recordAt } from '../events/index.ts'
import { hashOf, newKey } from '../secrets/index.ts'
import type { Kysely } from 'kysely'
import { keyLimits } from './limits.ts'
import { isFull, type KeyOwner, lockOwner, mainRow } from './owner.ts'
import { keyRecordsOf } from './record.ts'
import { rotateMain, rotateMainKey, rotateOther } from './rotate.ts'

/** Whose keys a call is about, and who calls. */
interface OwnerCall {
  readonly owner: KeyOwner
  readonly actor: Actor
  readonly key: UsedKey | null
  readonly services: Services
}

const ofAccount = (call: AccountCall): OwnerCall => ({
  owner: { column: 'account_id', id: call.account.id },
  actor: actorOf(call),
  key: call.key,
  services: call.services,
})

const ofPartner = ({ partner, person, key, services }: CallOf<typeof partnerKeys.list>): OwnerCall => ({
  owner: { column: 'partner_id', id: partner.id },
  actor: actorOf({ partner, person, key }),
  key,
  services,
})

type ShownKey = KeyRecord & { readonly key: string }

async function list(call: OwnerCall) {
  const { owner, services } = call
  const { db } = services.database
  const now = services.world.clock.now()
  const rows = await keysOf(db, owner).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  const main = rows.find((row) => row.main === 1) ?? mainRow(owner, now)
  const { created_at } = await db
    .selectFrom(owner.column === 'partner_id' ? 'partners' : 'accounts')
    .select('created_at')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const all = [{ ...main, created_at }, ...rows.filter((row) => row.main === 0)]
  return { keys: await keyRecordsOf(all, db, { now, used: call.key }) }
}

type NewKey = ParsedInput<typeof createKey.user>['body']

async function create({ name, role, site_ids, ends_at }: NewKey, call: OwnerCall): Promise<ShownKey> {
  const { owner, actor, services } = call
  const { database, world, limits } = services
  const now = world.clock.now()
  const endsAt = ends_at == null ? null : (momentOf(ends_at) ?? null)
  if (endsAt !== null && endsAt <= now) throw invalid({ ends_at: 'must be in the future' })
  await limits.keyChanges.count(owner.id)
  const key = newKey()
  const row = await database.db.transaction().execute(async (trx) => {
    await lockOwner(trx, owner, database)
    if (await isFull(trx, owner)) throw conflict(`There are ${keyLimits.keys} keys already. End one first.`)
    const sites = site_ids == null ? null : [...new Set(site_ids)]
    if (sites) await refuseOthersSites(trx, owner, sites)
    const made: ApiKey = {
      ...mainRow(owner, now),
      id: uuid(),
      main: 0,
      name,
      role,
      sites: sites && JSON.stringify(sites),
      key_hash: hashOf(key),
      created_by: actor.person?.name ?? actor.key?.name ?? null,
      ends_at: endsAt,
    }
    await trx.insertInto('api_keys').values(made).execute()
    const until = endsAt === null ? null : new Date(endsAt).toISOString()
    const detail = { name, role, sites: sites && sites.length, until }
    await recordAt(trx, owner, { kind: 'key.created', detail }, { actor, now })
    return made
  })
  return shown(row, key, call)
}

/** @throws {HttpError} 404 unless all are the account's */
async function refuseOthersSites(db: Kysely<Schema>, owner: KeyOwner, ids: readonly string[]): Promise<void> {
  const own = await db
    .selectFrom('sites')
    .select('id')
    .where('account_id', '=', owner.id)
    .where('id', 'in', ids)
    .execute()
  if (own.length < ids.length) throw notFound('site')
}

async function rotate(id: string, overlapHours: number, call: OwnerCall): Promise<ShownKey> {
  const { owner, actor, services } = call
  const { database, world, limits, vault } = services
  const now = world.clock.now()
  await limits.keyChanges.count(owner.id)
  const { row, key } = await database.db.transaction().execute(async (trx) => {
    if (id === owner.id) {
      const made = await rotateMain(trx, owner, { actor, now, overlapHours }, { database, vault })
      if (made === undefined) throw notFound('key')
      return { row: await keyOf(trx, owner, id), key: made }
    }
    await lockOwner(trx, owner, database)
    const before = await keyOf(trx, owner, id)
    if (before.application_id !== null)
      throw conflict(`${before.name} has got this key by itself, and wouldn’t learn the new one. End it instead.`)
    if (before.ends_at !== null && before.ends_at <= now)
      throw conflict(`${before.name} has expired. Create another key instead.`)
    const made = await rotateOther(trx, before, { actor, now, overlapHours })
    const detail = { name: before.name, overlap_hours: overlapHours }
    await recordAt(trx, owner, { kind: 'key.rotated', detail }, { actor, now })
    return { row: await keyOf(trx, owner, id), key: made }
  })
  return shown(row, key, call)
}

async function end(id: string, { owner, actor, services: { database, world } }: OwnerCall) {
  if (id === owner.id) throw conflict('This is the main key, which can only be rotated.')
  return database.db.transaction().execute(async (trx) => {
    await lockOwner(trx, owner, database)
    const { name } = await keyOf(trx, owner, id)
    await trx.deleteFrom('api_keys').where('id', '=', id).execute()
    await recordAt(trx, owner, { kind: 'key.ended', detail: { name } }, { actor, now: world.clock.now() })
    return { id, name }
  })
}

async function shown(row: ApiKey, key: string, { key: used, services }: OwnerCall): Promise<ShownKey> {
  const { database, world } = services
  const [record] = await keyRecordsOf([row], database.db, { now: world.clock.now(), used })
  if (!record) throw notFound('key')
  return { ...record, key }
}

const keysOf = (db: Kysely<Schema>, { column, id }: KeyOwner) =>
  db.selectFrom('api_keys').selectAll().where(column, '=', id)

/** @throws {HttpError} 404 */
async function keyOf(db: Kysely<Schema>, owner: KeyOwner, id: string): Promise<ApiKey> {
  const row = await keysOf(db, owner).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('key')
  return row
}

type Name = 'list' | 'create' | 'rotate' | 'end'
type Handled = `${'partner' | 'user'}.keys.${Name | 'replace'}` | `partner.partnerKeys.${Name}`

export const keyHandlers: Handlers<Handled> = {
  ...bothScopes(replaceKey, async ({ body }, call) => {
    const { account, services } = call
    const { database, vault, world, limits } = services
    await limits.keys.count(account.id)
    const rotation = { actor: actorOf(call), now: world.clock.now(), overlapHours: body.overlap_hours }
    const key = await rotateMainKey({ column: 'account_id', id: account.id }, rotation, { database, vault })
    if (key === undefined) throw notFound('account')
    return { user_id: account.id, api_key: key }
  }),
  ...bothScopes(listKeys, (_, call) => list(ofAccount(call))),
  ...bothScopes(createKey, ({ body }, call) => create(body, ofAccount(call))),
  ...bothScopes(rotateKey, ({ path, body }, call) => rotate(path.key_id, body.overlap_hours, ofAccount(call))),
  ...bothScopes(endKey, ({ path }, call) => end(path.key_id, ofAccount(call))),
  'partner.partnerKeys.list': (_, call) => list(ofPartner(call)),
  'partner.partnerKeys.create': ({ body }, call) => create(body, ofPartner(call)),
  'partner.partnerKeys.rotate': ({ path, body }, call) =>
    rotate(path.partner_key_id, body.overlap_hours, ofPartner(call)),
  'partner.partnerKeys.end': ({ path }, call) => end(path.partner_key_id, ofPartner(call)),
}
