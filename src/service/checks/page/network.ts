import { pageLimits } from './limits.ts'
import { cut } from '../cut.ts'
import type { Session } from './child-session.ts'
import { failureWords, isHarmless } from './refusals.ts'

/** DevTools' `Network.ResourceTiming`: `requestTime` in monotonic seconds, the rest in ms from it, -1 for none. */
export interface ResourceTiming {
  readonly requestTime: number
  readonly dnsStart: number
  readonly dnsEnd: number
  readonly connectStart: number
  readonly connectEnd: number
  readonly sslStart: number
  readonly sslEnd: number
  readonly sendStart: number
  readonly receiveHeadersEnd: number
}

interface Response {
  readonly status: number
  readonly protocol?: string
  readonly timing?: ResourceTiming
  readonly securityDetails?: { /** Seconds since 1970. */ readonly validTo: number }
  readonly headers: Readonly<Record<string, string>>
  readonly fromDiskCache?: boolean
  readonly fromServiceWorker?: boolean
  readonly encodedDataLength: number
}

/** One request as DevTools reports it; a redirect ends it and starts another. Times are monotonic seconds. */
export interface NetworkRequest {
  readonly id: string
  readonly url: string
  readonly method: string
  readonly kind: string
  /** The navigation to the page itself, or a redirect of it. */
  readonly isPage: boolean
  /** The page's main frame waits for it before it's shown, or shows its text in it. */
  readonly isUrgent: boolean
  readonly started: number
  /** UNIX ms of `started`. */
  readonly wall: number
  ended: number | null
  status: number | null
  protocol: string | null
  timing: ResourceTiming | null
  /** When the server's certificate ends, UNIX ms; null without a secure connection. */
  certificateEnds: number | null
  headers: Readonly<Record<string, string>>
  bytes: number
  /** Answered by the browser's cache or a service worker. */
  cached: boolean
  redirected: boolean
  error: string | null
  /** Ended by the page or a rule of the browser, which isn't a failure. */
  canceled: boolean
  /** A document that has replaced the one before. A download and an answer without content replace nothing. */
  committed: boolean
  /** The status that arrived, also if the browser kept the answer from the page. */
  answered: number | null
}

/** What is known of a request before its response begins. */
export const unanswered = {
  ended: null,
  status: null,
  protocol: null,
  timing: null,
  certificateEnds: null,
  headers: {},
  bytes: 0,
  cached: false,
  redirected: false,
  error: null,
  canceled: false,
  committed: false,
  answered: null,
} as const satisfies Partial<NetworkRequest>

/** What a page may load before it is stopped. */
export interface PageLimits {
  readonly requests: number
  readonly bytes: number
}

/** The requests of a page and its frames, filled as they happen. */
export class NetworkLog {
  readonly requests: NetworkRequest[] = []
  /** By DevTools' id, which is unique across sessions; the latest of a chain of redirects. */
  readonly current = new Map<string, NetworkRequest>()
  /** The same, with those that have failed. */
  readonly latest = new Map<string, NetworkRequest>()
  /** Which limit the page exceeded; null if it exceeded none. */
  exceeded: string | null = null
  readonly #limits: PageLimits
  readonly #leftOut = new Set<string>()
  /** Statuses that were known before their request was, by its id. */
  readonly #early = new Map<string, number>()

  constructor(limits: PageLimits = pageLimits) {
    this.#limits = limits
  }

  add(request: NetworkRequest): void {
    if (this.#leftOut.has(request.id)) return
    if (this.requests.length < this.#limits.requests) {
      this.requests.push(request)
      request.answered ??= this.#early.get(request.id) ?? null
      this.#early.delete(request.id)
      this.current.set(request.id, request)
      this.latest.set(request.id, request)
    } else this.exceeded ??= `made more than ${this.#limits.requests} requests`
  }

  /** Records the status of an answer, which may be known before the request is, and after it has failed. */
  answer(id: string, status: number): void {
    const request = this.latest.get(id)
    if (request) {
      request.answered = status
      if (request.error !== null) request.status ??= answeredStatus(request)
    } else if (this.#early.size < this.#limits.requests) this.#early.set(id, status)
  }

  /** Leaves a request out that is no part of the page, also if it's still to be added. */
  leaveOut(id: string): void {
    if (this.#leftOut.size < this.#limits.requests) this.#leftOut.add(id)
    for (let at = this.requests.length - 1; at >= 0; at--) if (this.requests[at]?.id === id) this.requests.splice(at, 1)
  }

  /** Notes how many bytes the page has received, with its workers and whatever else isn't in the log. */
  receive(bytes: number): void {
    if (bytes > this.#limits.bytes) this.exceeded ??= `loaded more than ${Math.round(this.#limits.bytes / 2 ** 20)} MiB`
  }
}

/**
 * The request whose answer, or failure, is what a visitor sees: the latest for the page itself, if scripts navigated on.
 * A navigation that was cancelled before it was committed replaced nothing, nor has one that nobody has answered yet, and
 * nothing but the browser's own reload follows a failed one. Undefined if the page hasn't been requested.
 */
export function pageRequest(requests: readonly NetworkRequest[]): NetworkRequest | undefined {
  const navigations = requests.filter(({ isPage, redirected }) => isPage && !redirected)
  return (
    navigations.find(isFailedNavigation) ??
    navigations.findLast(({ status, canceled, committed }) => committed || (status !== null && !canceled)) ??
    navigations.findLast(({ canceled }) => !canceled) ??
    navigations.at(-1)
  )
}

/** Whether the page navigates to where nothing has answered yet. */
export function isNavigating(requests: readonly NetworkRequest[]): boolean {
  return requests.some(
    ({ isPage, redirected, status, ended }) => isPage && !redirected && status === null && ended === null,
  )
}

/** Whether it ended without an answer, so that Chromium shows its own error page. */
export const isFailedNavigation = ({ isPage, error, canceled, status }: NetworkRequest): boolean =>
  isPage && error !== null && !canceled && status === null

/** Whether the page's answer broke off, so that it never finishes loading; what has come of it may still load more, or navigate on. */
export function isBrokenOff(requests: readonly NetworkRequest[]): boolean {
  const page = pageRequest(requests)
  return page !== undefined && page.error !== null && !page.canceled && !isNavigating(requests)
}

/** The browser's own request for /favicon.ico isn't part of the page, and its failure isn't the page's. */
function isGuessedIcon({
  type,
  request,
  initiator,
}: {
  type?: string
  request: { url: string }
  initiator: { type: string }
}): boolean {
  return (
    type === 'Other' &&
    initiator.type === 'other' &&
    request.url.endsWith('/favicon.ico') &&
    new URL(request.url).pathname === '/favicon.ico'
  )
}

/**
 * What a page may need next is no part of it: what is fetched ahead (`Sec-Purpose`, Fetch, section 3.8; libraries send names
 * of their own, as Next.js does), and the rules of what may be (Speculation Rules, section 1.3).
 */
function isForNextPage({
  type,
  headers = {},
}: {
  type?: string | undefined
  headers?: Record<string, string> | undefined
}): boolean {
  return (
    type === 'Prefetch' ||
    Object.entries(headers).some(
      ([name, value]) =>
        (/^(?:(?:x-)?(?:sec-)?purpose|x-moz)$/i.test(name) && /^prefetch\b/i.test(value)) ||
        (/^next-router-prefetch$/i.test(name) && value !== '0') ||
        (/^sec-fetch-dest$/i.test(name) && value === 'speculationrules'),
    )
  )
}

/** DevTools doesn't tell a report of the page's policy from other requests. */
function kindOf({
  type,
  request,
}: {
  type?: string | undefined
  request: { headers?: Record<string, string> }
}): string {
  const isReport = Object.values(request.headers ?? {}).includes('application/csp-report')
  return isReport ? 'Ping' : (type ?? 'Other')
}

/** Older browsers don't say whether a request blocks rendering, and then none does. */
function isUrgent({
  type,
  renderBlockingBehavior: blocks,
}: {
  type?: string
  renderBlockingBehavior?: string
}): boolean {
  return type === 'Font' || blocks === 'Blocking' || blocks === 'InBodyParserBlocking'
}

/** Fills the log with what a session sees. `frameId` is the page's main frame. */
export async function watchNetwork(session: Session, frameId: string, log: NetworkLog): Promise<void> {
  const { current, latest } = log
  const applyResponse = (request: NetworkRequest, response: Response) => {
    request.status = response.status || null
    request.protocol = response.protocol ?? null
    request.timing = response.timing ?? null
    request.certificateEnds = response.securityDetails ? response.securityDetails.validTo * 1000 : null
    request.headers = headersOf(response)
    request.cached ||= response.fromDiskCache === true || response.fromServiceWorker === true
    request.bytes = Math.max(0, response.encodedDataLength)
  }
  session.on('Network.requestWillBeSent', (event) => {
    const before = current.get(event.requestId)
    if (before && event.redirectResponse) {
      applyResponse(before, event.redirectResponse)
      before.redirected = true
      before.ended = event.timestamp
    }
    if (!/^(https?|wss?):/.test(event.request.url) || isGuessedIcon(event)) return
    if (isForNextPage({ type: event.type, headers: event.request.headers })) return
    const request: NetworkRequest = {
      id: event.requestId,
      url: addressOf(event.request),
      method: event.request.method,
      kind: kindOf(event),
      isPage: event.type === 'Document' && event.frameId === frameId,
      isUrgent: event.frameId === frameId && isUrgent(event),
      started: event.timestamp,
      wall: event.wallTime * 1000,
      ...unanswered,
    }
    log.add(request)
  })
  // comes before or after all else about the request, and knows all of its headers
  session.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    if (isForNextPage({ headers })) log.leaveOut(requestId)
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const request = current.get(requestId)
    if (request) request.cached = true
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = current.get(requestId)
    if (request) applyResponse(request, response)
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = current.get(requestId)
    if (request) request.bytes += encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = current.get(requestId)
    if (!request) return
    request.ended = timestamp
    request.bytes = encodedDataLength
  })
  // comes before or after all else about the request
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => log.answer(requestId, statusCode))
  session.on('Page.frameNavigated', ({ frame }) => {
    const request = latest.get(frame.loaderId)
    if (request && frame.id === frameId) request.committed = true
  })
  session.on('Network.loadingFailed', (event) => {
    const { requestId } = event
    const request = current.get(requestId)
    if (!request) return
    request.ended = event.timestamp
    request.error = failureWords(event)
    request.canceled = isHarmless(event)
    // only a proxy may ask so, and Chromium says nothing else of such an answer
    if (event.errorText === 'net::ERR_UNEXPECTED_PROXY_AUTH') request.answered = 407
    request.status ??= answeredStatus(request)
    // what else Chromium reports under its id is about the error page that it shows instead
    current.delete(requestId)
  })
  await session.send('Network.enable')
}

/** The status of an answer that the browser kept from the page: one that the page didn't miss, or an error in any case. */
function answeredStatus({ answered, canceled }: NetworkRequest): number | null {
  return canceled || (answered ?? 0) >= 400 ? answered : null
}

/** The whole address, or its beginning, which is still an address. */
function addressOf({ url, urlFragment = '' }: { readonly url: string; readonly urlFragment?: string }): string {
  return cut(url + urlFragment, pageLimits.address)
}

function headersOf({ headers }: Response): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).slice(0, pageLimits.headers)
  return Object.fromEntries(kept.map(([name, value]) => [cut(name, pageLimits.header), cut(value, pageLimits.header)]))
}
