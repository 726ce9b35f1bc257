import type { Settings } from '../configuration/configuration.ts'
import { type Database, isNew, openDatabase } from '../database/index.ts'
import { sealPlainHeaders } from '../monitoring/index.ts'
import { hasMasterKey, masterKeyFor, Vault } from '../secrets/index.ts'
import { orExit } from './environment.ts'

/** Opens the database and finds its master key, or exits with one line that says what is wrong. */
export function openOrExit(settings: Settings): Promise<{ database: Database; masterKey: Uint8Array }> {
  return orExit("Can't open the database", () => openWithKey(settings))
}

/** @throws with one line, before anything is written, if it isn't the database of this key and program */
export async function openWithKey(settings: Settings): Promise<{ database: Database; masterKey: Uint8Array }> {
  // read before the tables are there: another process that starts for the first time makes them before the key
  const hasKey = settings.masterKey === null && hasMasterKey(settings)
  const database = await openDatabase(settings.databaseUrl, settings.metricsPort !== null, async (found) => {
    if (hasKey && (await isNew(found))) throw new Error(lostDatabase(settings))
  })
  const masterKey = await masterKeyFor(settings, database)
  await sealPlainHeaders(database, new Vault(masterKey))
  return { database, masterKey }
}

/** A master key is there because a service has run here. Its database must not be replaced by an empty one unnoticed. */
function lostDatabase({ databaseUrl, dataDir }: Settings): string {
  const name = /^postgres(ql)?:/.test(databaseUrl) ? 'the PostgreSQL database' : databaseUrl
  return (
    `${name} is empty, but ${dataDir} holds the master.key of a service. Set DATABASE_URL to its database, or restore its ` +
    'backup. For a new service, move master.key away first.'
  )
}
