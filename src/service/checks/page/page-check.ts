import type { Browser, BrowserContext } from 'playwright-core'
import { deviceOf, type Metrics } from '../../../contract/index.ts'
import { browserLimits } from '../box/limits.ts'
import { emulationOf } from './emulation.ts'
import { pageLimits } from './limits.ts'
import type { PageBrowser } from './page-browser.ts'
import { Failure, type Guard, guardedDial, reason } from '../../../shared/guard/index.ts'
import { filmstripOf, jpeg, type Shown, speedIndexes } from './filmstrip.ts'
import { totalBlockingTime } from './interactive.ts'
import { type PageDelay, withDelay, worstDelay } from '../delay/index.ts'
import { metricsOf } from '../metrics.ts'
import { isShown } from './is-shown.ts'
import { loadedFirst } from './loaded-first.ts'
import { type PageLimits, pageRequest } from './network.ts'
import { type ClockConversion, failureOf, firstByteAt, hasFailed, headersOf, waterfall } from './waterfall.ts'
import { failureOfPage, holdingUpLoad } from './page-failure.ts'
import { type PageObservation, interactiveOf, observePage } from './view.ts'
import { certificateOf, type PathEnds, pathEnds } from './certificates.ts'
import type { Applied, Check, Measurement, View } from '../probe.ts'
import { type ProxiedConnection, type Relay, startRelay } from '../throttle/relay.ts'
import { scoreOf, whyNotScored } from './score.ts'
import { settledAt } from './speed-index.ts'
import { measuredUntil, viewsOf } from './unmeasured.ts'
import { issuesOf } from '../severity.ts'
import { endsWithin, resultWithin } from '../within.ts'

export interface PageOptions {
  readonly guard: Guard
  /** For each view, from the navigation until the page is quiet. */
  readonly timeoutMs: number
  /** What each view may load; default `pageLimits`. */
  readonly limits?: PageLimits
  /** Certificate authorities (PEM) instead of Node's, for which of a server's certificates ends first. */
  readonly ca?: string
  /** Tells how late the browser is. Without it, the runner's delay isn't measured. */
  readonly delay?: PageDelay | null
  /** Called once the browser runs. */
  readonly onStart?: () => void
  /** Called with each view that another one follows, as far as it is measured by then: without its speed index. */
  readonly onView?: (measurement: Measurement) => void
}

export interface PageResult {
  readonly measurements: readonly Measurement[]
  /** Settles once the browser is cleaned up: false if that failed, so that the browser must not be used again. */
  readonly cleanedUp: Promise<boolean>
}

interface ViewResult {
  readonly view: View
  readonly observation: PageObservation
  readonly connections: readonly ProxiedConnection[]
  readonly applied: Applied | null
}

/**
 * One page check: each view in turn in one fresh context, so that FULL finds the cache that EMPTY filled. Connections
 * are closed between the views, as they would be before a visitor returns. All traffic goes through the check's own
 * relay, and so through the guard.
 *
 * Metrics in ms from the start of the navigation, as the browser's timing interfaces define them: `time_to_title` (first
 * non-empty title), `first_paint`, `first_contentful_paint`, `time_to_display` (largest contentful paint),
 * `dom_content_loaded` and `load` (end of the events), `time_to_interact` (see `timeToInteract`; null if the page was
 * never quiet), `speed_index`. Durations: `total_blocking_time`, up to time to interactive, or to the end of watching if
 * that was never reached. Counts: `asset_count` (requests, including the page's own but not redirects), `request_errors`
 * (requests that failed or got status 400 or above), `js_errors` (uncaught exceptions), `console_errors`.
 *
 * Never throws for what the target or the browser does. Returns within a few seconds after the time-outs of its views,
 * whatever the page does.
 * @throws the signal's reason if it is aborted
 */
export async function checkPage(
  check: Check,
  browser: PageBrowser,
  options: PageOptions,
  signal: AbortSignal,
): Promise<PageResult> {
  const measured: Measurement[] = []
  const onView = (measurement: Measurement) => {
    measured.push(measurement)
    options.onView?.(measurement)
  }
  try {
    return await browser.use((opened) => measure(opened, check, { ...options, onView }, signal), signal)
  } catch (error) {
    signal.throwIfAborted()
    const failure =
      error instanceof Failure
        ? error
        : new Failure('no-browser', `The browser failed: ${reason(error)}`, { cause: error })
    return { measurements: measuredUntil(measured, check, failure), cleanedUp: Promise.resolve(true) }
  }
}

async function measure(browser: Browser, check: Check, options: PageOptions, signal: AbortSignal): Promise<PageResult> {
  const dial = guardedDial(options.guard)
  const relay = await startRelay(dial, check.connectivity)
  const context = await browser
    .newContext({
      ...emulationOf(check.device, browser),
      proxy: { server: `socks5://127.0.0.1:${relay.port}` },
      acceptDownloads: false,
    })
    .catch(async (error) => {
      await relay.close()
      throw error
    })
  options.onStart?.()
  const endWatch = options.delay?.begin()
  const abort = () => void context.close().catch(() => undefined)
  signal.addEventListener('abort', abort, { once: true })
  const busy: Promise<unknown>[] = []
  try {
    const end = performance.now() + viewsOf(check).length * options.timeoutMs
    const results = await viewEach(context, relay, check, options, signal)
    const starts = results.map(({ observation }) => startOf(observation))
    const computing = speedIndexes(
      browser,
      results.map(({ observation }, i) => shownOf(observation, starts[i] ?? 0)),
    )
    busy.push(computing)
    const [indexes, paths] = await Promise.all([
      resultWithin(computing, Math.max(pageLimits.lastIndex, end - performance.now()), signal),
      pathEnds(
        results.flatMap(({ observation }) => observation.network),
        dial,
        options.ca,
        signal,
      ),
    ])
    signal.throwIfAborted()
    const measurements = results.map((result, i) =>
      measurementOf(result, check, options, starts[i] ?? 0, indexes?.[i] ?? null, paths),
    )
    return { measurements, cleanedUp: cleanUp() }
  } catch (error) {
    void cleanUp()
    throw error
  }

  async function cleanUp(): Promise<boolean> {
    endWatch?.()
    signal.removeEventListener('abort', abort)
    const closed = await endsWithin(Promise.allSettled([context.close(), ...busy]), browserLimits.close)
    await relay.close()
    return closed
  }
}

async function viewEach(
  context: BrowserContext,
  relay: Relay,
  check: Check,
  options: PageOptions,
  signal: AbortSignal,
): Promise<ViewResult[]> {
  const { timeoutMs, limits = pageLimits, delay } = options
  const untilQuiet = async (until: AbortSignal) => delay?.settle(until)
  const startedAt = performance.now()
  const results: ViewResult[] = []
  for (const [i, view] of viewsOf(check).entries()) {
    signal.throwIfAborted()
    relay.reset()
    // if closing the last view took long, this one has less time, so that a check never takes longer than all its views
    const left = startedAt + (i + 1) * timeoutMs - performance.now()
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, Math.max(0, left))))])
    const observation = await observePage(context, check, () => relay.received(), { limits, untilQuiet }, deadline)
    signal.throwIfAborted()
    const result = { view, observation, connections: [...relay.connections()], applied: relay.applied() }
    results.push(result)
    // if the next view costs the browser its life, this one isn't lost
    if (i < viewsOf(check).length - 1)
      options.onView?.(measurementOf(result, check, options, startOf(observation), undefined))
    // the page may have opened others; one that keeps navigating may never close
    const closing = Promise.all(context.pages().map((page) => page.close()))
    await endsWithin(closing, pageLimits.close)
  }
  return results
}

/**
 * When the navigation started, in UNIX ms: the document's time origin. If a script navigated on to another page, the
 * start of the first request, since the time origin is then the later document's.
 */
function startOf({ network, vitals, takenAt }: PageObservation): number {
  const first = network.find(({ isPage }) => isPage)?.wall ?? takenAt
  const origin = vitals?.timeOrigin
  return origin !== undefined && origin <= first && first - origin < 1000 ? origin : first
}

function measurementOf(
  { view, observation, connections, applied }: ViewResult,
  check: Check,
  options: PageOptions,
  start: number,
  index: number | null | undefined,
  paths: PathEnds = new Map(),
): Measurement {
  const { network, vitals, errors } = observation
  const page = pageRequest(network)
  // every request has both clocks; the first is closest to the start
  const [anchor] = network
  const unixOf: ClockConversion = (seconds) => (anchor ? anchor.wall + (seconds - anchor.started) * 1000 : start)
  const clock: ClockConversion = (seconds) => Math.max(0, unixOf(seconds) - start)
  const requests = waterfall(network, connections, clock, unixOf)
  const pageRecord = page ? requests[network.indexOf(page)] : undefined
  // a redirect may reuse the connection of an earlier request
  const connected = requests.findLast(({ connect }, i) => network[i]?.isPage && connect !== null)
  const failed = network.filter((one) => hasFailed(one, connections))
  const { timeoutMs } = options
  const failure = failureOfPage({
    observation,
    page,
    connections,
    url: check.url,
    timeoutMs,
    isShown: isShown(observation, index),
  })
  const metrics = metricsOf({
    ...timesOf(observation, start),
    dns: connected?.dns ?? null,
    connect: connected?.connect ?? null,
    tls: connected?.tls ?? null,
    first_byte: page ? firstByteAt(page, clock) : null,
    last_byte: page?.status != null && page.error === null ? (pageRecord?.end ?? null) : null,
    status_code: page?.status ?? null,
    speed_index: index ?? null,
    cumulative_layout_shift: vitals?.layoutShift ?? null,
    asset_count: network.filter(({ redirected }) => !redirected).length,
    bytes_total: network.reduce((sum, { bytes }) => sum + bytes, 0),
    request_errors: failed.length,
    js_errors: errors.exceptions.count,
    console_errors: errors.console.count,
  })
  // an error page, or one that timed out, gets no score
  const isScored = failure === null && !observation.timedOut && page?.status != null && page.status < 400
  const isAnyVisitor = check.headers.length === 0 && check.credentials === null
  const paintedAt = start + (metrics.first_contentful_paint ?? Infinity)
  metrics.service_score = isScored ? scoreOf(metrics, check.device) : null
  const screenshots = check.screenshots ? filmstripOf(observation.frames, start) : []
  if (observation.finalFrame) screenshots.push(jpeg(observation.finalFrame.wall - start, observation.finalFrame.data))
  const measurement: Measurement = {
    view,
    takenAt: observation.takenAt,
    metrics,
    issues: issuesOf({
      url: check.url,
      failure,
      status: page?.status ?? null,
      bodyLimit: null,
      unfinished: observation.timedOut && failure === null ? { timeoutMs, open: holdingUpLoad(network) } : null,
      failedAssets: failed
        .filter(({ isPage }) => !isPage)
        .map((one) => ({ url: one.url, status: one.status, error: failureOf(one, connections) })),
      exceptions: errors.exceptions.texts,
      consoleErrors: errors.console.texts,
      score: metrics.service_score,
      notScored: isScored && metrics.service_score === null ? whyNotScored(metrics) : null,
    }),
    requests,
    headers: page ? headersOf(page) : [],
    applied,
    screenshots,
    device: deviceOf(check.device ?? 'DESKTOP'),
    loadedFirst: isScored && isAnyVisitor && view === 'EMPTY' ? loadedFirst(network, page, paintedAt) : null,
    certificate: certificateOf(network, paths),
    runnerDelay: null,
  }
  const { delay } = options
  if (!delay) return measurement
  const ends = [...times.map((name) => metrics[name]), observation.timedOut ? observation.endedAt - start : null]
  const delays = ends.flatMap((took) => (took === null ? [] : [{ took, late: delay.between(start, start + took) }]))
  return withDelay(measurement, worstDelay(delays))
}

/** What the screen showed of the page itself, leaving out the browser's own error page. */
function shownOf(observation: PageObservation, start: number): Shown {
  const { vitals, timedOut, crashed, navigationError, frames } = observation
  const { time_to_display = null, first_contentful_paint = null, load = null } = timesOf(observation, start)
  return {
    frames: vitals || (timedOut && !crashed && navigationError === null) ? frames : [],
    start,
    settled: settledAt({ largestPaint: time_to_display, firstPaint: first_contentful_paint, load }),
  }
}

/** The times that show a delay. */
const times = ['first_byte', 'first_contentful_paint', 'time_to_display', 'dom_content_loaded', 'load'] as const

/** What the document measured, converted to the check's clock. */
function timesOf({ vitals, network }: PageObservation, start: number): Partial<Metrics> {
  if (!vitals) return {}
  const shift = vitals.timeOrigin - start
  const at = (value: number | null) => (value === null ? null : Math.max(0, value + shift))
  const fcp = vitals.firstContentfulPaint
  const interactive = interactiveOf(vitals, network)
  return {
    time_to_title: at(vitals.title),
    first_paint: at(vitals.firstPaint),
    first_contentful_paint: at(fcp),
    time_to_display: at(vitals.largestContentfulPaint),
    dom_content_loaded: at(vitals.domContentLoaded),
    load: at(vitals.load),
    time_to_interact: at(interactive),
    total_blocking_time: fcp === null ? null : totalBlockingTime(vitals.longTasks, fcp, interactive ?? vitals.now),
  }
}
