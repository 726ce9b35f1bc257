import {
  createMonitor,
  createTest,
  deleteMonitors,
  deleteTests,
  finishedMessage,
  listMonitors,
  listSamples,
  listTests,
  maxPerPage,
  readCapabilities,
  readMonitor,
  readTest,
  runMonitor,
  setLimits,
  startMonitor,
  stopMonitor,
  updateMonitor,
  type LimitsInput,
  type Monitor,
  type MonitorBodyInput,
  type MonitorChangeInput,
  type MonitorQuery,
  type ReadOf,
  type Sample,
} from '../../../contract/index.ts'
import { readRows } from '../../../client/pages.ts'
import { changeScoped } from '../../api/change.ts'
import { ifOffered, type Query } from '../../api/queries.ts'
import { callScoped, endpointOf, scopedQuery, type Scope } from '../../api/scope.ts'
import { samplesPerRound } from './schedule.ts'

/** A monitor runs until it's stopped, a test ends. Both have the same body and the same samples. */
export type Kind = 'monitor' | 'test'

export function listOf(scope: Scope, kind: Kind, query: MonitorQuery) {
  return kind === 'monitor' ? scopedQuery(listMonitors, scope, { query }) : scopedQuery(listTests, scope, { query })
}

export function recordOf(scope: Scope, kind: Kind, id: string): Query<Monitor> {
  return kind === 'monitor'
    ? scopedQuery(readMonitor, scope, { path: { monitor_id: id } })
    : scopedQuery(readTest, scope, { path: { test_id: id } })
}

/** Monitors read to be chosen from: more than an account may have by default. */
const maxNamedPages = 10

/** The account's monitors by name, and their number, of which only the first 1,000 are read. */
export function namedMonitors(scope: Scope) {
  return {
    queryKey: [endpointOf(listMonitors, scope).id, { ...scope, pages: maxNamedPages }] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      readRows({
        maxPages: maxNamedPages,
        read: (page) => callScoped(listMonitors, scope, { query: { page, per_page: maxPerPage } }, { signal }),
      }),
  }
}

/** Creates a monitor or test, without marking reads as stale. */
export function create(scope: Scope, kind: Kind, body: MonitorBodyInput): Promise<Monitor> {
  return callScoped(kind === 'monitor' ? createMonitor : createTest, scope, { body })
}

export function update(scope: Scope, id: string, body: MonitorChangeInput): Promise<Monitor> {
  return changeScoped(updateMonitor, scope, { path: { monitor_id: id }, body })
}

/** Has a running monitor measured now. */
export function runNow(scope: Scope, id: string): Promise<Monitor> {
  return changeScoped(runMonitor, scope, { path: { monitor_id: id } })
}

/** Replaces all limits of a monitor, without marking reads as stale. */
export function replaceLimits(scope: Scope, id: string, limits: LimitsInput): Promise<Monitor> {
  return callScoped(setLimits, scope, { path: { monitor_id: id }, body: { limits } })
}

/** Replaces all limits of a monitor. */
export function saveLimits(scope: Scope, id: string, limits: LimitsInput): Promise<Monitor> {
  return changeScoped(setLimits, scope, { path: { monitor_id: id }, body: { limits } })
}

/** Deletes monitors or tests, without marking reads as stale. */
export function remove(scope: Scope, kind: Kind, ids: readonly string[]): Promise<unknown> {
  return callScoped(kind === 'monitor' ? deleteMonitors : deleteTests, scope, { body: { ids: [...ids] } })
}

/** Starts or stops a monitor, without marking reads as stale. */
export function setRunning(scope: Scope, id: string, running: boolean): Promise<unknown> {
  return callScoped(running ? startMonitor : stopMonitor, scope, { path: { monitor_id: id } })
}

export type Capabilities = ReadOf<typeof readCapabilities.partner>

/** The available locations, browsers and connections; null if the service doesn't list them. */
export function capabilitiesOf(scope: Scope): Query<Capabilities | null> {
  return ifOffered(scopedQuery(readCapabilities, scope, {}))
}

/**
 * A monitor's latest result: the worst of its latest round, or the last sample if the service doesn't report rounds. Null
 * if there is none yet, undefined if none is reported.
 */
export function latestResultOf({ last_sample: last }: Monitor) {
  return last && { ...last, ...last.round }
}

/** The most rounds and samples of a monitor that its row shows, and the fewest rounds. */
const shown = { rounds: 12, samples: 36, leastRounds: 3 } as const
/** Of a monitor whose interval isn't reported, minutes. */
const usualInterval = 60

/** How many of a monitor's latest rounds its row shows, and within how long they were due, in minutes. */
export function recentOf(monitor: Monitor): { readonly rounds: number; readonly minutes: number } {
  const fitting = Math.floor(shown.samples / samplesPerRound(monitor))
  const rounds = Math.min(shown.rounds, Math.max(shown.leastRounds, fitting))
  return { rounds, minutes: rounds * (monitor.timing?.interval || usualInterval) }
}

/**
 * The recent samples of several monitors, newest first for each. Every monitor has those of its own last rounds, whichever
 * others are listed with it: one query reads all that go back equally far.
 */
export function latestSamplesOf(scope: Scope, monitors: readonly Monitor[]): Query<readonly Sample[]> {
  const known = monitors.filter(({ id }) => id !== undefined)
  const byMinutes = [...Map.groupBy(known, (monitor) => recentOf(monitor).minutes)]
  const endpoint = endpointOf(listSamples, scope).id
  return {
    queryKey: [endpoint, { ...scope, monitors: known.map(({ id }) => id), windows: byMinutes.map(([n]) => n) }],
    queryFn: async ({ signal }) => {
      const groups = byMinutes.map(async ([minutes, group]) => {
        const query = {
          profile_and_locations: group.flatMap(({ id }) => (id === undefined ? [] : [{ profile_id: id }])),
          metrics: ['first_byte' as const, 'time_to_display' as const],
          from: Date.now() - minutes * 60_000,
          per_page: maxPerPage,
        }
        // with a round that was begun by hand
        const most = group.reduce((sum, one) => sum + (recentOf(one).rounds + 1) * samplesPerRound(one), 0)
        const { rows } = await readRows({
          read: (page) => callScoped(listSamples, scope, { query: { ...query, page } }, { signal }),
          maxPages: Math.ceil(most / maxPerPage),
        })
        return rows
      })
      return (await Promise.all(groups)).flat()
    },
  }
}

/** A monitor's samples, newest first. */
export function samplesOf(scope: Scope, id: string, query: { page?: number; per_page?: number } = {}) {
  return scopedQuery(listSamples, scope, { query: { profile_and_locations: [{ profile_id: id }], ...query } })
}

/** Whether a monitor is running, or a test has rounds left. */
export function isRunning({ status }: Monitor): boolean {
  return status?.toUpperCase() === 'RUNNING'
}

/** Whether a test completed all its rounds, rather than being suspended earlier. */
export function isFinished({ status, suspended_message }: Monitor): boolean {
  return status?.toUpperCase() === 'SUSPENDED' && suspended_message === finishedMessage
}
