import type { Logger } from 'pino'
import type { LruMap } from '../../shared/lru-map.ts'
import type { Flights, Purges, Store, Uncacheable } from '../cache/index.ts'
import type { SitesTable } from '../control/sites-table.ts'
import type { ActionTimes } from '../control/action-times.ts'
import type { UnknownHosts } from '../control/unknown-hosts.ts'
import type { OriginResults } from '../control/origin-results.ts'
import type { Challenges } from '../tls/challenges.ts'
import type { Https } from '../tls/https.ts'
import type { TrafficCounter } from '../control/traffic.ts'
import type { Hints } from '../optimize/early-hints.ts'
import type { ImageConverter } from '../optimize/image-converter.ts'
import type { CompressionStreams } from '../optimize/streams.ts'
import type { OriginAgent } from '../origin/agent.ts'
import type { Shares } from '../origin/shares.ts'
import type { Backlog } from './backlog.ts'
import type { PartsAsked } from './parts-asked.ts'

/** Why an answer wasn't stored. */
interface NotStoredReason {
  /** As in Cache-Status. */
  readonly reason: string
  readonly status: number
  /** UNIX ms. */
  readonly at: number
}

/** What every request of a visitor is served with: the sites, the cache, the origins, and the counters. */
export interface EdgeContext {
  readonly sites: SitesTable
  readonly store: Store
  readonly purges: Purges
  readonly flights: Flights
  readonly uncacheable: Uncacheable
  /** For addresses whose latest answer wasn't stored, for lookups of their owner. */
  readonly notStored: LruMap<string, NotStoredReason>
  readonly partsAsked: PartsAsked
  readonly agent: OriginAgent
  /** A visitor's address: the connection's, or the one that a trusted proxy names in X-Forwarded-For. */
  readonly clientAddress: (socket: string | undefined, forwarded: string | null) => string
  readonly shares: Shares
  readonly traffic: TrafficCounter
  readonly originResults: OriginResults
  readonly images: ImageConverter
  readonly streams: CompressionStreams
  readonly backlog: Backlog
  readonly actionTimes: ActionTimes
  readonly hints: Hints
  /** Undefined where the edge doesn't serve https. */
  readonly https: Https | undefined
  readonly challenges: Challenges
  readonly unknownHosts: UnknownHosts
  /** Whether visitors come through nginx. */
  readonly isBehindNginx: boolean
  /** Whether nginx has room for what it may keep. */
  readonly nginxHasRoom: () => boolean
  /** Resolves once nginx knows what has been purged. */
  readonly purgesArrived: () => Promise<void>
  /** How long a visitor waits for the answer to another one's request, ms. */
  readonly waitMs: number
  readonly log: Logger
}
