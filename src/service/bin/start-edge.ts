import { readdir } from 'node:fs/promises'
import type { Logger } from 'pino'
import { type Edge, startEdge } from '../../edge/index.ts'
import type { Settings } from '../configuration.ts'
import { type Database, openDatabase } from '../database/index.ts'
import { masterKeyFor, Vault } from '../secrets/index.ts'
import { guardFor, orExit } from './environment.ts'

/** Opens the private key of a certificate. */
type OpenKey = (sealed: string) => string

/**
 * Opens the database, or exits with one line that says why not. The edge needs the master key for private keys of
 * certificates only.
 */
export function openForEdgeOrExit(settings: Settings): Promise<{ database: Database; openKey: OpenKey | undefined }> {
  return orExit("Can't open the database", async () => {
    const database = await openDatabase(settings.databaseUrl, settings.metricsPort !== null)
    if (settings.edgeTlsPort === null) return { database, openKey: undefined }
    const vault = new Vault(await masterKeyFor(settings, database))
    return { database, openKey: (sealed) => vault.open(sealed) }
  })
}

interface EdgeStart {
  readonly settings: Settings
  readonly database: Database
  readonly openKey: OpenKey | undefined
  readonly log: Logger
  readonly location?: string
}

/** Starts the edge, or exits with one line that says what is wrong. */
export async function startEdgeOrExit({
  settings,
  database,
  openKey,
  log,
  location = settings.location,
}: EdgeStart): Promise<Edge> {
  const { edgeHost: host, edgePort, edgeTlsPort, edgeCertificates: folder } = settings
  if (folder !== null) await orExit(`Can't read EDGE_CERTIFICATES (${folder})`, () => readdir(folder))
  try {
    return await startEdge({
      database,
      guard: guardFor(settings),
      log,
      host,
      port: edgePort,
      https: openKey && edgeTlsPort !== null ? { port: edgeTlsPort, folder, open: openKey } : undefined,
      addresses: settings.edgeAddresses,
      location,
      cacheBytes: settings.edgeCacheSize,
    })
  } catch (error) {
    // Node says on which port it couldn't listen
    const isTls = edgeTlsPort !== null && error instanceof Error && 'port' in error && error.port === edgeTlsPort
    const where = isTls ? `EDGE_TLS_PORT (${host}:${edgeTlsPort})` : `EDGE_PORT (${host}:${edgePort})`
    return orExit(`Can't serve visitors on ${where}`, () => Promise.reject(error))
  }
}

/** Where visitors find an edge over https, as a line; empty for nowhere. */
export function httpsLine({ host, httpsPort }: Edge, subject: string): string {
  return httpsPort === null ? '' : `${subject} serves visitors over https on https://${host}:${httpsPort}\n`
}
