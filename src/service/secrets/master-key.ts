import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database, Schema } from '../database/index.ts'
import { makeFolder } from '../folder.ts'
import { Vault } from './vault.ts'
import type { Settings } from '../configuration.ts'

const known = 'site performance'

/**
 * The master key that opens this database: MASTER_KEY, else the one in the data folder, which is made where there is
 * none. A rotation that was cut off between its two steps is ended here.
 * @throws where neither opens it
 */
export async function masterKeyFor(
  settings: Pick<Settings, 'masterKey' | 'dataDir'>,
  database: Database,
): Promise<Uint8Array> {
  const candidates = settings.masterKey ? [settings.masterKey] : keysIn(settings.dataDir)
  const check = await database.db.selectFrom('meta').select('value').where('name', '=', 'key_check').executeTakeFirst()
  const [first] = candidates
  if (!first) throw new Error('There is no master key.')
  if (!check) {
    await database.db
      .insertInto('meta')
      .values({ name: 'key_check', value: new Vault(first).seal(known) })
      .onConflict((on) => on.doNothing())
      .execute()
    return first
  }
  const fitting = candidates.find((key) => opens(key, check.value))
  if (!fitting) {
    throw new Error(
      'The master key does not open this database: set MASTER_KEY, or restore master.key, to the key it was made with.',
    )
  }
  if (!settings.masterKey && fitting !== first) adoptNext(settings.dataDir)
  return fitting
}

/** Services and runners report every 10 s while they run. */
const staleAfterMs = 30_000

/**
 * Seals everything anew with another master key, in one transaction.
 * @param announce is told the new key before anything is sealed with it
 * @returns the new key, as MASTER_KEY takes it
 * @throws where a service or runner still runs: what it seals with the old key could be opened by nobody
 */
export async function rotateMasterKey(
  settings: Pick<Settings, 'masterKey' | 'dataDir'>,
  database: Database,
  announce: (key: string) => void = () => {},
): Promise<string> {
  await refuseBesideRunning(database)
  const before = new Vault(await masterKeyFor(settings, database))
  const key = randomBytes(32)
  const after = new Vault(key)
  const reseal = (sealed: string) => after.seal(before.open(sealed))
  // the new key is on the disk before anything is sealed with it
  if (!settings.masterKey) writeKey(join(settings.dataDir, 'master.key.next'), key)
  announce(key.toString('base64'))
  await database.db.transaction().execute(async (trx) => {
    await resealColumn(trx, reseal)
    await trx
      .updateTable('meta')
      .set({ value: after.seal(known) })
      .where('name', '=', 'key_check')
      .execute()
  })
  if (!settings.masterKey) adoptNext(settings.dataDir)
  return key.toString('base64')
}

async function refuseBesideRunning({ db }: Database): Promise<void> {
  const running = await db
    .selectFrom('runners')
    .select('id')
    .where('seen_at', '>', Date.now() - staleAfterMs)
    .orderBy('id')
    .execute()
  if (running.length === 0) return
  const which = running.map(({ id }) => id).join(', ')
  throw new Error(
    `A service or runner reported less than ${staleAfterMs / 1000} s ago (${which}), and would go on with the old key. ` +
      'Stop every one, wait that long, and try again.',
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
  const secrets = trx.selectFrom('monitors').select(['id', 'secret_sealed']).where('secret_sealed', 'is not', null)
  for (const { id, secret_sealed } of await secrets.execute()) {
    if (secret_sealed === null) continue
    await trx
      .updateTable('monitors')
      .set({ secret_sealed: reseal(secret_sealed) })
      .where('id', '=', id)
      .execute()
  }
}

function opens(key: Uint8Array, sealed: string): boolean {
  try {
    return new Vault(key).open(sealed) === known
  } catch {
    return false
  }
}

/** The key of the data folder, made where there is none, and the one of a rotation that has not ended. */
function keysIn(dataDir: string): Uint8Array[] {
  const file = join(dataDir, 'master.key')
  if (!existsSync(file)) {
    makeFolder(dataDir)
    const mine = `${file}.${process.pid}`
    writeKey(mine, randomBytes(32))
    try {
      // whole or not at all, and never over one that another process made meanwhile
      linkSync(mine, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(mine, { force: true })
    }
  }
  const next = `${file}.next`
  return [readKey(file), ...(existsSync(next) ? [readKey(next)] : [])]
}

function adoptNext(dataDir: string): void {
  renameSync(join(dataDir, 'master.key.next'), join(dataDir, 'master.key'))
}

/** Readable to its owner alone. */
function writeKey(file: string, key: Uint8Array): void {
  writeFileSync(file, `${Buffer.from(key).toString('base64')}\n`, { mode: 0o600 })
}

function readKey(file: string): Uint8Array {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== 32) throw new Error(`${file} does not hold a master key.`)
  return key
}
