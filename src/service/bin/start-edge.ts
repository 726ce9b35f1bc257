import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { type Edge, databaseTimeouts, NoSites, startEdge } from '../../edge/index.ts'
import type { Settings } from '../configuration/configuration.ts'
import { connectDatabase, type Database, migrateDatabase } from '../database/index.ts'
import { makeFolder } from '../../shared/folder.ts'
import { masterKeyFor, savedMasterKey, Vault } from '../secrets/index.ts'
import { guardFor, orExit } from './environment.ts'

export interface EdgeDatabase extends Database {
  /** Brings its tables up to date. Rejects while it can't be reached. */
  readonly prepare: () => Promise<void>
  /** Opens a private key of a certificate. */
  readonly openKey: (sealed: string) => string
}

/**
 * The database as the edge uses it. Nothing is asked of it yet. The edge needs the master key for private keys of
 * certificates only.
 * @param shared the service's own; the edge shares it where that is embedded
 */
export async function edgeDatabase(settings: Settings, shared?: Database): Promise<EdgeDatabase> {
  const { databaseUrl, metricsPort, edgeTlsPort } = settings
  const isShared = shared?.kind === 'sqlite'
  const database = isShared
    ? { ...shared, close: async () => {} }
    : await connectDatabase(databaseUrl, { isMeasured: metricsPort !== null, timeouts: databaseTimeouts })
  let key: Uint8Array | undefined
  return {
    ...database,
    async prepare() {
      if (!isShared) await migrateDatabase(databaseUrl, database, databaseTimeouts)
      if (edgeTlsPort !== null) key = await masterKeyFor(settings, database)
    },
    // while the database is away, nothing says whether it's the right one
    openKey: (sealed) => new Vault(key ?? savedMasterKey(settings)).open(sealed),
  }
}

interface StartOptions {
  readonly location?: string
  /** Whether it starts from a snapshot of the sites while the database can't be reached. */
  readonly hasSnapshot?: boolean
  readonly isBehindNginx?: boolean
}

/** Starts the edge, or exits with one line that says what is wrong. */
export async function startEdgeOrExit(
  settings: Settings,
  database: EdgeDatabase,
  log: Logger,
  { location = settings.location, hasSnapshot = false, isBehindNginx = false }: StartOptions = {},
): Promise<Edge> {
  const { edgeHost: host, edgePort: port, edgeTlsPort, edgeCertificates: folder } = settings
  if (folder !== null) await orExit(`Can't read EDGE_CERTIFICATES (${folder})`, () => readdir(folder))
  // an embedded database is never away
  const snapshot = hasSnapshot && database.kind === 'postgres' ? snapshotPlace(settings) : undefined
  try {
    return await startEdge({
      database,
      prepare: database.prepare,
      guard: guardFor(settings),
      log,
      host,
      port,
      https: edgeTlsPort === null ? undefined : { port: edgeTlsPort, folder, open: database.openKey },
      addresses: settings.edgeAddresses,
      trustedProxies: settings.trustedProxies,
      location,
      nginx: isBehindNginx ? nginxSettings(settings) : undefined,
      cacheBytes: settings.edgeCacheSize,
      version: programVersion(),
      ...(snapshot && { snapshot }),
    })
  } catch (error) {
    if (error instanceof NoSites) {
      process.stderr.write(`${error.message}\n`)
      process.exit(1)
    }
    // Node says on which port it couldn't listen
    const isTls = edgeTlsPort !== null && error instanceof Error && 'port' in error && error.port === edgeTlsPort
    const where = isTls ? `EDGE_TLS_PORT (${host}:${edgeTlsPort})` : `EDGE_PORT (${host}:${port})`
    return orExit(`Can't serve visitors on ${where}`, () => Promise.reject(error))
  }
}

/** Where visitors find an edge over https, as a line; empty for nowhere. */
export function httpsLine({ host, httpsPort }: Edge, subject: string): string {
  return httpsPort === null ? '' : `${subject} serves visitors over https on https://${host}:${httpsPort}\n`
}

function snapshotPlace({ dataDir, databaseUrl }: Settings) {
  try {
    makeFolder(dataDir)
  } catch {
    // the node's problem, once it can't write there
  }
  const { host, pathname } = new URL(databaseUrl)
  return {
    folder: join(dataDir, 'edge'),
    // no password is to be found out from it
    database: createHash('sha256').update(`${host}${pathname}`).digest('hex'),
  }
}

function programVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return z.parse(z.object({ version: z.string() }), JSON.parse(text)).version
}

function nginxSettings({ dataDir, edgeDiskCacheSize: cacheBytes, edgeWorkers: workers }: Settings) {
  return { dataDir, cacheBytes, workers }
}
