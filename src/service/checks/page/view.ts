import type { BrowserContext, Page } from 'playwright-core'
import { slowDown } from './emulation.ts'
import { pageLimits } from './limits.ts'
import type { Session } from './child-session.ts'
import { orAborted } from '../../../shared/guard/index.ts'
import { type ScreencastFrame, startScreencast } from './filmstrip.ts'
import { quietWindowMs, timeToInteract } from './interactive.ts'
import { PageErrors, watchErrors } from './errors.ts'
import { isOwnTarget, sendCheckHeaders } from './headers.ts'
import {
  NetworkLog,
  type NetworkRequest,
  type PageLimits,
  isBrokenOff,
  isFailedNavigation,
  isNavigating,
  watchNetwork,
} from './network.ts'
import { watchTargets } from './targets.ts'
import { type Vitals, observer, readVitals, worldName } from './vitals.ts'
import { resultWithin } from '../within.ts'
import type { Check } from '../probe.ts'

/** The raw data of one view. */
export interface PageObservation {
  /** When the navigation was requested, in UNIX ms. */
  readonly takenAt: number
  /** When watching ended, in UNIX ms. */
  readonly endedAt: number
  readonly network: readonly NetworkRequest[]
  readonly errors: PageErrors
  /** Undefined if there was no document. */
  readonly vitals: Vitals | undefined
  /** Chromium's error code if the navigation failed, such as `net::ERR_CERT_DATE_INVALID`. */
  readonly navigationError: string | null
  readonly isDownload: boolean
  readonly crashed: boolean
  /** The deadline passed before the page had loaded. */
  readonly timedOut: boolean
  /** Which limit the page exceeded, so that it was stopped; null if it exceeded none. */
  readonly exceeded: string | null
  readonly frames: readonly ScreencastFrame[]
  readonly finalFrame: ScreencastFrame | null
}

const pollIntervalMs = 200
/** If the page doesn't answer for this long, its main thread is busy. */
const unresponsiveMs = 1500

/** A page that has been opened but not navigated yet, and what is recorded of it from now on. */
interface WatchedPage {
  readonly session: Session
  readonly frameId: string
  readonly network: NetworkLog
  readonly errors: PageErrors
  readonly frames: () => readonly ScreencastFrame[]
  readonly hasCrashed: () => boolean
  /** How many bytes it has received. */
  readonly received: () => number
}

export interface ObserveOptions {
  readonly limits: PageLimits
  /** Waits until the browser is quiet, at most until the signal is aborted. */
  readonly untilQuiet: (signal: AbortSignal) => Promise<void>
}

/**
 * Opens a page and watches it until it has loaded and been quiet long enough to determine time to interactive, or until
 * `deadline`. Leaves the page open, and returns soon after the deadline whatever the page does.
 * @throws what Playwright throws if the browser or the context is gone
 */
export async function observePage(
  context: BrowserContext,
  check: Check,
  received: () => number,
  { limits, untilQuiet }: ObserveOptions,
  deadline: AbortSignal,
): Promise<PageObservation> {
  try {
    const watched = await orAborted(watchPage(context, check, received, limits), deadline)
    await untilQuiet(deadline)
    return await observe(watched, check, deadline)
  } catch (error) {
    if (deadline.aborted) return unopened()
    throw error
  }
}

async function watchPage(
  context: BrowserContext,
  check: Check,
  received: () => number,
  limits: PageLimits,
): Promise<WatchedPage> {
  const page = await context.newPage()
  closePopups(page)
  const session = await context.newCDPSession(page)
  let crashed = false
  page.on('crash', () => (crashed = true))
  await session.send('Page.enable')
  const { frameTree } = await session.send('Page.getFrameTree')
  const frameId = frameTree.frame.id
  const network = new NetworkLog(limits)
  const errors = new PageErrors()
  await watchNetwork(session, frameId, network)
  await watchErrors(session, errors)
  await watchTargets(session, (target, info) =>
    Promise.allSettled([
      watchNetwork(target, frameId, network),
      watchErrors(target, errors),
      isOwnTarget(info, check) ? sendCheckHeaders(target, check) : undefined,
    ]),
  )
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: observer, worldName })
  await sendCheckHeaders(session, check)
  await slowDown(session, check.device)
  const { frames } = await startScreencast(session)
  return { session, frameId, network, errors, frames, hasCrashed: () => crashed, received }
}

/** Windows that a page opens are no part of it. */
function closePopups(page: Page): void {
  page.on('popup', (popup) => {
    closePopups(popup)
    popup.close().catch(() => undefined)
  })
}

async function observe(watched: WatchedPage, check: Check, deadline: AbortSignal): Promise<PageObservation> {
  const { session, frameId, network, errors } = watched
  const takenAt = Date.now()
  let navigationError: string | null = null
  let isDownload = false
  let vitals: Vitals | undefined
  try {
    const answer = await orAborted(session.send('Page.navigate', { url: check.url }), deadline)
    navigationError = answer.errorText ?? null
    isDownload = answer.isDownload ?? false
    if (!answer.errorText) vitals = await settle(watched, deadline)
  } catch (error) {
    if (!deadline.aborted) throw error
  }
  const alive =
    !watched.hasCrashed() && navigationError === null && !isDownload && !network.requests.some(isFailedNavigation)
  const timedOut = deadline.aborted && (!vitals || !isLoaded(vitals) || isNavigating(network.requests))
  const [lastVitals, finalFrame] = await Promise.all([
    alive ? (vitals ?? resultWithin(readVitals(session, frameId), pageLimits.lastAnswer)) : undefined,
    alive && check.screenshots ? resultWithin(capture(session), pageLimits.lastAnswer) : undefined,
  ])
  return {
    takenAt,
    endedAt: Date.now(),
    // as they are now: closing the page ends those still in progress
    network: network.requests.map((request) => ({ ...request })),
    errors,
    vitals: lastVitals,
    navigationError,
    isDownload,
    crashed: watched.hasCrashed(),
    timedOut,
    exceeded: network.exceeded,
    frames: watched.frames(),
    finalFrame: finalFrame ?? null,
  }
}

/** The browser was too busy to open a page before the deadline, as when the page of the view before couldn't be closed. */
function unopened(): PageObservation {
  return {
    takenAt: Date.now(),
    endedAt: Date.now(),
    network: [],
    errors: new PageErrors(),
    vitals: undefined,
    navigationError: null,
    isDownload: false,
    crashed: false,
    timedOut: true,
    exceeded: null,
    frames: [],
    finalFrame: null,
  }
}

/** Reads the page's vitals until it has settled, crashed or timed out. */
async function settle({ session, frameId, network, hasCrashed, received }: WatchedPage, deadline: AbortSignal) {
  let vitals: Vitals | undefined
  let answeredAt = performance.now()
  let brokenAt: number | undefined
  while (!deadline.aborted && !hasCrashed() && network.exceeded === null) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    const read = await resultWithin(readVitals(session, frameId), pageLimits.answer, deadline)
    if (read) answeredAt = performance.now()
    network.receive(received())
    vitals = read ?? vitals
    if (network.requests.some(isFailedNavigation) || (vitals && isSettled(vitals, network.requests))) break
    if (!isBrokenOff(network.requests)) brokenAt = undefined
    else if (performance.now() - (brokenAt ??= performance.now()) >= quietWindowMs) break
  }
  return vitals && addUnfinishedTask(vitals, performance.now() - answeredAt)
}

/** A page that stopped answering runs a task that hasn't ended, and so isn't reported. Adds it as a long task. */
function addUnfinishedTask(vitals: Vitals, silentMs: number): Vitals {
  if (silentMs < unresponsiveMs) return vitals
  const now = vitals.now + silentMs
  return { ...vitals, longTasks: [...vitals.longTasks, { start: vitals.now, end: now }], now }
}

/** A page that begins a download while it loads, or calls another program, is complete without ever having its event `load`. */
const isLoaded = ({ load, isComplete }: Vitals) => load !== null || isComplete

function isSettled(vitals: Vitals, network: readonly NetworkRequest[]): boolean {
  if (!isLoaded(vitals)) return false
  const { firstContentfulPaint, domContentLoaded, load, now } = vitals
  if (firstContentfulPaint === null || domContentLoaded === null)
    return now - (load ?? firstContentfulPaint ?? 0) >= quietWindowMs
  return interactiveOf(vitals, network) !== null
}

/** Time to interactive in ms from the document's time origin; null if it isn't known, or not yet. */
export function interactiveOf(vitals: Vitals, network: readonly NetworkRequest[]): number | null {
  if (vitals.firstContentfulPaint === null || vitals.domContentLoaded === null) return null
  const onClock = (seen: NetworkRequest, seconds: number) =>
    seen.wall + (seconds - seen.started) * 1000 - vitals.timeOrigin
  const requests = network
    .filter(({ method, kind }) => method === 'GET' && kind !== 'WebSocket' && kind !== 'EventSource')
    .map((seen) => ({
      start: onClock(seen, seen.started),
      end: seen.ended === null ? Infinity : onClock(seen, seen.ended),
    }))
  return timeToInteract({
    firstContentfulPaint: vitals.firstContentfulPaint,
    domContentLoaded: vitals.domContentLoaded,
    longTasks: vitals.longTasks,
    requests,
    until: vitals.now,
  })
}

async function capture(session: Session): Promise<ScreencastFrame> {
  const { data } = await session.send('Page.captureScreenshot', { format: 'jpeg', quality: 70 })
  return { wall: Date.now(), data }
}
