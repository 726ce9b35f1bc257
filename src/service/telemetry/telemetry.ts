import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Edge } from '../../edge/index.ts'
import type { Database } from '../database/index.ts'
import { checks, queries, requests } from '../observed.ts'
import type { World } from '../world.ts'

/** The parts of this process that are measured. A runner has no edge, an edge has nothing but itself. */
export interface TelemetrySources {
  readonly database: Database
  readonly clock: World['clock']
  readonly runner?: { readonly busy: number } | undefined
  readonly edge?: Pick<Edge, 'totals' | 'cachedBytes'> | undefined
}

const prefix = 'site_performance_'
/** Upper ends in seconds, from what the embedded database takes to a check's time-out. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** What Prometheus reads of this process. Names and units follow its conventions: base units, counters end in `_total`. */
export function telemetryOf(sources: TelemetrySources): Registry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: `${prefix}sockets`,
    help: 'Open connections of this process.',
    registers,
    collect() {
      this.set(process.getActiveResourcesInfo().filter((kind) => /^(?:TCP|TLS)\w*Wrap$/.test(kind)).length)
    },
  })
  describeRequests(registers)
  describeDatabase(registers)
  if (sources.runner) describeChecks(registers, sources.runner, sources)
  if (sources.edge) describeEdge(registers, sources.edge)
  return registry
}

function describeRequests(registers: Registry[]): void {
  const answered = new Counter({
    name: `${prefix}api_requests_total`,
    help: 'Requests to the API, by operation and status.',
    labelNames: ['operation', 'status'] as const,
    registers,
  })
  const seconds = new Histogram({
    name: `${prefix}api_request_duration_seconds`,
    help: 'Time until a request to the API was answered.',
    labelNames: ['operation'] as const,
    buckets,
    registers,
  })
  requests.watch(({ operation, status, ms }) => {
    answered.inc({ operation, status })
    seconds.observe({ operation }, ms / 1000)
  })
}

function describeDatabase(registers: Registry[]): void {
  const seconds = new Histogram({
    name: `${prefix}database_query_duration_seconds`,
    help: 'Time that a statement took, those of the threads for heavy reads left out.',
    labelNames: ['failed'] as const,
    buckets,
    registers,
  })
  queries.watch(({ ms, failed }) => seconds.observe({ failed: String(failed) }, ms / 1000))
}

function describeChecks(
  registers: Registry[],
  runner: NonNullable<TelemetrySources['runner']>,
  { database, clock }: TelemetrySources,
): void {
  const made = new Counter({
    name: `${prefix}checks_total`,
    help: 'Checks made, by type and by the severity of their worst sample.',
    labelNames: ['type', 'severity'] as const,
    registers,
  })
  const late = new Histogram({
    name: `${prefix}check_lag_seconds`,
    help: 'How long after it was due a check began.',
    labelNames: ['type'] as const,
    buckets,
    registers,
  })
  const seconds = new Histogram({
    name: `${prefix}check_duration_seconds`,
    help: 'Time that a check took.',
    labelNames: ['type'] as const,
    buckets,
    registers,
  })
  checks.watch(({ type, severity, lateMs, ms }) => {
    made.inc({ type, severity })
    late.observe({ type }, lateMs / 1000)
    seconds.observe({ type }, ms / 1000)
  })
  new Gauge({
    name: `${prefix}checks_running`,
    help: 'Checks in progress in this process.',
    registers,
    collect() {
      this.set(runner.busy)
    },
  })
  new Gauge({
    name: `${prefix}checks_waiting`,
    help: 'Checks of all locations that are due and that no runner has begun.',
    labelNames: ['location', 'type'] as const,
    registers,
    async collect() {
      const rows = await database.db
        .selectFrom('checks')
        .select(['location', 'type', ({ fn }) => fn.countAll<number>().as('waiting')])
        .where('not_before', '<=', clock.now())
        .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', clock.now())]))
        .groupBy(['location', 'type'])
        .execute()
      this.reset()
      for (const { location, type, waiting } of rows) this.set({ location, type }, waiting)
    },
  })
}

function describeEdge(registers: Registry[], edge: NonNullable<TelemetrySources['edge']>): void {
  const total = (name: string, help: string, read: () => number) =>
    new Counter({
      name: `${prefix}${name}_total`,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  total('edge_requests', 'Requests of visitors that count as traffic.', () => edge.totals().serviceRequests)
  total('edge_sent_bytes', 'Bytes sent to them.', () => edge.totals().serviceBytes)
  total(
    'edge_origin_requests',
    'Requests to customers’ servers. All others are hits.',
    () => edge.totals().originRequests,
  )
  total('edge_origin_received_bytes', 'Bytes received from those servers.', () => edge.totals().originBytes)
  new Gauge({
    name: `${prefix}edge_cache_bytes`,
    help: 'Memory that stored responses take.',
    registers,
    collect() {
      this.set(edge.cachedBytes())
    },
  })
}
