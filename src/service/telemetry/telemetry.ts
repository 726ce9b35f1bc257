import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Edge } from '../../edge/index.ts'
import { telemetryLimits } from './limits.ts'
import type { Database } from '../database/index.ts'
import { checks, queries, requests, runnerDelays } from '../../shared/observed.ts'
import { sharedTimeSql, type TimeParts } from '../time/shared-time.ts'
import type { World } from '../world/world.ts'

/** The parts of this process that are measured. A runner has no edge, an edge has nothing but itself. */
export interface TelemetrySources {
  readonly database: Database
  readonly clock: World['clock']
  readonly lines: { readonly dropped: number }
  readonly runner?: { readonly busy: number } | undefined
  readonly edge?: Pick<Edge, 'totals' | 'originFailures' | 'cachedBytes' | 'httpsCounts' | 'report'> | undefined
}

/** Upper ends in seconds, from what the embedded database takes to a check's time-out. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/**
 * What Prometheus reads of this process. Names and units follow its conventions: base units, counters end in `_total`.
 * @returns the registry, and what stops listening to the process
 */
export function telemetryOf(sources: TelemetrySources): { readonly registry: Registry; readonly stop: () => void } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const figures = new Figures(registry)
  const stops = [describeRequests(figures), describeStatements(figures)]
  figures.gauge('sockets', 'Open connections of this process.', openSockets)
  figures.total('log_lines_dropped_total', 'Log lines that nothing read in time.', () => sources.lines.dropped)
  if (sources.runner) stops.push(describeChecks(figures, sources.runner, sources))
  if (sources.edge) describeEdge(figures, sources.edge)
  return { registry, stop: () => stops.forEach((stop) => stop()) }
}

/** Makes figures under this service's prefix. */
class Figures {
  readonly #registers: Registry[]

  constructor(registry: Registry) {
    this.#registers = [registry]
  }

  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ ...this.#named(name, help), labelNames })
  }

  /** A time in seconds. */
  histogram<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Histogram<Label> {
    return new Histogram({ ...this.#named(name, help), labelNames, buckets })
  }

  /** @param read called each time the figures are read */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      ...this.#named(name, help),
      collect() {
        this.set(read())
      },
    })
  }

  /** One value for each combination of labels, all of them read each time. */
  gauges<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => Promise<readonly (Record<Label, string> & { readonly value: number })[]>,
  ): void {
    new Gauge({
      ...this.#named(name, help),
      labelNames,
      async collect() {
        const values = await read()
        this.reset()
        for (const { value, ...labels } of values) this.set(labels as unknown as Record<Label, string>, value)
      },
    })
  }

  /** @param read called each time the figures are read; never less than before */
  total(name: string, help: string, read: () => number): void {
    new Counter({
      ...this.#named(name, help),
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  #named(name: string, help: string) {
    return { name: `site_performance_${name}`, help, registers: this.#registers }
  }
}

function describeRequests(figures: Figures): () => void {
  const answered = figures.counter('api_requests_total', 'Requests to the API, by operation and status.', [
    'operation',
    'status',
  ])
  const seconds = figures.histogram(
    'api_request_duration_seconds',
    'How long it took to answer a request to the API.',
    ['operation'],
  )
  return requests.watch(({ operation, status, ms }) => {
    answered.inc({ operation, status })
    seconds.observe({ operation }, ms / 1000)
  })
}

function describeStatements(figures: Figures): () => void {
  const seconds = figures.histogram(
    'database_query_duration_seconds',
    'How long a statement took, those of the threads for heavy reads left out.',
    ['failed'],
  )
  return queries.watch(({ ms, failed }) => seconds.observe({ failed: String(failed) }, ms / 1000))
}

function describeChecks(
  figures: Figures,
  runner: NonNullable<TelemetrySources['runner']>,
  { database, clock }: TelemetrySources,
): () => void {
  const made = figures.counter('checks_total', 'Checks made, by type and by the severity of their worst sample.', [
    'type',
    'severity',
  ])
  const late = figures.histogram('check_lag_seconds', 'How long after it was due a check began.', ['type'])
  const seconds = figures.histogram('check_duration_seconds', 'How long a check took.', ['type'])
  figures.gauge('checks_running', 'Checks in progress in this process.', () => runner.busy)
  figures.gauges(
    'checks_waiting',
    `Checks of all locations that are due and that no runner has begun, counted up to ${telemetryLimits.waitingChecks}.`,
    ['location', 'type'],
    () => waitingChecks({ database, world: { clock } }),
  )
  const delay = figures.histogram('check_runner_delay_seconds', 'How late this runner itself was in a check.', ['type'])
  const unjudged = figures.counter('checks_unjudged_total', "Checks that aren't judged, because of that.", ['type'])
  const stops = [
    checks.watch(({ type, severity, lateMs, ms }) => {
      made.inc({ type, severity })
      late.observe({ type }, lateMs / 1000)
      seconds.observe({ type }, ms / 1000)
    }),
    runnerDelays.watch(({ type, ms, isBusy }) => {
      delay.observe({ type }, ms / 1000)
      unjudged.inc({ type }, isBusy ? 1 : 0)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

function waitingChecks(parts: TimeParts) {
  const { db } = parts.database
  const now = sharedTimeSql(parts)
  const due = db
    .selectFrom('checks')
    .select(['location', 'type'])
    .where('not_before', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
    .limit(telemetryLimits.waitingChecks)
  return db
    .selectFrom(due.as('due'))
    .select(['location', 'type', ({ fn }) => fn.countAll<number>().as('value')])
    .groupBy(['location', 'type'])
    .execute()
}

function describeEdge(figures: Figures, edge: NonNullable<TelemetrySources['edge']>): void {
  figures.total('edge_requests_total', "Visitors' requests that count as traffic.", () => edge.totals().serviceRequests)
  figures.total('edge_hits_total', 'Those that were answered without asking the origin.', () => edge.totals().hits)
  figures.total('edge_misses_total', 'Those for which the origin was asked.', () => edge.totals().misses)
  figures.total('edge_sent_bytes_total', 'Bytes sent to these visitors.', () => edge.totals().serviceBytes)
  figures.total('edge_origin_requests_total', "Requests to customers' servers.", () => edge.totals().originRequests)
  figures.total('edge_origin_failures_total', 'Requests to them without a usable answer, or with one of 5xx.', () =>
    edge.originFailures(),
  )
  figures.total('edge_origin_received_bytes_total', 'Bytes received from them.', () => edge.totals().originBytes)
  const { httpsCounts: https } = edge
  figures.total('edge_https_requests_total', "Visitors' requests over https.", () => https.requests)
  figures.total('edge_tls_handshakes_total', 'TLS handshakes of visitors that succeeded.', () => https.handshakes)
  figures.total(
    'edge_tls_handshake_failures_total',
    'Those that failed, for want of a certificate or for reasons of the visitor.',
    () => https.failures,
  )
  figures.gauge('edge_cache_bytes', 'Memory that stored responses take.', () => edge.cachedBytes())
  figures.gauge('edge_sites', 'Sites that this node serves.', () => edge.report().sites)
  figures.gauge('edge_lag_seconds', 'Since the last reading of all purges and changes began.', () => {
    const { caught_up_at: caughtUpAt, started_at: startedAt } = edge.report()
    return (Date.now() - (caughtUpAt ?? startedAt)) / 1000
  })
  figures.gauge('edge_problems', "Problems that last, as the operator's command lists them.", () => {
    return edge.report().problems.filter(({ until }) => until === null).length
  })
}

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => /^(?:TCP|TLS)\w*Wrap$/.test(kind)).length
}
