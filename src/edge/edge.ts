import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:net'
import type { Logger } from 'pino'
import { countLimits, snapshotLimits, unknownHostLimits } from './control/limits.ts'
import { cacheLimits } from './limits.ts'
import { optimizerLimits } from './optimize/limits.ts'
import { visitorLimits } from './serve/limits.ts'
import { tlsLimits } from './tls/limits.ts'
import { cachedResolver, type Guard } from '../shared/guard/index.ts'
import {
  type Database,
  forgetEdgeProcess,
  forgetSilentProcesses,
  isAway,
  type NodeReport,
  reportEdgeProcess,
} from '../service/database/index.ts'
import { recordCacheRoom } from '../service/events/index.ts'
import { addressReader, isOneOf } from '../shared/client-address.ts'
import { shareConnections } from '../shared/connection-share.ts'
import { LruMap } from '../shared/lru-map.ts'
import { Flights, Purges, Store, Uncacheable } from './cache/index.ts'
import { ActionTimes } from './control/action-times.ts'
import { QuestionFollower } from './control/answer-questions.ts'
import { announce, isOwnAddress, reachedAt, withdraw } from './control/announce.ts'
import { PurgeFollower } from './control/follow-purges.ts'
import { SiteFollower } from './control/follow-sites.ts'
import { Follower } from './control/follower.ts'
import { KeptSnapshot } from './control/keep-snapshot.ts'
import { OriginResults } from './control/origin-results.ts'
import { Problems } from './control/problems.ts'
import { repeat } from './control/repeat.ts'
import { Reporter } from './control/report.ts'
import type { Origin } from './control/site.ts'
import { SitesTable } from './control/sites-table.ts'
import type { SnapshotPlace } from './control/snapshot.ts'
import { UnknownHosts } from './control/unknown-hosts.ts'
import { TrafficCounter } from './control/traffic.ts'
import { CountWriter } from './control/write-counts.ts'
import { mostConnections } from './nginx/configuration.ts'
import { NginxFront, type NginxSettings } from './nginx/front.ts'
import { Hints } from './optimize/early-hints.ts'
import { ImageConverter, type ImageLimits } from './optimize/image-converter.ts'
import { CompressionStreams } from './optimize/streams.ts'
import { OriginAgent } from './origin/agent.ts'
import { Shares } from './origin/shares.ts'
import { Backlog } from './serve/backlog.ts'
import { lookUpStored } from './serve/look-up-stored.ts'
import { matchStored } from './serve/match-stored.ts'
import type { EdgeContext } from './serve/edge-context.ts'
import { PartsAsked } from './serve/parts-asked.ts'
import { createEdgeServer, type EdgeServer } from './serve/visitor-server.ts'
import { Certificates } from './tls/certificates.ts'
import { Challenges } from './tls/challenges.ts'
import { CertificateFolder } from './tls/folder.ts'
import type { HttpsCounts } from './tls/https.ts'
import { visitAt } from './serve/visit-self.ts'

/** How often sites and purges are read, ms. */
const followMs = 1000
/** How often its addresses are announced, ms. */
const announceMs = 30_000
/** How often the disk of nginx's cache is looked at, ms. */
const roomMs = 5000
/** How often it reports how it is, and that it answers questions, ms. */
const reportMs = 5000

interface HttpsOptions {
  /** The port to listen on; 0 takes a free one. */
  readonly port: number
  /** Of certificates, null for none. */
  readonly folder: string | null
  /** Opens a private key from the database. */
  readonly open: (sealed: string) => string
  /** How often session tickets get another key, ms. */
  readonly ticketMs?: number
}

export interface EdgeOptions {
  readonly database: Database
  /** Decides which origins may be asked. */
  readonly guard: Guard
  readonly log: Logger
  /** The address and port to listen on; port 0 takes a free one. */
  readonly host: string
  readonly port: number
  /** What serving over https takes, where it's wanted. */
  readonly https?: HttpsOptions | undefined
  /** The addresses to announce; empty for those that it listens on. */
  readonly addresses: readonly string[]
  readonly location: string
  /** For nginx in front; undefined without it. */
  readonly nginx?: NginxSettings | undefined
  /** How much memory stored responses may take, in bytes. */
  readonly cacheBytes: number
  /** What an image may take to convert, where it differs from the table of limits. */
  readonly images?: Partial<ImageLimits>
  /** How long a visitor waits for the answer to another one's request, ms. */
  readonly waitMs?: number
  /** How long an origin may be silent, ms. */
  readonly silenceMs?: number
  /** The current time for what is counted and announced, UNIX ms. */
  readonly now?: () => number
  /** The server to connect to in place of a site's origin. */
  readonly redirect?: (origin: Origin) => Origin
  /** The host name that a visitor means by one that no site has. */
  readonly meantBy?: (hostname: string) => string
  readonly version?: string
  /** Addresses or networks of proxies whose X-Forwarded-For names the visitor. */
  readonly trustedProxies?: readonly string[]
  /** Brings the tables of the database up to date, once it can be reached. */
  readonly prepare?: () => Promise<void>
  /** Where to keep the sites for a start while the database can't be reached. */
  readonly snapshot?: SnapshotPlace
  /** How often sites and purges are read, ms. */
  readonly followMs?: number
  /** How often it reports how it is, ms. */
  readonly reportMs?: number
}

/** Neither the database nor a snapshot says which sites there are. The message is for the operator. */
export class NoSites extends Error {}

export interface Edge {
  readonly host: string
  readonly port: number
  /** The port for https, null for none. */
  readonly httpsPort: number | null
  /** Reads from the database which sites have changed, and which flushes and purges to carry out. */
  readonly follow: () => Promise<void>
  /** Whether connecting to an address and port would reach this edge. */
  readonly isOwn: (address: string, port: number) => boolean
  /** Carries out new purges and answers new questions now, without waiting for the next poll of the database. */
  readonly wake: () => void
  /** Requests and bytes of all sites since the start. */
  readonly totals: TrafficCounter['totals']
  /** Requests to origins of all sites that failed since the start. */
  readonly originFailures: () => number
  /** Requests and handshakes over https since the start. */
  readonly httpsCounts: HttpsCounts
  /** Memory that stored responses take. */
  readonly cachedBytes: () => number
  /** Memory that waits for visitors to read it. */
  readonly waitingBytes: () => number
  /** How it is, as its operator sees it. */
  readonly report: () => NodeReport
  /** Writes what was counted to the database. */
  readonly flush: () => Promise<void>
  /** Stops listening, lets visitors' requests end for this long, and writes what was counted. */
  readonly stop: (graceMs?: number) => Promise<void>
}

/**
 * Starts to serve visitors of all sites in the database.
 * @throws {NoSites} if the database can't be read, and there's no snapshot for that
 * @throws if it can't listen
 */
export async function startEdge(options: EdgeOptions): Promise<Edge> {
  const { database, guard, log, location, now = Date.now, redirect } = options
  const purges = new Purges(cacheLimits, (purge) => front?.keys.purge(purge))
  const sites = new SitesTable(
    (siteId) => purges.purgeSite(siteId),
    options.meantBy,
    (hostnames) => {
      front?.changeHosts(hostnames)
    },
  )
  const problems = new Problems(log, Date.now)
  const siteFollower = new SiteFollower(database, sites, Date.now)
  const purgeFollower = new PurgeFollower({ database, purges, sites, log, now: Date.now })
  const { prepare = async () => {} } = options
  const follower = new Follower({ prepare, purges: purgeFollower, sites: siteFollower, problems, now: Date.now })
  const traffic = new TrafficCounter(now, countLimits.traffic)
  const originResults = new OriginResults(now)
  const actionTimes = new ActionTimes(now)
  const isOwn = (address: string, port: number) =>
    isOwnAddress(listening, addresses, address, port) ||
    (listeningSecurely !== undefined && isOwnAddress(listeningSecurely, addresses, address, port))
  const origins = { ...guard, resolver: cachedResolver(guard.resolver) }
  const agent = new OriginAgent({ guard: origins, redirect, isOwn }, options.silenceMs)
  const backlog = new Backlog(visitorLimits.backlog)
  const store = new Store(options.cacheBytes, cacheLimits.variants)
  const images = new ImageConverter({ log, ...(options.images ? { limits: options.images } : {}) })
  const folder = options.https?.folder == null ? undefined : new CertificateFolder(options.https.folder, log)
  const httpsCounts = { requests: 0, handshakes: 0, failures: 0 }
  const https = options.https && {
    certificates: new Certificates({ sites, folder, open: options.https.open, log }),
    counts: httpsCounts,
    ticketMs: options.https.ticketMs ?? tlsLimits.tickets,
    get ports() {
      return { http: listening.port, https: listeningSecurely?.port ?? 0 }
    },
  }
  const front =
    options.nginx &&
    new NginxFront({
      settings: { ...options.nginx, trustedProxies: options.trustedProxies ?? [] },
      sites,
      certificates: https?.certificates,
      problems,
      log,
    })
  const context: EdgeContext = {
    sites,
    store,
    purges,
    flights: new Flights(),
    uncacheable: new Uncacheable(cacheLimits.unshared, cacheLimits.unsharedTime),
    notStored: new LruMap(cacheLimits.notStored),
    partsAsked: new PartsAsked(cacheLimits.parts, cacheLimits.partsTime),
    agent,
    clientAddress: addressReader(options.trustedProxies ?? []),
    shares: new Shares(),
    traffic,
    originResults,
    images,
    backlog,
    streams: new CompressionStreams(optimizerLimits.compressed),
    actionTimes,
    hints: new Hints(purges),
    https,
    challenges: new Challenges(database),
    unknownHosts: new UnknownHosts(() => followed.now(), unknownHostLimits),
    isBehindNginx: front !== undefined,
    nginxHasRoom: () => front?.room.hasRoom ?? false,
    purgesArrived: async () => front?.changesArrived(),
    waitMs: options.waitMs ?? visitorLimits.wait,
    log,
  }
  const { snapshot: place } = options
  const snapshot = place && new KeptSnapshot({ place, sites, follower: siteFollower, problems, log })
  const snapshotAt = await begin(follower, snapshot, place)
  await folder?.follow()

  const visitors = createEdgeServer(context)
  // behind nginx, all connections are nginx's
  if (!front) limitConnections([visitors.server, ...(visitors.secure ? [visitors.secure] : [])], options.trustedProxies)
  const passed = front && (await listenBehindNginx(visitors.server, options, front))
  const listening = passed ?? (await listenOn(visitors.server, options.port, options.host))
  const listeningSecurely = passed ? passed.secure : await listenSecurely(visitors, options)
  const addresses = options.addresses.length > 0 ? options.addresses : reachedAt(listening.address)

  const followed = repeat(
    options.followMs ?? followMs,
    () => {
      // also while the database is away
      sites.endRules(Date.now())
      return follower.follow()
    },
    log,
    'reading from the database failed',
  )
  const id = randomUUID()
  const questions = new QuestionFollower({
    database,
    process: id,
    log,
    async answer({ kind, site_id: siteId, target }) {
      // the answer is about the site as it is now, with every earlier purge carried out
      await followed.now()
      switch (kind) {
        case 'look':
          return lookUpStored(context, siteId, target, Date.now())
        case 'match':
          return matchStored(context, siteId, target)
        case 'visit':
          return visitAt({ ...listening, sites, https }, siteId, target)
      }
    },
  })
  const reporter = new Reporter({
    form: options.nginx ? 'nginx' : 'embedded',
    version: options.version ?? '',
    port: listening.port,
    sites,
    follower,
    traffic,
    originResults,
    problems,
    storedBytes: () => store.bytes,
    certificates: () => https?.certificates.count ?? null,
    snapshotAt: () => (follower.caughtUpAt === null ? snapshotAt : null),
  })
  const node = { id, location, addresses: JSON.stringify(addresses) }
  // reports that the node is back only after it has carried out what was purged meanwhile
  const afterFollowing = (work: () => Promise<void>) => async () => {
    await followed.now()
    await work()
  }
  let isListed = false
  const report = async () => {
    await reporter.checkClock(database)
    await reportEdgeProcess(database, node, reporter.report())
    if (!isListed) await forgetSilentProcesses(database, node)
    isListed = true
  }
  const announceNode = () => announce(database, addresses, location, now())
  if (snapshotAt === null) {
    await announceNode()
    await report()
  }
  const reported = repeat(options.reportMs ?? reportMs, afterFollowing(report), log, 'reporting to the service failed')
  const announced = repeat(announceMs, afterFollowing(announceNode), log, 'announcing failed')
  const questionsFollowed = repeat(
    () => questions.intervalMs,
    () => questions.follow(),
    log,
    'reading questions failed',
  )
  const folderFollowed =
    folder &&
    repeat(
      () => folder.intervalMs,
      async () => {
        await folder.follow()
        await front?.tellCertificates()
      },
      log,
      'reading certificates failed',
    )
  const roomSeen = front && repeat(roomMs, () => front.room.look(), log, 'looking for room on the disk failed')
  const roomEvents = front?.roomEvents((hasRoom) => recordCacheRoom(database, { location, hasRoom, at: now() }), now)
  const roomTold = roomEvents && repeat(roomMs, () => roomEvents.tell(), log, 'telling of a full disk failed')
  const writer = new CountWriter({ database, traffic, originResults, actionTimes, problems })
  const writeCounts = async () => {
    await front?.count(traffic, actionTimes)
    await writer.write()
  }
  const counts = repeat(() => writer.intervalMs, writeCounts, log, 'writing what was counted failed')
  const keepSnapshot = async () => snapshot?.keep()
  const snapshotKept = repeat(snapshotLimits.pause, keepSnapshot, log, 'keeping a snapshot failed')
  await keepSnapshot()

  return {
    host: listening.address,
    port: listening.port,
    httpsPort: listeningSecurely?.port ?? null,
    httpsCounts,
    isOwn,
    follow: () => followed.now(),
    wake() {
      void followed.now()
      void questionsFollowed.now()
    },
    totals: () => traffic.totals(),
    originFailures: () => originResults.failures,
    cachedBytes: () => store.bytes,
    waitingBytes: () => backlog.size,
    report: () => reporter.report(),
    flush: () => counts.now(),
    async stop(graceMs = 0) {
      await reported.stop(() => forgetEdgeProcess(database, id))
      await questionsFollowed.stop()
      await announced.stop(() => withdraw(database, addresses))
      await front?.quit(graceMs)
      await visitors.close(graceMs)
      await questions.stop()
      images.close()
      await followed.stop()
      await snapshotKept.stop(keepSnapshot)
      await counts.stop(writeCounts)
      await folderFollowed?.stop()
      await roomSeen?.stop()
      await roomTold?.stop()
      agent.destroy()
    },
  }
}

/** Leaves connections for all other visitors. */
function limitConnections(servers: readonly Server[], trustedProxies: readonly string[] = []): void {
  const isExempt = isOneOf(trustedProxies)
  for (const server of servers) {
    server.maxConnections = mostConnections()
    shareConnections(server, { max: visitorLimits.connectionsByAddress, isExempt })
  }
}

/** Has nginx take the visitors. */
async function listenBehindNginx(server: Server, { host, port, https }: EdgeOptions, front: NginxFront) {
  await front.listen(server)
  const { address, port: bound, securePort } = await front.start(host, port, https?.port)
  return { address, port: bound, secure: securePort === undefined ? undefined : { address, port: securePort } }
}

async function listenSecurely({ server, secure }: EdgeServer, { https, host }: EdgeOptions) {
  if (!secure || !https) return undefined
  try {
    return await listenOn(secure, https.port, host)
  } catch (error) {
    server.close()
    throw error
  }
}

async function listenOn(server: Server, port: number, host: string): Promise<{ address: string; port: number }> {
  server.listen(port, host)
  await once(server, 'listening')
  const bound = server.address()
  return typeof bound === 'object' && bound ? bound : { address: host, port }
}

/**
 * Reads the sites from the database or, where that can't be reached, from the snapshot.
 * @returns when they were read from the database, if they come from the snapshot
 */
async function begin(
  follower: Follower,
  snapshot: KeptSnapshot | undefined,
  place: SnapshotPlace | undefined,
): Promise<number | null> {
  try {
    await follower.read()
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (!snapshot || !place || !isAway(error)) throw new NoSites(`Can't open the database: ${reason}`, { cause: error })
    const at = await snapshot.load(reason)
    if (at !== undefined) return at
    throw new NoSites(
      `Can't reach the database (${reason}), and there is no snapshot of the sites in ${place.folder} to start from.`,
      { cause: error },
    )
  }
}
