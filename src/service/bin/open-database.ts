import type { Settings } from '../configuration.ts'
import { type Database, openDatabase } from '../database/index.ts'
import { sealPlainHeaders } from '../monitoring/index.ts'
import { masterKeyFor, Vault } from '../secrets/index.ts'
import { orExit } from './environment.ts'

/** Opens the database and finds its master key, or exits with one line that says what is wrong. */
export function openOrExit(settings: Settings): Promise<{ database: Database; masterKey: Uint8Array }> {
  return orExit("Can't open the database", async () => {
    const database = await openDatabase(settings.databaseUrl, settings.metricsPort !== null)
    const masterKey = await masterKeyFor(settings, database)
    await sealPlainHeaders(database, new Vault(masterKey))
    return { database, masterKey }
  })
}
