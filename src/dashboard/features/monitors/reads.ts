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
import { readRows } from '../../api/pages.ts'
import { changeScoped } from '../../api/change.ts'
import { ifOffered, type Query } from '../../api/queries.ts'
import { callScoped, endpointOf, scopedQuery, type Scope } from '../../api/scope.ts'

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

/** The number of samples that a row's strip shows. */
const samplesPerRow = 10

/**
 * The latest samples of several monitors, newest first, in one query for a whole list. It reads enough pages for ten
 * samples per monitor on average.
 */
export function latestSamplesOf(scope: Scope, ids: readonly string[]): Query<readonly Sample[]> {
  const query = {
    profile_and_locations: ids.map((profile_id) => ({ profile_id })),
    metrics: ['first_byte' as const, 'time_to_display' as const],
    per_page: maxPerPage,
  }
  const page = (number: number) => scopedQuery(listSamples, scope, { query: { ...query, page: number } })
  return {
    queryKey: [page(1).queryKey[0], { ...scope, monitors: ids }],
    queryFn: async (context) => {
      const { rows } = await readRows({
        read: (number) => page(number).queryFn(context),
        maxPages: Math.ceil((ids.length * samplesPerRow) / maxPerPage),
      })
      return rows
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
