import type { RequestRecord } from '../../../../contract/index.ts'

export const phases = ['dns', 'connect', 'tls', 'wait', 'receive'] as const
export type PhaseName = 'queued' | (typeof phases)[number]

export interface Segment {
  readonly phase: PhaseName
  /** ms from the start of the measurement. */
  readonly from: number
  readonly to: number
}

/**
 * A request's phases on the time axis. They are durations that lie one after the other back from `end`; what is left
 * between `start` and the first is the time in which the browser held the request back. A connection that was opened
 * ahead makes them longer than the request: it never begins before 0.
 */
export function segmentsOf(request: RequestRecord): readonly Segment[] {
  const lengths = phases.map((phase) => Math.max(0, request[phase] ?? 0))
  const sum = lengths.reduce((total, length) => total + length, 0)
  const end = request.end ?? request.start + sum
  if (sum === 0) return end > request.start ? [{ phase: 'queued', from: request.start, to: end }] : []
  const began = end - sum
  const segments: Segment[] = request.start < began ? [{ phase: 'queued', from: request.start, to: began }] : []
  let at = began
  for (const [i, phase] of phases.entries()) {
    const length = lengths[i] ?? 0
    if (length > 0 && at + length > 0) segments.push({ phase, from: Math.max(0, at), to: at + length })
    at += length
  }
  return segments
}

export function endOf(request: RequestRecord): number {
  return request.end ?? segmentsOf(request).at(-1)?.to ?? request.start
}

/** A request with this status or above has failed. */
const failedFrom = 400

export function hasFailed({ status, error }: RequestRecord): boolean {
  return error !== null || (status !== null && status >= failedFrom)
}

/** When everything had finished, ms. */
export function lengthOf(
  requests: readonly RequestRecord[],
  marks: readonly Mark[],
  shots: readonly { at: number }[],
): number {
  let most = 1
  for (const request of requests) most = Math.max(most, endOf(request))
  for (const { at } of marks) most = Math.max(most, at)
  for (const { at } of shots) most = Math.max(most, at)
  return most
}

export interface Mark {
  readonly name: 'first paint' | 'LCP' | 'load'
  readonly at: number
}

type Metrics = Readonly<Record<string, number | null>>

export function marksOf(metrics: Metrics | undefined): readonly Mark[] {
  const named = [
    ['first paint', metrics?.['first_paint']],
    ['LCP', metrics?.['time_to_display']],
    ['load', metrics?.['load']],
  ] as const
  return named.flatMap(([name, at]) => (typeof at === 'number' ? [{ name, at }] : []))
}

export interface Total {
  readonly type: string
  readonly count: number
  readonly bytes: number
  readonly failed: number
}

/** Totals by type, heaviest first. */
export function totalsOf(requests: readonly RequestRecord[]): readonly Total[] {
  return [...Map.groupBy(requests, ({ type }) => type)]
    .map(([type, of]) => ({
      type,
      count: of.length,
      bytes: of.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      failed: of.filter(hasFailed).length,
    }))
    .toSorted((a, b) => b.bytes - a.bytes || b.count - a.count)
}

export interface RequestFilter {
  readonly type: string
  readonly text: string
}

/** Filters by type and by part of the address, ignoring case. */
export function filtered(requests: readonly RequestRecord[], { type, text }: RequestFilter): readonly RequestRecord[] {
  const wanted = text.toLowerCase()
  return requests.filter((one) => (type === '' || one.type === type) && one.url.toLowerCase().includes(wanted))
}

/** A request's address without the protocol, and without the host if it is the page's. */
export function shortUrl(url: string, page: string | undefined): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const path = `${parsed.pathname}${parsed.search}`
  return parsed.host === (page && URL.parse(page)?.host) ? path : `${parsed.host}${path}`
}

/** The screenshot visible at a time: the last one taken by then. */
export function shotAt<Shot extends { readonly at: number }>(shots: readonly Shot[], at: number): Shot | undefined {
  return shots.findLast((shot) => shot.at <= at)
}
