import { destination, type Logger, pino } from 'pino'
import { createProbes, findChromium } from '../checks/index.ts'
import { type Guard, resolverFor } from '../guard/index.ts'
import { type Database, openDatabase } from '../database/index.ts'
import { realDns } from '../dns.ts'
import { type Edge, startEdge } from '../../edge/index.ts'
import { mailTransport } from '../mail/index.ts'
import { sealPlainHeaders } from '../monitoring/index.ts'
import { realNetwork } from '../network.ts'
import { masterKeyFor, Vault } from '../secrets/index.ts'
import { settingsFrom, SettingError, type Settings } from '../configuration.ts'
import { systemClock, type World } from '../world.ts'

/** Reads the settings, or exits with one line that says what is wrong. */
export function settingsOrExit(): Settings {
  try {
    return settingsFrom(process.env)
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

/** Logs as JSON lines to standard error: standard output is for results. */
export function createLog(settings: Settings): Logger {
  return pino({ level: settings.logLevel, base: null }, destination({ dest: 2, sync: true }))
}

/** Opens the database and finds its master key, or exits with one line that says what is wrong. */
export function openOrExit(settings: Settings): Promise<{ database: Database; masterKey: Uint8Array }> {
  return orExit(async () => {
    const database = await openDatabase(settings.databaseUrl)
    const masterKey = await masterKeyFor(settings, database)
    await sealPlainHeaders(database, new Vault(masterKey))
    return { database, masterKey }
  })
}

/** Opens the database without its master key, which the edge doesn't need, or exits as above. */
export function openForEdgeOrExit(settings: Settings): Promise<Database> {
  return orExit(() => openDatabase(settings.databaseUrl))
}

async function orExit<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    process.stderr.write(`Can't open the database: ${error instanceof Error ? error.message : String(error)}\n`)
    return process.exit(1)
  }
}

/** Decides what checks and the edge may connect to. */
function guardFor(settings: Settings): Guard {
  return {
    resolver: resolverFor(settings.dnsServers),
    allowPrivateTargets: settings.allowPrivateTargets,
    refusedNetworks: settings.refusedNetworks,
  }
}

/** The real world. Logs a warning if no browser is found. */
export function realWorld(settings: Settings, log: Logger): World {
  const chromiumPath = findChromium(process.env)
  if (chromiumPath === undefined)
    log.warn('Chromium not found, so page checks will fail. Install it or set CHROMIUM_PATH.')
  const guard = guardFor(settings)
  return {
    clock: systemClock,
    network: realNetwork(guard),
    dns: realDns(settings.dnsServers),
    mail: mailTransport(settings),
    probes: createProbes({
      chromiumPath,
      dnsServers: settings.dnsServers,
      allowPrivateTargets: settings.allowPrivateTargets,
      refusedNetworks: settings.refusedNetworks,
      sandbox: settings.chromiumSandbox,
    }),
  }
}

/** Starts the edge, or exits with one line that says what is wrong. */
export async function startEdgeOrExit(
  settings: Settings,
  database: Database,
  log: Logger,
  location = settings.location,
): Promise<Edge> {
  try {
    return await startEdge({
      database,
      guard: guardFor(settings),
      log,
      host: settings.edgeHost,
      port: settings.edgePort,
      addresses: settings.edgeAddresses,
      location,
      cacheBytes: settings.edgeCacheSize,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`Can't start the edge on ${settings.edgeHost}:${settings.edgePort}: ${reason}\n`)
    return process.exit(1)
  }
}
