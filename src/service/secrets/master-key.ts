import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database, Schema } from '../database/index.ts'
import { makeFolder } from '../../shared/folder.ts'
import { Vault } from './vault.ts'
import type { Settings } from '../configuration/configuration.ts'

/** The text that `key_check` seals, to recognise the right key. */
const knownText = 'site performance'

/**
 * Finds the master key of this database: MASTER_KEY, else the key in the data folder, which is created if missing. Also
 * completes a rotation that was interrupted after the database had changed.
 * @throws if neither key opens the database
 */
export async function masterKeyFor(
  settings: Pick<Settings, 'masterKey' | 'dataDir'>,
  database: Database,
): Promise<Uint8Array> {
  const check = await database.db.selectFrom('meta').select('value').where('name', '=', 'key_check').executeTakeFirst()
  if (check && !settings.masterKey && !hasMasterKey(settings))
    throw new Error(
      `There is no master.key in ${settings.dataDir}, and this database was made with one. Restore it, or set MASTER_KEY.`,
    )
  const candidates = settings.masterKey ? [settings.masterKey] : keysIn(settings.dataDir)
  const [first] = candidates
  if (!first) throw new Error('There is no master key.')
  if (!check) {
    await database.db
      .insertInto('meta')
      .values({ name: 'key_check', value: new Vault(first).seal(knownText) })
      .onConflict((on) => on.doNothing())
      .execute()
    return first
  }
  const matching = candidates.find((key) => opens(key, check.value))
  if (!matching) {
    throw new Error(
      'The master key does not match this database. Set MASTER_KEY, or restore master.key, to the key it was created with.',
    )
  }
  if (!settings.masterKey && matching !== first) adoptNext(settings.dataDir)
  return matching
}

/** Whether the data folder has a master key. */
export function hasMasterKey({ dataDir }: Pick<Settings, 'dataDir'>): boolean {
  return existsSync(join(dataDir, 'master.key'))
}

/**
 * The master key of this machine, whatever the database says.
 * @throws if there is none
 */
export function savedMasterKey({ masterKey, dataDir }: Pick<Settings, 'masterKey' | 'dataDir'>): Uint8Array {
  return masterKey ?? readKey(join(dataDir, 'master.key'))
}

/** Running services and runners report every 10 s. */
const staleAfterMs = 30_000

/**
 * Re-encrypts every secret with a new master key, in one transaction.
 * @param announce receives the new key before anything is encrypted with it
 * @returns the new key in the format of MASTER_KEY
 * @throws while a service or runner is running: what it encrypts with the old key would be lost
 */
export async function rotateMasterKey(
  settings: Pick<Settings, 'masterKey' | 'dataDir'>,
  database: Database,
  announce: (key: string) => void = () => {},
): Promise<string> {
  await refuseWhileRunning(database)
  const before = new Vault(await masterKeyFor(settings, database))
  const key = randomBytes(32)
  const after = new Vault(key)
  const reseal = (sealed: string) => after.seal(before.open(sealed))
  // the new key is on disk before anything is sealed with it
  if (!settings.masterKey) writeKey(join(settings.dataDir, 'master.key.next'), key)
  announce(key.toString('base64'))
  await database.db.transaction().execute(async (trx) => {
    await resealColumn(trx, reseal)
    await trx
      .updateTable('meta')
      .set({ value: after.seal(knownText) })
      .where('name', '=', 'key_check')
      .execute()
  })
  if (!settings.masterKey) adoptNext(settings.dataDir)
  return key.toString('base64')
}

async function refuseWhileRunning({ db }: Database): Promise<void> {
  const running = await db
    .selectFrom('runners')
    .select('id')
    .where('seen_at', '>', Date.now() - staleAfterMs)
    .orderBy('id')
    .execute()
  if (running.length === 0) return
  const which = running.map(({ id }) => id).join(', ')
  throw new Error(
    `A service or runner was running less than ${staleAfterMs / 1000} s ago (${which}) and would keep using the old key. ` +
      `Stop all of them, wait ${staleAfterMs / 1000} s, and try again.`,
  )
}

async function resealColumn(trx: Kysely<Schema>, reseal: (sealed: string) => string): Promise<void> {
  for (const table of ['partners', 'accounts'] as const) {
    for (const { id, key_sealed } of await trx.selectFrom(table).select(['id', 'key_sealed']).execute()) {
      await trx
        .updateTable(table)
        .set({ key_sealed: reseal(key_sealed) })
        .where('id', '=', id)
        .execute()
    }
  }
  for (const { id, secret_sealed } of await trx.selectFrom('mails').select(['id', 'secret_sealed']).execute()) {
    await trx
      .updateTable('mails')
      .set({ secret_sealed: reseal(secret_sealed) })
      .where('id', '=', id)
      .execute()
  }
  const apps = trx.selectFrom('authenticators').select(['person_id', 'secret_sealed'])
  for (const { person_id, secret_sealed } of await apps.execute()) {
    await trx
      .updateTable('authenticators')
      .set({ secret_sealed: reseal(secret_sealed) })
      .where('person_id', '=', person_id)
      .execute()
  }
  const keys = trx.selectFrom('alert_rules').select(['id', 'secret_sealed'])
  for (const { id, secret_sealed } of await keys.execute()) {
    if (secret_sealed === null) continue
    await trx
      .updateTable('alert_rules')
      .set({ secret_sealed: reseal(secret_sealed) })
      .where('id', '=', id)
      .execute()
  }
  for (const { partner_id, secret_sealed } of await trx.selectFrom('sign_ons').selectAll().execute()) {
    if (secret_sealed === null) continue
    await trx
      .updateTable('sign_ons')
      .set({ secret_sealed: reseal(secret_sealed) })
      .where('partner_id', '=', partner_id)
      .execute()
  }
  for (const { directory, key_sealed } of await trx.selectFrom('acme_accounts').selectAll().execute()) {
    await trx
      .updateTable('acme_accounts')
      .set({ key_sealed: reseal(key_sealed) })
      .where('directory', '=', directory)
      .execute()
  }
  const certificates = trx.selectFrom('certificates').select(['site_id', 'key_sealed'])
  for (const { site_id, key_sealed } of await certificates.execute()) {
    if (key_sealed === null) continue
    await trx
      .updateTable('certificates')
      .set({ key_sealed: reseal(key_sealed) })
      .where('site_id', '=', site_id)
      .execute()
  }
  const replies = trx.selectFrom('idempotent_replies').select(['id', 'reply_sealed'])
  for (const { id, reply_sealed } of await replies.execute()) {
    if (reply_sealed === null) continue
    await trx
      .updateTable('idempotent_replies')
      .set({ reply_sealed: reseal(reply_sealed) })
      .where('id', '=', id)
      .execute()
  }
  const secrets = trx
    .selectFrom('monitors')
    .select(['id', 'secret_sealed', 'headers_sealed'])
    .where((eb) => eb.or([eb('secret_sealed', 'is not', null), eb('headers_sealed', 'is not', null)]))
  for (const { id, secret_sealed, headers_sealed } of await secrets.execute()) {
    await trx
      .updateTable('monitors')
      .set({
        secret_sealed: secret_sealed === null ? null : reseal(secret_sealed),
        headers_sealed: headers_sealed === null ? null : reseal(headers_sealed),
      })
      .where('id', '=', id)
      .execute()
  }
}

function opens(key: Uint8Array, sealed: string): boolean {
  try {
    return new Vault(key).open(sealed) === knownText
  } catch {
    return false
  }
}

/** The data folder's key, created if missing, and the key of an unfinished rotation. */
function keysIn(dataDir: string): Uint8Array[] {
  const file = join(dataDir, 'master.key')
  if (!existsSync(file)) {
    makeFolder(dataDir)
    const temporary = `${file}.${process.pid}`
    writeKey(temporary, randomBytes(32))
    try {
      // a link appears complete, and fails if another process has created the key meanwhile
      linkSync(temporary, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(temporary, { force: true })
    }
  }
  const next = `${file}.next`
  return [readKey(file), ...(existsSync(next) ? [readKey(next)] : [])]
}

function adoptNext(dataDir: string): void {
  renameSync(join(dataDir, 'master.key.next'), join(dataDir, 'master.key'))
}

/** Writes a file that only its owner can read. */
function writeKey(file: string, key: Uint8Array): void {
  writeFileSync(file, `${Buffer.from(key).toString('base64')}\n`, { mode: 0o600 })
}

function readKey(file: string): Uint8Array {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== 32) throw new Error(`${file} does not contain a master key.`)
  return key
}
