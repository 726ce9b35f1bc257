import type { Logger } from 'pino'
import { type Edge, startEdge } from '../../edge/index.ts'
import type { Settings } from '../configuration.ts'
import { type Database, openDatabase } from '../database/index.ts'
import { guardFor, orExit } from './environment.ts'

/** Opens the database without its master key, which the edge doesn't need, or exits with one line that says why not. */
export function openForEdgeOrExit(settings: Settings): Promise<Database> {
  return orExit("Can't open the database", () => openDatabase(settings.databaseUrl, settings.metricsPort !== null))
}

/** Starts the edge, or exits with one line that says what is wrong. */
export function startEdgeOrExit(
  settings: Settings,
  database: Database,
  log: Logger,
  location = settings.location,
): Promise<Edge> {
  const failure = `Can't serve visitors on EDGE_PORT (${settings.edgeHost}:${settings.edgePort})`
  return orExit(failure, () =>
    startEdge({
      database,
      guard: guardFor(settings),
      log,
      host: settings.edgeHost,
      port: settings.edgePort,
      addresses: settings.edgeAddresses,
      location,
      cacheBytes: settings.edgeCacheSize,
    }),
  )
}
