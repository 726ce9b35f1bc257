import type { CDPSession } from 'playwright-core'

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
  readonly headers: Readonly<Record<string, string>>
  readonly fromDiskCache?: boolean
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
  /** Cancelled by the page or the browser, which isn't a failure. */
  canceled: boolean
}

/** The requests of a page, filled as they happen. */
export interface NetworkLog {
  readonly requests: readonly NetworkRequest[]
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
  return type === 'Other' && initiator.type === 'other' && new URL(request.url).pathname === '/favicon.ico'
}

export async function watchNetwork(session: CDPSession, frameId: string): Promise<NetworkLog> {
  const requests: NetworkRequest[] = []
  const current = new Map<string, NetworkRequest>()
  const applyResponse = (request: NetworkRequest, response: Response) => {
    request.status = response.status || null
    request.protocol = response.protocol ?? null
    request.timing = response.timing ?? null
    request.headers = response.headers
    request.cached ||= response.fromDiskCache ?? false
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
    const request: NetworkRequest = {
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
    requests.push(request)
    current.set(event.requestId, request)
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
  session.on('Network.loadingFailed', ({ requestId, timestamp, errorText, canceled, blockedReason }) => {
    const request = current.get(requestId)
    if (!request) return
    request.ended = timestamp
    request.error = blockedReason ? `blocked (${blockedReason})` : errorText || 'failed'
    request.canceled = canceled ?? false
  })
  await session.send('Network.enable')
  return { requests }
}
