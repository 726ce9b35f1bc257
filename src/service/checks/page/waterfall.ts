import type { RequestRecord } from '../../../contract/index.ts'
import { ms } from '../metrics.ts'
import type { Seen } from './network.ts'
import type { ProxiedConnection } from '../throttle/relay.ts'

/** DevTools' kinds of resources in the contract's words; all others are `other`. */
const types: Readonly<Record<string, string>> = {
  Document: 'document',
  Stylesheet: 'css',
  Script: 'js',
  Image: 'image',
  Font: 'font',
  XHR: 'fetch',
  Fetch: 'fetch',
  Preflight: 'fetch',
  Media: 'media',
}

/** Moves times of the monotonic clock (seconds) onto the measurement's own: ms from its start. */
export type OnClock = (seconds: number) => number

/**
 * The waterfall. The phases are durations that lie one after the other back from `end`; what is left over between `start`
 * and the first of them is the time in which the browser held the request back. The browser knows when it opened a
 * connection for a request, and the relay what that took: look-up and connection are two things only there, and a
 * connection that was opened ahead of the request still took its whole time.
 */
export function waterfall(
  all: readonly Seen[],
  asked: readonly ProxiedConnection[],
  clock: OnClock,
  unixOf: OnClock,
): RequestRecord[] {
  const hosts = new Set<string>()
  return all.map((seen) => {
    const { timing } = seen
    const isNew = timing !== null && timing.connectStart >= 0 && !seen.cached
    const isFirst = timing !== null && !seen.cached && !hosts.has(new URL(seen.url).host)
    if (isFirst) hosts.add(new URL(seen.url).host)
    // Chromium begins to connect while it prepares the navigation. Where that was done before the request, it tells
    // nothing of it; but a view begins without connections, so the first request to a host can only have come over a new one.
    const began = isNew ? timing.requestTime + timing.connectStart / 1000 : seen.started
    const opened = isNew || isFirst ? openedFor(seen, began, asked, unixOf) : undefined
    const answered = timing ? timing.requestTime + timing.receiveHeadersEnd / 1000 : null
    return {
      url: seen.url,
      method: seen.method,
      type: types[seen.kind] ?? 'other',
      status: seen.status,
      protocol: seen.protocol,
      start: ms(clock(seen.started)),
      dns: opened?.dns == null ? null : ms(opened.dns),
      connect: opened?.connect == null ? null : ms(opened.connect),
      tls: isNew && timing.sslStart >= 0 ? ms(timing.sslEnd - timing.sslStart) : null,
      wait: timing ? ms(Math.max(0, timing.receiveHeadersEnd - timing.sendStart)) : null,
      receive: seen.ended !== null && answered !== null ? ms(Math.max(0, (seen.ended - answered) * 1000)) : null,
      end: seen.ended === null ? null : ms(clock(seen.ended)),
      bytes: seen.bytes,
      error: failureOf(seen, asked),
    }
  })
}

/** When the head of its answer was there; null where there was none. */
export function answeredAt(seen: Seen, clock: OnClock): number | null {
  return seen.timing ? clock(seen.timing.requestTime + seen.timing.receiveHeadersEnd / 1000) : null
}

/** Why a request failed, from the relay where it knows better than the browser; null where it did not fail. */
export function failureOf(seen: Seen, asked: readonly ProxiedConnection[]): string | null {
  if (seen.error === null || seen.canceled) return null
  return (
    (/SOCKS|PROXY|CONNECTION/.test(seen.error)
      ? askedFor(seen.url, asked).findLast(({ failure }) => failure)?.failure?.message
      : undefined) ?? seen.error
  )
}

export function askedFor(url: string, asked: readonly ProxiedConnection[]): ProxiedConnection[] {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const number = Number(port) || (/^(https|wss):$/.test(protocol) ? 443 : 80)
  return asked.filter((one) => one.host === host && one.port === number)
}

/** The relay's connection that began nearest to this one. */
function openedFor(
  seen: Seen,
  connectStart: number,
  asked: readonly ProxiedConnection[],
  unixOf: OnClock,
): ProxiedConnection | undefined {
  const at = unixOf(connectStart) - performance.timeOrigin
  const opened = askedFor(seen.url, asked).filter(({ connect }) => connect !== null)
  return opened.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0]
}
