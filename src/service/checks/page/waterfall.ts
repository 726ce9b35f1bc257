import type { RequestRecord } from '../../../contract/index.ts'
import { ms } from '../metrics.ts'
import { withHeaders } from '../request-headers.ts'
import type { NetworkRequest } from './network.ts'
import type { ProxiedConnection } from '../throttle/relay.ts'

/** The contract's name for each DevTools resource type; all others are `other`. */
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

/** Converts monotonic seconds to another clock, in ms. */
export type ClockConversion = (seconds: number) => number

/**
 * The requests of a view. Phases are durations that end, back to back, at `end`; what remains between `start` and the
 * first phase is the time for which the browser queued the request.
 *
 * The durations of `dns` and `connect` come from the relay: through a proxy, the browser can't tell them apart, and it
 * leaves out the part of a connection that it opened before the request.
 *
 * @param clock converts to ms from the start of the view
 * @param unixOf converts to UNIX ms
 */
export function waterfall(
  network: readonly NetworkRequest[],
  connections: readonly ProxiedConnection[],
  clock: ClockConversion,
  unixOf: ClockConversion,
): RequestRecord[] {
  const hosts = new Set<string>()
  const requests = network.map((request) => {
    const { timing } = request
    const isNew = timing !== null && timing.connectStart >= 0 && !request.cached
    const isFirst = timing !== null && !request.cached && !hosts.has(new URL(request.url).host)
    if (isFirst) hosts.add(new URL(request.url).host)
    // Chromium may connect while it prepares the navigation, before the request, and doesn't report that. A view starts
    // without connections, so the first request to a host must have used a new one.
    const began = isNew ? timing.requestTime + timing.connectStart / 1000 : request.started
    const opened = isNew || isFirst ? connectionOf(request, began, connections, unixOf) : undefined
    const headersAt = timing ? timing.requestTime + timing.receiveHeadersEnd / 1000 : null
    const record: RequestRecord = {
      url: request.url,
      method: request.method,
      type: types[request.kind] ?? 'other',
      status: request.status,
      protocol: request.protocol,
      start: ms(clock(request.started)),
      dns: opened?.dns == null ? null : ms(opened.dns),
      connect: opened?.connect == null ? null : ms(opened.connect),
      tls: isNew && timing.sslStart >= 0 ? ms(timing.sslEnd - timing.sslStart) : null,
      wait: timing ? ms(Math.max(0, timing.receiveHeadersEnd - timing.sendStart)) : null,
      receive:
        request.ended !== null && headersAt !== null ? ms(Math.max(0, (request.ended - headersAt) * 1000)) : null,
      end: request.ended === null ? null : ms(clock(request.ended)),
      bytes: request.bytes,
      error: failureOf(request, connections),
    }
    return { record, headers: request.status === null ? undefined : headersOf(request) }
  })
  return withHeaders(requests)
}

/** The response headers of a request. DevTools joins the values of a repeated one with line breaks. */
export function headersOf({ headers }: NetworkRequest): { name: string; value: string }[] {
  return Object.entries(headers).flatMap(([name, values]) => values.split('\n').map((value) => ({ name, value })))
}

/** When its response headers had arrived; null if there was no response. */
export function firstByteAt(request: NetworkRequest, clock: ClockConversion): number | null {
  return request.timing ? clock(request.timing.requestTime + request.timing.receiveHeadersEnd / 1000) : null
}

/** Why a request got no answer, preferring the relay's reason to the browser's; null if it got one. */
export function failureOf(request: NetworkRequest, connections: readonly ProxiedConnection[]): string | null {
  if (request.error === null || request.canceled || request.kind === 'Ping' || isErrorStatus(request)) return null
  return (
    (/SOCKS|PROXY|CONNECTION/.test(request.error)
      ? connectionsTo(request.url, connections).findLast(({ failure }) => failure)?.failure?.message
      : undefined) ?? request.error
  )
}

/** Whether it failed or got an error status. A page reads no answer to what it only reports (`sendBeacon`). */
export function hasFailed(request: NetworkRequest, connections: readonly ProxiedConnection[]): boolean {
  return failureOf(request, connections) !== null || (request.kind !== 'Ping' && isErrorStatus(request))
}

const isErrorStatus = ({ status }: NetworkRequest) => (status ?? 0) >= 400

export function connectionsTo(url: string, connections: readonly ProxiedConnection[]): ProxiedConnection[] {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const number = Number(port) || (/^(https|wss):$/.test(protocol) ? 443 : 80)
  return connections.filter((one) => one.host === host && one.port === number)
}

/** The relay's connection that was opened closest to `connectStart`. */
function connectionOf(
  request: NetworkRequest,
  connectStart: number,
  connections: readonly ProxiedConnection[],
  unixOf: ClockConversion,
): ProxiedConnection | undefined {
  const at = unixOf(connectStart) - performance.timeOrigin
  const opened = connectionsTo(request.url, connections).filter(({ connect }) => connect !== null)
  return opened.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0]
}
