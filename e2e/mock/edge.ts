import type { Logger } from 'pino'
import { createOrigins, type Edge, type Origin, type Origins, startEdge } from '../../src/edge/index.ts'
import type { Database } from '../../src/service/database/index.ts'
import { resolverFor } from '../../src/shared/guard/index.ts'
import type { Clock } from '../../src/service/world/world.ts'
import { Visitor } from '../visitor.ts'
import { type ScriptedOrigin, startOrigin } from './origin.ts'

const cacheBytes = 64 * 2 ** 20
/** No flow depends on how fast the machine is, ms. */
const waitMs = 90_000
/** Browsers find every name below this one on their own machine (RFC 6761, section 6.3). */
const localSuffix = '.localhost'

export interface MockEdge extends Edge {
  /** The server behind every site. */
  readonly origin: ScriptedOrigin
  /** The same server, asked for what it would answer a visitor. */
  readonly origins: Origins
  /** Where a browser on this machine sees a site as its visitors do. */
  urlOf(host: string, path?: string): string
  /** Sends a visitor's request to a site's host or its preview host, without a browser. */
  readonly visit: Visitor['visit']
}

interface MockEdgeOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly location: string
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
}

/** The real edge before a scripted origin. It serves the sites of the world's database. */
export async function startMockEdge({ clock, ...options }: MockEdgeOptions): Promise<MockEdge> {
  const origin = await startOrigin()
  const guard = { resolver: resolverFor([]), allowPrivateTargets: true }
  const redirect = (site: Origin) => scripted(site, origin.port)
  const edge = await startEdge({
    ...options,
    guard,
    redirect,
    addresses: [],
    cacheBytes,
    waitMs,
    now: () => clock.now(),
    meantBy: (hostname) => (hostname.endsWith(localSuffix) ? hostname.slice(0, -localSuffix.length) : hostname),
  })
  const visitor = new Visitor(edge)
  return {
    ...edge,
    origin,
    origins: createOrigins({ guard, redirect, isOwn: edge.isOwn, timeoutMs: waitMs }),
    urlOf: (host, path = '/') =>
      `http://${host.endsWith(localSuffix) ? host : `${host}${localSuffix}`}:${edge.port}${path}`,
    visit: (...visit) => visitor.visit(...visit),
    async stop(graceMs) {
      visitor.leave()
      await edge.stop(graceMs)
      origin.stop()
    },
  }
}

/** Every site's server is the scripted one, except that hosts without DNS have none. */
function scripted(site: Origin, port: number): Origin {
  const server = site.hostname.startsWith('no-dns.') ? null : '127.0.0.1'
  return { ...site, server, port, https: false }
}
