import { Failure } from '../../../shared/guard/index.ts'
import { howOpen } from '../severity.ts'
import type { ProxiedConnection } from '../throttle/relay.ts'
import type { NetworkRequest } from './network.ts'
import type { PageObservation } from './view.ts'
import { connectionsTo } from './waterfall.ts'

interface Given {
  readonly observation: PageObservation
  /** The request whose answer a visitor sees. */
  readonly page: NetworkRequest | undefined
  readonly connections: readonly ProxiedConnection[]
  /** Of the check. */
  readonly url: string
  readonly timeoutMs: number
  /** Whether the screen showed something. */
  readonly isShown: boolean
}

/** Why a visitor doesn't see the page; null if one does. */
export function failureOfPage({ observation, page, connections, url, timeoutMs, isShown }: Given): Failure | null {
  const { host } = new URL(page?.url ?? url)
  if (observation.exceeded !== null)
    return new Failure('page-too-heavy', `The page of ${host} ${observation.exceeded}, so it was stopped.`)
  if (observation.crashed) return new Failure('navigation-failed', `The page of ${host} crashed.`)
  if (observation.isDownload) return new Failure('navigation-failed', `${host} answered with a download, not a page.`)
  // a script may have navigated to a page that failed
  const error = observation.navigationError ?? (page?.canceled ? null : (page?.error ?? null))
  if (error !== null) {
    // Chromium reports an error status without a body as a failure, but the server did answer
    if ((page?.status ?? 0) >= 400) return null
    if (page?.status === 204 || page?.status === 205)
      return new Failure('navigation-failed', `${host} answered with status ${page.status}, which has no content.`)
    const known = /SOCKS|PROXY/.test(error)
      ? connectionsTo(page?.url ?? url, connections).findLast(({ failure }) => failure)?.failure
      : null
    return known ?? navigationFailure(error, host)
  }
  if (!observation.timedOut) return null
  const seconds = timeoutMs / 1000
  if (page?.status == null) return new Failure('timeout', `${host} did not answer within ${seconds} s.`)
  if (isShown) return null
  const open = holdingUpLoad(observation.network)
  const first = open.find(({ isUrgent }) => isUrgent) ?? open[0]
  const why = first ? `: ${howOpen(first)}` : ''
  return new Failure('timeout', `${host} showed nothing within ${seconds} s${why}.`)
}

/** What DevTools calls the resources that the event `load` waits for (HTML, "delay the load event"). */
const holdingKinds: ReadonlySet<string> = new Set(['Document', 'Stylesheet', 'Script', 'Image', 'Font', 'Media'])

/**
 * The requests of a page for which its event `load` waits. Sounds and moving pictures that have begun don't hold it up, unless
 * nothing else is left.
 */
export function holdingUpLoad(network: readonly NetworkRequest[]): NetworkRequest[] {
  const open = network.filter(({ kind, ended }) => ended === null && holdingKinds.has(kind))
  const waiting = open.filter(
    ({ kind, status, headers }) => status === null || (kind !== 'Media' && !isMovingPicture(headers)),
  )
  return waiting.length > 0 ? waiting : open
}

function isMovingPicture(headers: NetworkRequest['headers']): boolean {
  return Object.entries(headers).some(
    ([name, value]) => /^content-type$/i.test(name) && /^multipart\/x-mixed-replace/i.test(value),
  )
}

/** The failure that a Chromium network error stands for (`net_error_list.h`). */
export function navigationFailure(error: string, host: string): Failure {
  const code = error.replace(/^net::/, '')
  if (/^ERR_(CERT|SSL|BAD_SSL)/.test(code))
    return new Failure('tls-failed', `No secure connection to ${host}: ${code}.`)
  if (code === 'ERR_NAME_NOT_RESOLVED') return new Failure('dns-failed', `${host} could not be resolved: ${code}.`)
  if (code.endsWith('TIMED_OUT')) return new Failure('timeout', `${host} did not answer in time: ${code}.`)
  if (code === 'ERR_TOO_MANY_REDIRECTS') return new Failure('too-many-redirects', `${host} redirected too many times.`)
  if (
    /^ERR_(EMPTY_RESPONSE|INVALID_HTTP_RESPONSE|INCOMPLETE|CONTENT_LENGTH|RESPONSE|HTTP2|INVALID_CHUNKED)/.test(code)
  ) {
    return new Failure('no-answer', `${host} did not send a complete response: ${code}.`)
  }
  if (/SOCKS|PROXY|CONNECTION|ADDRESS/.test(code))
    return new Failure('connect-failed', `No connection to ${host}: ${code}.`)
  return new Failure('navigation-failed', `${host} could not be opened: ${code}.`)
}
