import type { Browser } from 'playwright-core'
import type { Metrics } from '../../../contract/index.ts'
import type { BrowserPool } from './browser-pool.ts'
import { guardedDial } from '../dial.ts'
import { Failure, reason } from '../failure.ts'
import { jpeg, speedIndexes, strip } from './filmstrip.ts'
import { totalBlockingTime } from './interactive.ts'
import { metricsOf } from '../metrics.ts'
import type { Seen } from './network.ts'
import { type OnClock, answeredAt, askedFor, failureOf, waterfall } from './waterfall.ts'
import { type Observation, interactiveOf, navigationFailure, observePage } from './view.ts'
import type { Applied, Check, Measurement, View } from '../probe.ts'
import { type ProxiedConnection, startRelay } from '../throttle/relay.ts'
import { scoreOf } from './score.ts'
import { issuesOf } from '../severity.ts'
import type { Guard } from '../target-guard.ts'

export interface PageOptions {
  readonly guard: Guard
  /** For one view, from the navigation until the page is quiet. */
  readonly timeoutMs: number
}

/** Lighthouse's window for desktop (`core/config/constants.js`). */
const viewport = { width: 1350, height: 940 }

interface Viewed {
  readonly view: View
  readonly seen: Observation
  readonly asked: readonly ProxiedConnection[]
  readonly applied: Applied | null
}

/**
 * One page check: each view in turn in one fresh context, so that FULL finds what EMPTY left in the cache; connections
 * are closed in between, as they would be by the time that a visitor comes back. All traffic goes through a relay of
 * its own, and so past the guard.
 *
 * Metrics, in ms from the start of the navigation and in the sense of the browser's timing interfaces: `time_to_title`
 * (the title is first not empty), `first_paint`, `first_contentful_paint`, `time_to_display` (largest contentful paint),
 * `dom_content_loaded` and `load` (end of the events), `time_to_interact` (see `timeToInteract`; null where the page was
 * never quiet), `speed_index`. Durations: `total_blocking_time`, up to time to interactive, or to the end of watching
 * where that never came. Counts: `asset_count` (requests, the page's own included, redirects not), `request_errors` (those
 * that failed or were answered with 400 or more), `js_errors` (uncaught exceptions), `console_errors`.
 *
 * Never throws for what the target does, nor for what the browser does.
 * @throws the signal's reason where it is aborted
 */
export async function checkPage(
  check: Check,
  pool: BrowserPool,
  options: PageOptions,
  signal: AbortSignal,
): Promise<Measurement[]> {
  try {
    return await pool.use((browser) => measure(browser, check, options, signal), signal)
  } catch (error) {
    signal.throwIfAborted()
    const failure =
      error instanceof Failure
        ? error
        : new Failure('no-browser', `The browser failed: ${reason(error)}`, { cause: error })
    return unmeasured(check, failure)
  }
}

/** A measurement of nothing for each view, saying why. */
export function unmeasured(check: Check, failure: Failure): Measurement[] {
  const facts = {
    url: check.url,
    failure,
    status: null,
    bodyLimit: null,
    assets: [],
    exceptions: [],
    consoleErrors: [],
    score: null,
  }
  const nothing = {
    metrics: metricsOf({}),
    issues: issuesOf(facts),
    requests: [],
    headers: [],
    applied: null,
    screenshots: [],
  }
  return viewsOf(check).map((view) => ({ view, takenAt: Date.now(), ...nothing }))
}

const viewsOf = (check: Check): readonly View[] => (check.views.length > 0 ? check.views : ['EMPTY'])

async function measure(
  browser: Browser,
  check: Check,
  options: PageOptions,
  signal: AbortSignal,
): Promise<Measurement[]> {
  const relay = await startRelay(guardedDial(options.guard), check.connectivity)
  const context = await browser
    .newContext({ viewport, proxy: { server: `socks5://127.0.0.1:${relay.port}` }, acceptDownloads: false })
    .catch(async (error) => {
      await relay.close()
      throw error
    })
  const stop = () => void context.close().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const viewed: Viewed[] = []
    for (const view of viewsOf(check)) {
      signal.throwIfAborted()
      relay.renew()
      const seen = await observePage(context, check, AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs)]))
      viewed.push({ view, seen, asked: [...relay.asked()], applied: relay.applied() })
    }
    signal.throwIfAborted()
    const starts = viewed.map(({ seen }) => startOf(seen))
    const indexes = await speedIndexes(
      browser,
      viewed.map(({ seen }, i) => ({ shots: seen.vitals ? seen.shots : [], start: starts[i] ?? 0 })),
    )
    return viewed.map((one, i) => summed(one, check, options, starts[i] ?? 0, indexes[i] ?? null))
  } finally {
    signal.removeEventListener('abort', stop)
    await context.close().catch(() => undefined)
    await relay.close()
  }
}

/**
 * When the navigation began, in UNIX ms: the document's time origin, but that of the first where a script led on to
 * another, of which only the first request is known.
 */
function startOf({ network, vitals, takenAt }: Observation): number {
  const first = network.find(({ isPage }) => isPage)?.wall ?? takenAt
  const origin = vitals?.timeOrigin
  return origin !== undefined && origin <= first && first - origin < 1000 ? origin : first
}

function summed(
  { view, seen, asked, applied }: Viewed,
  check: Check,
  options: PageOptions,
  start: number,
  index: number | null,
): Measurement {
  const { network, vitals, errors } = seen
  const page = network.findLast(({ isPage, redirected }) => isPage && !redirected)
  // Any request has both clocks; the first is nearest to the start.
  const [anchor] = network
  const unixOf: OnClock = (seconds) => (anchor ? anchor.wall + (seconds - anchor.started) * 1000 : start)
  const clock: OnClock = (seconds) => Math.max(0, unixOf(seconds) - start)
  const requests = waterfall(network, asked, clock, unixOf)
  const own = page ? requests[network.indexOf(page)] : undefined
  // Where a redirect stays on its connection, that was opened for an earlier request.
  const opened = requests.findLast(({ connect }, i) => network[i]?.isPage && connect !== null)
  const failed = network.filter((one) => failureOf(one, asked) !== null || (one.status ?? 0) >= 400)
  const failure = failureOfPage(seen, page, asked, check.url, options.timeoutMs)
  const metrics = metricsOf({
    ...timesOf(seen, start),
    dns: opened?.dns ?? null,
    connect: opened?.connect ?? null,
    tls: opened?.tls ?? null,
    first_byte: page ? answeredAt(page, clock) : null,
    last_byte: page?.status != null && page.error === null ? (own?.end ?? null) : null,
    status_code: page?.status ?? null,
    speed_index: index,
    cumulative_layout_shift: vitals?.layoutShift ?? null,
    asset_count: network.filter(({ redirected }) => !redirected).length,
    bytes_total: network.reduce((sum, { bytes }) => sum + bytes, 0),
    request_errors: failed.length,
    js_errors: errors.exceptions.length,
    console_errors: errors.console.length,
  })
  // A page that answered with an error, or not in time, has no performance to judge.
  const judged = failure === null && page?.status != null && page.status < 400
  metrics.service_score = judged ? scoreOf(metrics) : null
  const shots = check.screenshots ? strip(seen.shots, start) : []
  if (seen.finalShot) shots.push(jpeg(seen.finalShot.wall - start, seen.finalShot.data))
  return {
    view,
    takenAt: seen.takenAt,
    metrics,
    issues: issuesOf({
      url: check.url,
      failure,
      status: page?.status ?? null,
      bodyLimit: null,
      assets: failed
        .filter(({ isPage }) => !isPage)
        .map((one) => ({ url: one.url, status: one.status, error: failureOf(one, asked) })),
      exceptions: errors.exceptions,
      consoleErrors: errors.console,
      score: metrics.service_score,
    }),
    requests,
    headers: headersOf(page),
    applied,
    screenshots: shots,
  }
}

/** What the document measured of itself, moved onto the check's clock. */
function timesOf({ vitals, network }: Observation, start: number): Partial<Metrics> {
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

function failureOfPage(
  seen: Observation,
  page: Seen | undefined,
  asked: readonly ProxiedConnection[],
  url: string,
  timeoutMs: number,
): Failure | null {
  const { host } = new URL(page?.url ?? url)
  if (seen.crashed) return new Failure('navigation-failed', `The page of ${host} brought its browser process down.`)
  if (seen.isDownload) return new Failure('navigation-failed', `${host} answered with a download, not with a page.`)
  // A script may have led on to a page that failed.
  const error = seen.navigationError ?? (page?.canceled ? null : (page?.error ?? null))
  if (error !== null) {
    // An error without a body is Chromium's failure, but the server did answer.
    if ((page?.status ?? 0) >= 400) return null
    if (page?.status === 204 || page?.status === 205)
      return new Failure(
        'navigation-failed',
        `${host} answered with status ${page.status}, which comes without a page.`,
      )
    const known = /SOCKS|PROXY/.test(error)
      ? askedFor(page?.url ?? url, asked).findLast(({ failure }) => failure)?.failure
      : null
    return known ?? navigationFailure(error, host)
  }
  if (!seen.late) return null
  return new Failure(
    'timeout',
    `${host} ${page?.status == null ? 'did not answer' : 'had not loaded'} within ${timeoutMs / 1000} s.`,
  )
}

/** DevTools joins the values of a header that came more than once by line breaks. */
function headersOf(page: Seen | undefined): { name: string; value: string }[] {
  return Object.entries(page?.headers ?? {}).flatMap(([name, values]) =>
    values.split('\n').map((value) => ({ name, value })),
  )
}
