import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:net'
import type { Logger } from 'pino'
import { bounds } from '../service/bounds.ts'
import type { Guard } from '../service/guard/index.ts'
import {
  addOriginResults,
  addTraffic,
  type Database,
  forgetEdgeProcess,
  noteActionTimes,
  reportEdgeProcess,
} from '../service/database/index.ts'
import { Flights, Generations, NotStored, Store, Uncacheable } from './cache/index.ts'
import { ActionTimes } from './control/action-times.ts'
import { QuestionFollower } from './control/answer-questions.ts'
import { announce, isOwnAddress, reachedAt, withdraw } from './control/announce.ts'
import { OrderFollower } from './control/follow-orders.ts'
import { SiteFollower } from './control/follow-sites.ts'
import { OriginResults } from './control/origin-results.ts'
import { repeat } from './control/repeat.ts'
import type { Origin } from './control/site.ts'
import { SitesTable } from './control/sites-table.ts'
import { TrafficCounter } from './control/traffic.ts'
import { Hints } from './optimize/early-hints.ts'
import { ImageConverter, type ImageLimits } from './optimize/image-converter.ts'
import { OriginAgent } from './origin/agent.ts'
import { lookInto } from './serve/look.ts'
import { createEdgeServer, type EdgeServer } from './serve/receive.ts'
import { Certificates } from './tls/certificates.ts'
import { Challenges } from './tls/challenges.ts'
import { CertificateFolder } from './tls/folder.ts'
import type { HttpsCounts } from './tls/https.ts'
import { visitAt } from './serve/visit.ts'

/** How often sites and orders are read, ms. */
const followMs = 1000
/** How often traffic is written to the database: a crash loses at most this much, ms. */
const trafficMs = 5000
/** How often the node reports that it's up, ms. */
const announceMs = 30_000
/** How often it reports that it answers questions, ms. */
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
}

export interface Edge {
  readonly host: string
  readonly port: number
  /** The port for https, null for none. */
  readonly httpsPort: number | null
  /** Reads from the database which sites have changed, and which flushes and purges to carry out. */
  readonly follow: () => Promise<void>
  /** Whether connecting to an address and port would reach this edge. */
  readonly isOwn: (address: string, port: number) => boolean
  /** Carries out new orders, and answers new questions, without waiting for the next look into the database. */
  readonly wake: () => void
  /** Requests and bytes of all sites since the start. */
  readonly totals: TrafficCounter['totals']
  /** Requests to origins of all sites that failed since the start. */
  readonly originFailures: () => number
  /** Requests and handshakes over https since the start. */
  readonly httpsCounts: HttpsCounts
  /** Memory that stored responses take. */
  readonly cachedBytes: () => number
  /** Writes what was counted to the database. */
  readonly flush: () => Promise<void>
  /** Stops listening, lets visitors' requests end for this long, and writes what was counted. */
  readonly stop: (graceMs?: number) => Promise<void>
}

/**
 * Starts to serve visitors of all sites in the database.
 * @throws if it can't listen, or the database can't be read
 */
export async function startEdge(options: EdgeOptions): Promise<Edge> {
  const { database, guard, log, location, now = Date.now, redirect } = options
  const generations = new Generations(bounds.cache.marks)
  const sites = new SitesTable((siteId) => generations.purgeSite(siteId), options.meantBy)
  const siteFollower = new SiteFollower(database, sites, now)
  const orderFollower = new OrderFollower(database, generations, sites)
  const traffic = new TrafficCounter(now)
  const originResults = new OriginResults(now)
  const actionTimes = new ActionTimes(now)
  const isOwn = (address: string, port: number) =>
    isOwnAddress(listening, addresses, address, port) ||
    (listeningSecurely !== undefined && isOwnAddress(listeningSecurely, addresses, address, port))
  const agent = new OriginAgent({ guard, redirect, isOwn }, options.silenceMs)
  const store = new Store(options.cacheBytes, bounds.cache.variants)
  const images = new ImageConverter({ log, ...(options.images ? { limits: options.images } : {}) })
  const folder = options.https?.folder == null ? undefined : new CertificateFolder(options.https.folder, log)
  const httpsCounts = { requests: 0, handshakes: 0, failures: 0 }
  const https = options.https && {
    certificates: new Certificates({ sites, folder, open: options.https.open, log }),
    counts: httpsCounts,
    ticketMs: options.https.ticketMs ?? bounds.certificate.tickets,
    get ports() {
      return { http: listening.port, https: listeningSecurely?.port ?? 0 }
    },
  }
  const parts = {
    sites,
    store,
    generations,
    flights: new Flights(),
    uncacheable: new Uncacheable(bounds.cache.unshared, bounds.cache.unsharedTime),
    notStored: new NotStored(bounds.cache.notStored),
    agent,
    traffic,
    originResults,
    images,
    actionTimes,
    hints: new Hints(generations),
    https,
    challenges: new Challenges(database),
    waitMs: options.waitMs ?? bounds.visitor.wait,
    log,
  }
  await siteFollower.follow()
  await orderFollower.follow()
  await folder?.follow()

  const visitors = createEdgeServer(parts)
  const listening = await listenOn(visitors.server, options.port, options.host)
  const listeningSecurely = await listenSecurely(visitors, options)
  const addresses = options.addresses.length > 0 ? options.addresses : reachedAt(listening.address)

  const writeTraffic = async () => {
    const counted = traffic.waiting()
    await addTraffic(database.db, counted)
    traffic.written(counted)
  }
  const writeOriginResults = async () => {
    const results = originResults.waiting()
    await addOriginResults(database.db, results)
    originResults.written(results)
  }
  const writeActionTimes = async () => {
    const times = actionTimes.waiting()
    await noteActionTimes(database.db, times)
    actionTimes.written(times)
  }
  await announce(database, addresses, location, now())
  const sitesFollowed = repeat(followMs, () => siteFollower.follow(), log, 'reading changed sites failed')
  const ordersFollowed = repeat(followMs, () => orderFollower.follow(), log, 'reading cache orders failed')
  const id = randomUUID()
  const questions = new QuestionFollower({
    database,
    process: id,
    log,
    async answer({ kind, site_id: siteId, target }) {
      // the answer is about the site as it is now, and what was ordered before is done
      await Promise.all([sitesFollowed.now(), ordersFollowed.now()])
      return kind === 'look'
        ? lookInto(parts, siteId, target, Date.now())
        : visitAt({ ...listening, sites, https }, siteId, target)
    },
  })
  const report = () => reportEdgeProcess(database, { id, location, addresses: JSON.stringify(addresses) })
  await report()
  const reported = repeat(reportMs, report, log, 'reporting to the service failed')
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
      () => folder.follow(),
      log,
      'reading certificates failed',
    )
  const trafficWritten = repeat(trafficMs, writeTraffic, log, 'writing traffic failed')
  const resultsWritten = repeat(trafficMs, writeOriginResults, log, 'writing how origins answered failed')
  const actionsWritten = repeat(trafficMs, writeActionTimes, log, 'writing when actions acted failed')
  const announced = repeat(announceMs, () => announce(database, addresses, location, now()), log, 'announcing failed')

  return {
    host: listening.address,
    port: listening.port,
    httpsPort: listeningSecurely?.port ?? null,
    httpsCounts,
    isOwn,
    async follow() {
      await Promise.all([sitesFollowed.now(), ordersFollowed.now()])
    },
    wake() {
      void ordersFollowed.now()
      void questionsFollowed.now()
    },
    totals: () => traffic.totals(),
    originFailures: () => originResults.failures,
    cachedBytes: () => store.bytes,
    async flush() {
      await Promise.all([trafficWritten.now(), resultsWritten.now(), actionsWritten.now()])
    },
    async stop(graceMs = 0) {
      await reported.stop(() => forgetEdgeProcess(database, id))
      await questionsFollowed.stop()
      await announced.stop(() => withdraw(database, addresses))
      await visitors.close(graceMs)
      await questions.stop()
      images.close()
      await Promise.all([sitesFollowed.stop(), ordersFollowed.stop(), folderFollowed?.stop()])
      await trafficWritten.stop(writeTraffic)
      await resultsWritten.stop(writeOriginResults)
      await actionsWritten.stop(writeActionTimes)
      agent.destroy()
    },
  }
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
