import { setImmediate as nextTurn } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { severities, worstSeverity } from '../../../contract/index.ts'
import { runnerLimits } from '../limits.ts'
import { type Check, isJudged, type Measurement } from '../../checks/index.ts'
import { type CheckRow, chunksOf, type Monitor } from '../../database/index.ts'
import { checks } from '../../../shared/observed.ts'
import { Poller } from '../../../shared/poller.ts'
import type { Services } from '../../api/services.ts'
import { sharedTimeIn } from '../../time/shared-time.ts'
import { openHeaders } from '../monitors/header-secrets.ts'
import { type CheckType, Claims } from './claims.ts'
import { beginRounds } from './begin-rounds.ts'
import { Lateness } from './lateness.ts'
import { type MonitorSpec, readSpec, type Variant, variantsOf } from '../monitors/rules.ts'
import { SampleWriter } from '../samples/sample-writer.ts'
import { type CheckTarget, SilentTargets } from './silent-targets.ts'
import { type Usual, UsualTimes } from '../samples/usual-times.ts'
import { busyMs, defaultSlots, type Slots, slotsOf } from './slots.ts'

export interface RunnerOptions {
  readonly location: string
  readonly dataCenter: string
  /** How many checks of each type are begun at once; see `slotsOf`. */
  readonly slots?: Readonly<Record<Check['type'], number>>
  /** How long a claim lasts without a heartbeat, ms. After that, other runners claim the checks of a killed one. */
  readonly leaseMs?: number
  /** How often to look for due checks when nothing wakes the runner, ms. */
  readonly pollIntervalMs?: number
}

/** A check that has ended makes room for another one. With a pause, several are claimed together, which costs a fraction. */
const claimPauseMs = 100

const monitorColumns = [
  'id',
  'account_id',
  'site_id',
  'kind',
  'type',
  'spec',
  'interval_ms',
  'created_at',
  'limits',
  'secret_sealed',
  'headers_sealed',
] as const

/** What a check needs of its monitor. */
type MeasuredMonitor = Pick<Monitor, (typeof monitorColumns)[number]>

interface Running {
  readonly row: CheckRow
  /** Whether it no longer takes a normal slot. */
  isSlow: boolean
  isSilent: boolean
  readonly abort: AbortController
  readonly done: Promise<void>
}

/** Claims due checks at its location, makes them and stores the samples. */
export class Runner {
  readonly #id = uuid()
  readonly #services: Services
  readonly #options: Required<RunnerOptions>
  readonly #running = new Map<string, Running>()
  readonly #silentTargets: SilentTargets
  readonly #claims: Claims
  readonly #usualTimes: UsualTimes
  readonly #writer: SampleWriter
  readonly #lateness: Lateness
  readonly #poller: Poller
  #cancelHeartbeat: (() => void) | undefined

  constructor(services: Services, options: RunnerOptions) {
    this.#services = services
    this.#options = { slots: defaultSlots, leaseMs: runnerLimits.lease, pollIntervalMs: 1000, ...options }
    this.#silentTargets = new SilentTargets(services.database.kind)
    this.#claims = new Claims(services, {
      runner: this.#id,
      location: this.#options.location,
      leaseMs: this.#options.leaseMs,
      silentTargets: this.#silentTargets,
    })
    this.#usualTimes = new UsualTimes(services.database)
    this.#writer = new SampleWriter(services, this.#id)
    this.#lateness = new Lateness(services.log)
    this.#poller = new Poller({
      clock: services.world.clock,
      log: services.log,
      intervalMs: this.#options.pollIntervalMs,
      work: () => this.#poll(),
      failure: 'looking for due checks failed',
      pauseMs: claimPauseMs,
    })
  }

  /** Announces the location, begins the rounds that fell due while it was down, and runs until `stop`. */
  async start(): Promise<void> {
    await this.#announce()
    await this.#beginRounds({ starting: true })
    this.#heartbeat()
    this.#poller.start()
  }

  /** Looks for due checks now. Does nothing before `start` and after `stop`. */
  wake(): void {
    this.#poller.wake()
  }

  /** Stops claiming and waits this long for checks in progress. The rest are released for another runner. */
  async stop(graceMs = 0): Promise<void> {
    await this.#poller.stop()
    const all = Promise.all([...this.#running.values()].map(({ done }) => done))
    const timer = setTimeout(() => {
      for (const { abort } of this.#running.values()) abort.abort()
    }, graceMs)
    await all
    clearTimeout(timer)
    this.#cancelHeartbeat?.()
    await this.#services.database.db
      .updateTable('checks')
      .set({ lease_by: null, lease_until: null })
      .where('lease_by', '=', this.#id)
      .execute()
  }

  /** How many checks are in progress. */
  get busy(): number {
    return this.#running.size
  }

  async #poll(): Promise<void> {
    await this.#beginRounds()
    const free = this.#free()
    if (free.HTTP.total <= 0 && free.WEBPAGE.total <= 0) return
    const claimed = await this.#claims.claim(free, new Set(this.#running.keys()))
    // how far this process is ahead of the time that all runners share
    const aheadMs = this.#services.world.clock.now() - (claimed[0]?.claimed_at ?? 0)
    const monitors = await this.#monitorsOf(claimed)
    for (const row of claimed) {
      this.#begin(row, monitors.get(row.monitor_id), aheadMs)
      // one at a time: they would hold up each other's first steps, which are measured
      await nextTurn()
    }
    // there may be more
    if (claimed.length >= runnerLimits.claimed) this.wake()
  }

  #beginRounds(options: { starting?: boolean } = {}): Promise<number> {
    const { location } = this.#options
    const isSilent = (check: CheckTarget) => check.location === location && this.#silentTargets.has(check)
    return beginRounds(this.#services, { ...options, isSilent })
  }

  async #monitorsOf(claimed: readonly CheckRow[]): Promise<ReadonlyMap<string, MeasuredMonitor>> {
    const ids = [...new Set(claimed.map(({ monitor_id }) => monitor_id))]
    const found = new Map<string, MeasuredMonitor>()
    for (const chunk of chunksOf(ids)) {
      const rows = await this.#services.database.db
        .selectFrom('monitors')
        .select(monitorColumns)
        .where('id', 'in', chunk)
        .execute()
      for (const row of rows) found.set(row.id, row)
    }
    return found
  }

  #free(): Record<CheckType, Slots> {
    const { slots } = this.#options
    // a busy runner takes fewer pages
    const pages = Math.min(slots.WEBPAGE, this.#services.world.probes.pageSlots?.() ?? Infinity)
    const free = { HTTP: slotsOf('HTTP', slots.HTTP), WEBPAGE: slotsOf('WEBPAGE', pages) }
    for (const { row, isSilent, isSlow } of this.#running.values()) {
      const left = free[row.type]
      left.total--
      if (isSilent) left.silent--
      else if (!isSlow) left.normal--
    }
    return free
  }

  #begin(row: CheckRow, monitor: MeasuredMonitor | undefined, aheadMs: number): void {
    const abort = new AbortController()
    const done = this.#run(row, monitor, { aheadMs, signal: abort.signal })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) this.#services.log.error({ err: error, check: row.id }, 'a check failed to run')
      })
      .finally(() => {
        this.#running.delete(row.id)
        this.wake()
      })
    this.#running.set(row.id, { row, isSlow: false, isSilent: row.silent === 1, abort, done })
  }

  async #run(
    check: CheckRow,
    monitor: MeasuredMonitor | undefined,
    { aheadMs, signal }: { aheadMs: number; signal: AbortSignal },
  ): Promise<void> {
    const services = this.#services
    const spec = monitor && readSpec(monitor)
    const variants = spec ? variantsOf(spec) : []
    const variant = variants[check.variant]
    if (!monitor || !spec || !variant) {
      await services.database.db.deleteFrom('checks').where('id', '=', check.id).execute()
      return
    }
    const began = services.world.clock.now()
    // after an interruption, overdue checks begin when their turn comes
    const lateMs = Math.max(0, began - aheadMs - check.not_before)
    this.#lateness.record(lateMs)
    const reading = this.#usualTimesOf(monitor, began)
    const measurements = await this.#measure(check, this.#checkOf(monitor, spec, variant), signal)
    checks.record({
      type: check.type,
      lateMs,
      ms: services.world.clock.now() - began,
      severity: severities[worstSeverity(measurements.flatMap(({ issues }) => issues))],
    })
    const { dataCenter } = this.#options
    const lateMsOfRound = Math.max(0, began - aheadMs - check.round_at)
    await this.#writer.store({
      check,
      monitor,
      variant,
      url: spec.constants.url,
      checksAtPlace: variants.length,
      usual: await reading,
      dataCenter,
      lateMs: lateMsOfRound,
      measurements,
    })
  }

  /** None for a test, which isn't judged by them. */
  async #usualTimesOf(monitor: MeasuredMonitor, at: number): Promise<Usual> {
    if (monitor.kind === 'test') return new Map()
    try {
      return await this.#usualTimes.of(monitor, at)
    } catch (error) {
      this.#services.log.error({ err: error, monitor: monitor.id }, 'reading the usual times of a monitor failed')
      return new Map()
    }
  }

  /** Measures, and records whether the target answers. */
  async #measure(row: CheckRow, check: Check, signal: AbortSignal): Promise<readonly Measurement[]> {
    const { database, log, world } = this.#services
    const began = world.clock.now()
    let hasAnswered = false
    const cancelTimer = world.clock.after(busyMs, () => {
      const running = this.#running.get(row.id)
      if (!running || row.type !== 'HTTP') return
      running.isSlow = true
      this.wake()
      if (hasAnswered || running.isSilent) return
      running.isSilent = true
      void this.#silentTargets
        .add(database.db, row)
        .catch((error: unknown) => log.error({ err: error }, 'holding back the checks of a silent target failed'))
    })
    const measurements = await world.probes
      .measure(check, signal, () => {
        hasAnswered = true
      })
      .finally(cancelTimer)
    signal.throwIfAborted()
    if (gotNoAnswer(measurements, world.clock.now() - began)) await this.#silentTargets.add(database.db, row)
    else if (row.silent === 1 || this.#silentTargets.has(row)) await this.#silentTargets.remove(database.db, row)
    return measurements
  }

  #checkOf(monitor: MeasuredMonitor, { constants }: MonitorSpec, { connectivity, browser }: Variant): Check {
    const { vault } = this.#services
    return {
      tenant: monitor.account_id ?? `site ${monitor.site_id}`,
      mayBePrivate: monitor.account_id !== null,
      type: monitor.type,
      url: constants.url,
      headers: openHeaders(constants, monitor.headers_sealed, vault),
      credentials:
        constants.auth === null
          ? null
          : { user: constants.auth, password: monitor.secret_sealed === null ? '' : vault.open(monitor.secret_sealed) },
      connectivity,
      method: constants.http_method ?? 'GET',
      body: constants.http_body ?? null,
      browser,
      views: constants.browser_cache === 'EMPTY_AND_FULL' ? ['EMPTY', 'FULL'] : ['EMPTY'],
      screenshots: constants.screenshots ?? false,
      ...(constants.device && { device: constants.device }),
    }
  }

  /** Keeps the location on offer and renews the leases of checks in progress. */
  #heartbeat(): void {
    this.#cancelHeartbeat = this.#services.world.clock.after(this.#options.leaseMs / 3, () => {
      void this.#renew()
        .catch((error: unknown) => this.#services.log.error({ err: error }, 'renewing leases failed'))
        .finally(() => {
          if (!this.#poller.stopped || this.#running.size > 0) this.#heartbeat()
        })
    })
  }

  async #renew(): Promise<void> {
    const { database } = this.#services
    await this.#announce()
    this.#lateness.report()
    if (this.#running.size === 0) return
    await database.db
      .updateTable('checks')
      .set({ lease_until: sharedTimeIn(this.#options.leaseMs, this.#services) })
      .where('lease_by', '=', this.#id)
      .where('id', 'in', [...this.#running.keys()])
      .execute()
  }

  async #announce(): Promise<void> {
    const { database, world } = this.#services
    const { location, dataCenter } = this.#options
    const row = {
      location,
      data_center: dataCenter,
      browsers: JSON.stringify(await world.probes.browsers()),
      seen_at: world.clock.now(),
    }
    await database.db
      .insertInto('runners')
      // one row per location, which a restart takes over
      .values({ id: `${location}/${dataCenter}`, ...row })
      .onConflict((on) => on.column('id').doUpdateSet(row))
      .execute()
  }
}

/** Whether the target kept the check waiting in vain. On a busy runner, nobody knows. */
function gotNoAnswer(measurements: readonly Measurement[], tookMs: number): boolean {
  if (!measurements.every(isJudged)) return false
  const hasTimedOut = measurements.some(({ issues }) => issues.some(({ code }) => code === 'timeout'))
  return hasTimedOut || (tookMs >= busyMs && measurements.every(({ metrics }) => metrics.status_code === null))
}
