import type { BrowserContext, CDPSession } from 'playwright-core'
import { Failure, orAborted } from '../failure.ts'
import { type Shot, startFilm } from './filmstrip.ts'
import { quietWindow, timeToInteract } from './interactive.ts'
import { type PageErrors, watchErrors } from './errors.ts'
import { sendOwnHeaders } from './headers.ts'
import { type Seen, watchNetwork } from './network.ts'
import { type Vitals, observer, readVitals, worldName } from './vitals.ts'
import type { Check } from '../probe.ts'

/** What one view of a page left behind, before anything is made of it. */
export interface Observation {
  /** UNIX ms at which the navigation was asked for. */
  readonly takenAt: number
  readonly network: readonly Seen[]
  readonly errors: PageErrors
  /** Undefined where no document came. */
  readonly vitals: Vitals | undefined
  /** Chromium's own word for a navigation that failed, like `net::ERR_CERT_DATE_INVALID`. */
  readonly navigationError: string | null
  readonly isDownload: boolean
  readonly crashed: boolean
  /** The time was up before the page had loaded. */
  readonly late: boolean
  readonly shots: readonly Shot[]
  readonly finalShot: Shot | null
}

const pollEvery = 200
/** Without an answer for so long, the page's main thread is busy. */
const unresponsive = 1500

/**
 * Opens the page and watches it until it has loaded and been quiet for long enough to tell time to interactive, or until
 * `deadline`.
 * @throws what Playwright throws where the browser or the context is gone
 */
export async function observePage(context: BrowserContext, check: Check, deadline: AbortSignal): Promise<Observation> {
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    const state = { crashed: false, isDownload: false, navigationError: null as string | null }
    page.on('crash', () => (state.crashed = true))
    await session.send('Page.enable')
    const { frameTree } = await session.send('Page.getFrameTree')
    const frameId = frameTree.frame.id
    const network = await watchNetwork(session, frameId)
    const errors = await watchErrors(session)
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: observer, worldName })
    await sendOwnHeaders(session, check)
    const film = await startFilm(session)

    const takenAt = Date.now()
    const navigation = session.send('Page.navigate', { url: check.url })
    let vitals: Vitals | undefined
    try {
      const answer = await orAborted(navigation, deadline)
      state.navigationError = answer.errorText ?? null
      state.isDownload = answer.isDownload ?? false
      if (!answer.errorText) vitals = await settle(session, frameId, network.all, deadline, () => state.crashed)
    } catch (error) {
      if (!deadline.aborted) throw error
    }
    const alive = !state.crashed && state.navigationError === null && !state.isDownload && !ledAstray(network.all)
    const unanswered = network.all.findLast(({ isPage }) => isPage)?.status == null
    const late = deadline.aborted && (vitals?.load == null || unanswered)
    if (alive && !vitals) vitals = await briefly(readVitals(session, frameId))
    const finalShot = check.screenshots && alive ? ((await briefly(capture(session))) ?? null) : null
    return {
      takenAt,
      network: network.all,
      errors,
      vitals: alive ? vitals : undefined,
      ...state,
      late,
      shots: film.shots(),
      finalShot,
    }
  } finally {
    await page.close().catch(() => undefined)
  }
}

/** Reads what the page has seen until there is nothing more to wait for. */
async function settle(
  session: CDPSession,
  frameId: string,
  network: readonly Seen[],
  deadline: AbortSignal,
  gone: () => boolean,
) {
  let vitals: Vitals | undefined
  let answered = performance.now()
  while (!deadline.aborted && !gone()) {
    await new Promise((resolve) => setTimeout(resolve, pollEvery))
    const read = await briefly(readVitals(session, frameId))
    if (read) answered = performance.now()
    vitals = read ?? vitals
    if (ledAstray(network) || (vitals && isSettled(vitals, network))) break
  }
  return vitals && blockedFor(vitals, performance.now() - answered)
}

/** A page that stopped answering is in a task that has not ended, and so was not reported: it is as long as the silence. */
function blockedFor(vitals: Vitals, silent: number): Vitals {
  if (silent < unresponsive) return vitals
  const now = vitals.now + silent
  return { ...vitals, longTasks: [...vitals.longTasks, { start: vitals.now, end: now }], now }
}

/** A script led on to a page that never came: what is shown is the browser's own page about it. */
function ledAstray(network: readonly Seen[]): boolean {
  const page = network.findLast(({ isPage }) => isPage)
  return page !== undefined && page.error !== null && !page.canceled && page.status === null
}

function isSettled(vitals: Vitals, network: readonly Seen[]): boolean {
  if (vitals.load === null) return false
  if (vitals.firstContentfulPaint === null) return vitals.now - vitals.load >= quietWindow
  return interactiveOf(vitals, network) !== null
}

/** Time to interactive in ms from the document's time origin; null where it has not come, or can't yet be told. */
export function interactiveOf(vitals: Vitals, network: readonly Seen[]): number | null {
  if (vitals.firstContentfulPaint === null || vitals.domContentLoaded === null) return null
  const onClock = (seen: Seen, seconds: number) => seen.wall + (seconds - seen.started) * 1000 - vitals.timeOrigin
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

async function capture(session: CDPSession): Promise<Shot> {
  const { data } = await session.send('Page.captureScreenshot', { format: 'jpeg', quality: 70 })
  return { wall: Date.now(), data }
}

/** A page whose scripts never pause doesn't answer; what it knows is then lost, but not the check. */
async function briefly<T>(work: Promise<T>): Promise<T | undefined> {
  return orAborted(work, AbortSignal.timeout(2000)).catch(() => undefined)
}

/** What a navigation's failure means, from Chromium's word for it (`net_error_list.h`). */
export function navigationFailure(error: string, host: string): Failure {
  const code = error.replace(/^net::/, '')
  if (/^ERR_(CERT|SSL|BAD_SSL)/.test(code))
    return new Failure('tls-failed', `No secure connection to ${host}: ${code}.`)
  if (code === 'ERR_NAME_NOT_RESOLVED') return new Failure('dns-failed', `${host} could not be looked up: ${code}.`)
  if (code.endsWith('TIMED_OUT')) return new Failure('timeout', `${host} did not answer in time: ${code}.`)
  if (code === 'ERR_TOO_MANY_REDIRECTS') return new Failure('too-many-redirects', `${host} redirected too many times.`)
  if (
    /^ERR_(EMPTY_RESPONSE|INVALID_HTTP_RESPONSE|INCOMPLETE|CONTENT_LENGTH|RESPONSE|HTTP2|INVALID_CHUNKED)/.test(code)
  ) {
    return new Failure('no-answer', `${host} did not answer in full: ${code}.`)
  }
  if (/SOCKS|PROXY|CONNECTION|ADDRESS/.test(code))
    return new Failure('connect-failed', `No connection to ${host}: ${code}.`)
  return new Failure('navigation-failed', `${host} could not be opened as a page: ${code}.`)
}
