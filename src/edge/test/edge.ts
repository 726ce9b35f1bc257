import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { onTestFinished } from 'vitest'
import type { RootDns } from '../../contract/root-dns.ts'
import type { OptimizerState } from '../../contract/states.ts'
import { type Resolver, resolverFor } from '../../shared/guard/index.ts'
import type { Database } from '../../service/database/index.ts'
import { databaseInMemory } from '../../service/test/database-in-memory.ts'
import { freePort } from '../../service/test/free-port.ts'
import { type Edge, startEdge } from '../index.ts'
import type { NginxSettings } from '../nginx/front.ts'
import type { ImageLimits } from '../optimize/image-converter.ts'

/** A customer's server for the length of a test. */
export async function testOrigin(listener: RequestListener): Promise<Server & { readonly port: number }> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return Object.assign(server, { port: (server.address() as AddressInfo).port })
}

interface SiteOptions {
  /** The port of its origin on this machine. */
  readonly port: number
  readonly state?: OptimizerState
  readonly hostname?: string
  /** Whether its origin is asked by https, whatever the certificate. */
  readonly isSecure?: boolean
  readonly settings?: object
  readonly server?: string
  /** Whether it was created without a key. */
  readonly isOwnerless?: boolean
  /** Whether its CNAME was seen pointing at the service. */
  readonly isPointed?: boolean
  /** Where the addresses of its root domain lead. */
  readonly rootDns?: RootDns
  /** Whether its TXT record was seen. */
  readonly isProved?: boolean
  /** The server that its owner has set. */
  readonly ownOrigin?: string
  /** What that server gets as `Host`. */
  readonly originHost?: string
  /** Whose visitors are redirected to it, since when it has its host. */
  readonly counterpart?: string
  /** Since when it has its host. */
  readonly since?: number
}

export interface TestSite {
  readonly id: string
  readonly previewHost: string
}

export interface TestEdge extends Edge {
  readonly database: Database
  /** The sites that it was started with. */
  readonly sites: readonly TestSite[]
  /** Adds a site, which the edge serves a moment later. */
  readonly addSite: (options: SiteOptions) => Promise<TestSite>
  /** Sends a visitor's request to the site `www.site.example`, or another one that `host` names. */
  readonly visit: (path: string, options?: VisitOptions) => Promise<Visit>
}

export interface VisitOptions {
  readonly host?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Visit {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly trailers: IncomingMessage['trailers']
  readonly bytes: Buffer
  readonly text: string
}

/** The form of the edge that is tested: on its own, or with nginx in front. */
export const edgeForm = process.env['EDGE_FORM'] === 'nginx' ? 'nginx' : 'embedded'

export interface TestEdgeOptions {
  readonly sites?: readonly SiteOptions[]
  readonly cacheBytes?: number
  readonly images?: Partial<ImageLimits>
  readonly silenceMs?: number
  readonly allowPrivateTargets?: boolean
  readonly resolver?: Resolver
  readonly trustedProxies?: readonly string[]
  /** Serves https, too. Sealed keys are base64. */
  readonly https?: { readonly folder?: string; readonly ticketMs?: number }
  /** Where that isn't as usual. */
  readonly nginx?: Partial<NginxSettings>
  readonly log?: Logger
  /** How often sites and purges are read, ms. */
  readonly followMs?: number
}

/** nginx takes its port only after this process has found it free: until then, nobody else may be given it. */
const portForVisitors = async () => (edgeForm === 'nginx' ? freePort() : 0)

/** Starts an edge on a database of its own in memory. It stops when the test ends. */
export async function testEdge({
  sites = [],
  cacheBytes = 64 * 2 ** 20,
  images,
  silenceMs,
  allowPrivateTargets = true,
  resolver = resolverFor([]),
  trustedProxies = [],
  https,
  nginx,
  log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
  followMs,
}: TestEdgeOptions = {}): Promise<TestEdge> {
  const database = await databaseInMemory()
  const account = await insertAccount(database)
  const dataDir = edgeForm === 'nginx' ? temporaryFolder() : undefined
  const inserted: TestSite[] = []
  for (const site of sites) inserted.push(await insertSite(database, account, site))
  const edge = await startEdge({
    database,
    guard: { resolver, allowPrivateTargets },
    log,
    host: '127.0.0.1',
    port: await portForVisitors(),
    https: https && {
      port: await portForVisitors(),
      folder: https.folder ?? null,
      open: (sealed) => Buffer.from(sealed, 'base64').toString(),
      ...(https.ticketMs === undefined ? {} : { ticketMs: https.ticketMs }),
    },
    addresses: [],
    trustedProxies,
    location: 'here',
    nginx: dataDir === undefined ? undefined : { dataDir, cacheBytes: 2 ** 26, workers: 1, ...nginx },
    cacheBytes,
    images: { body: 8 * 2 ** 20, pixels: 1_000_000, avifPixels: 1_000_000, time: 90_000, waiting: 10, ...images },
    // no test depends on how fast the machine is
    waitMs: 90_000,
    ...(silenceMs === undefined ? {} : { silenceMs }),
    ...(followMs === undefined ? {} : { followMs }),
  })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(async () => {
    agent.destroy()
    await edge.stop()
    await database.close()
  })
  return {
    ...edge,
    database,
    sites: inserted,
    addSite: (site) => insertSite(database, account, site),
    visit: (path, options) => visit(edge.port, agent, path, options),
  }
}

/** A folder for the length of a test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edge-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Sends a request to an edge on this machine. */
export async function visit(
  port: number,
  agent: Agent,
  path: string,
  { host = 'www.site.example', method = 'GET', headers = {}, body }: VisitOptions = {},
): Promise<Visit> {
  const sent = request({ agent, port, path, method, headers: { Host: host, ...headers } })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const { statusCode = 0, trailers } = response
  return { status: statusCode, headers: response.headers, trailers, bytes, text: bytes.toString() }
}

/** The traffic written for all sites, in whichever buckets: the next one may begin while a test runs. */
export async function trafficTotals({ db }: Database) {
  const counts = ['service_requests', 'service_bytes', 'origin_requests', 'origin_bytes'] as const
  const rows = await db.selectFrom('traffic').select(counts).where('width', '=', 300_000).execute()
  const sum = (count: (typeof counts)[number]) => rows.reduce((total, row) => total + row[count], 0)
  return {
    service_requests: sum('service_requests'),
    service_bytes: sum('service_bytes'),
    origin_requests: sum('origin_requests'),
    origin_bytes: sum('origin_bytes'),
  }
}

/** Orders a purge as the service does; null for everything of the site. */
export async function insertPurge(
  { db }: Database,
  siteId: string,
  items: readonly object[] | string | null,
): Promise<void> {
  await db
    .insertInto('cache_orders')
    .values({
      id: uuid(),
      site_id: siteId,
      profile_id: null,
      items: typeof items === 'string' || items === null ? items : JSON.stringify(items),
      created_at: Date.now(),
    })
    .execute()
}

/** An account without sites. */
export async function insertAccount({ db }: Database): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('partners')
    .values({
      id,
      name: 'Nordhost',
      email: 'partner@example.com',
      reseller: 0,
      addon: 0,
      granted: 1,
      key_hash: id,
      key_sealed: '',
      created_at: 0,
    })
    .execute()
  await db
    .insertInto('accounts')
    .values({
      id,
      partner_id: id,
      name: 'Fjord Bikes',
      name_lower: 'fjord bikes',
      email: 'bikes@example.com',
      email_lower: 'bikes@example.com',
      first_name: null,
      last_name: null,
      company: null,
      phone: null,
      plan: 'free',
      key_hash: id,
      key_sealed: '',
      created_at: 0,
      last_sign_in_at: null,
    })
    .execute()
  return id
}

export async function insertSite(
  { db }: Database,
  account: string,
  {
    port,
    state = 'active',
    hostname = 'www.site.example',
    settings,
    server = '127.0.0.1',
    isProved = false,
    since = 0,
    isSecure = false,
    ownOrigin,
    originHost,
    rootDns,
    counterpart,
    isPointed,
    isOwnerless,
  }: SiteOptions,
): Promise<TestSite> {
  const id = randomUUID()
  const serviceCname = `s-${id}.edge.example`
  const previewHost = `p-${id}.edge.example`
  await db
    .insertInto('sites')
    .values({
      id,
      account_id: isOwnerless ? null : account,
      host: `${hostname}:${port}`,
      first: 0,
      deferred: 0,
      state,
      resume_state: 'preview',
      service_cname: serviceCname,
      preview_host: previewHost,
      https: isSecure ? 1 : 0,
      check_certificate: 0,
      origin: server,
      cname_seen: isPointed ? serviceCname : null,
      cname_seen_at: 0,
      txt_seen: isProved ? 1 : 0,
      root_dns: rootDns ?? null,
      host_since: since,
      own_origin: ownOrigin ?? null,
      origin_host: originHost ?? null,
      counterpart: counterpart ?? null,
      counterpart_dns: counterpart === undefined ? null : 'here',
      counterpart_since: counterpart === undefined ? null : since,
      next_look_at: 0,
      created_at: 0,
    })
    .execute()
  const text = settings === undefined ? null : JSON.stringify(settings)
  const profile = { id: randomUUID(), site_id: id, name: 'General', default: 1, settings: text, created_at: 0 }
  await db.insertInto('profiles').values(profile).execute()
  return { id, previewHost }
}
