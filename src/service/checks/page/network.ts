import type { CDPSession } from 'playwright-core'

/** DevTools' `Network.ResourceTiming`: `requestTime` in seconds of the monotonic clock, the rest in ms from it, -1 for none. */
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
  readonly headers: Readonly<Record<string, string>>
  readonly fromDiskCache?: boolean
  readonly encodedDataLength: number
}

/** One request as DevTools saw it; a redirect ends it and starts the next. Times in seconds of the monotonic clock. */
export interface Seen {
  readonly id: string
  readonly url: string
  readonly method: string
  readonly kind: string
  /** The page itself: its navigation, or a redirect of it. */
  readonly isPage: boolean
  readonly started: number
  /** UNIX ms of `started`. */
  readonly wall: number
  ended: number | null
  status: number | null
  protocol: string | null
  timing: ResourceTiming | null
  headers: Readonly<Record<string, string>>
  bytes: number
  cached: boolean
  redirected: boolean
  error: string | null
  /** Given up by the page or the browser, which is no failure. */
  canceled: boolean
}

/** What the network of a page did, as DevTools tells it. */
export interface NetworkLog {
  readonly all: readonly Seen[]
}

/** The browser looks for an icon where a page may have one. That is no part of the page, and none is no fault of it. */
function isGuessedIcon({
  type,
  request,
  initiator,
}: {
  type?: string
  request: { url: string }
  initiator: { type: string }
}): boolean {
  return type === 'Other' && initiator.type === 'other' && new URL(request.url).pathname === '/favicon.ico'
}

export async function watchNetwork(session: CDPSession, frameId: string): Promise<NetworkLog> {
  const all: Seen[] = []
  const current = new Map<string, Seen>()
  const answer = (seen: Seen, response: Response) => {
    seen.status = response.status || null
    seen.protocol = response.protocol ?? null
    seen.timing = response.timing ?? null
    seen.headers = response.headers
    seen.cached ||= response.fromDiskCache ?? false
    seen.bytes = Math.max(0, response.encodedDataLength)
  }
  session.on('Network.requestWillBeSent', (event) => {
    const before = current.get(event.requestId)
    if (before && event.redirectResponse) {
      answer(before, event.redirectResponse)
      before.redirected = true
      before.ended = event.timestamp
    }
    if (!/^(https?|wss?):/.test(event.request.url) || isGuessedIcon(event)) return
    const seen: Seen = {
      id: event.requestId,
      url: event.request.url + (event.request.urlFragment ?? ''),
      method: event.request.method,
      kind: event.type ?? 'Other',
      isPage: event.type === 'Document' && event.frameId === frameId,
      started: event.timestamp,
      wall: event.wallTime * 1000,
      ended: null,
      status: null,
      protocol: null,
      timing: null,
      headers: {},
      bytes: 0,
      cached: false,
      redirected: false,
      error: null,
      canceled: false,
    }
    all.push(seen)
    current.set(event.requestId, seen)
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const seen = current.get(requestId)
    if (seen) seen.cached = true
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const seen = current.get(requestId)
    if (seen) answer(seen, response)
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const seen = current.get(requestId)
    if (seen) seen.bytes += encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const seen = current.get(requestId)
    if (!seen) return
    seen.ended = timestamp
    seen.bytes = encodedDataLength
  })
  session.on('Network.loadingFailed', ({ requestId, timestamp, errorText, canceled, blockedReason }) => {
    const seen = current.get(requestId)
    if (!seen) return
    seen.ended = timestamp
    seen.error = blockedReason ? `blocked (${blockedReason})` : errorText || 'failed'
    seen.canceled = canceled ?? false
  })
  await session.send('Network.enable')
  return { all }
}
