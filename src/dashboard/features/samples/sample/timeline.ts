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
 * Places a request's phases on the time axis. Only their durations are known, so they are laid out backward from `end`.
 * Any time left after `start` is time in which the browser queued the request. With a connection that was opened early,
 * the phases can be longer than the request; they are cut off at 0.
 */
export function segmentsOf(request: RequestRecord): readonly Segment[] {
  const lengths = phases.map((phase) => Math.max(0, request[phase] ?? 0))
  const sum = lengths.reduce((total, length) => total + length, 0)
  const end = request.end ?? request.start + sum
  if (sum === 0) return end > request.start ? [{ phase: 'queued', from: request.start, to: end }] : []
  const firstPhaseAt = end - sum
  const segments: Segment[] =
    request.start < firstPhaseAt ? [{ phase: 'queued', from: request.start, to: firstPhaseAt }] : []
  let at = firstPhaseAt
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

/** The time of the last request, mark or screenshot, ms. */
export function lengthOf(
  requests: readonly RequestRecord[],
  marks: readonly Mark[],
  shots: readonly { at: number }[],
): number {
  let last = 1
  for (const request of requests) last = Math.max(last, endOf(request))
  for (const { at } of marks) last = Math.max(last, at)
  for (const { at } of shots) last = Math.max(last, at)
  return last
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
    .map(([type, group]) => ({
      type,
      count: group.length,
      bytes: group.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      failed: group.filter(hasFailed).length,
    }))
    .toSorted((a, b) => b.bytes - a.bytes || b.count - a.count)
}

export interface RequestFilter {
  readonly type: string
  readonly text: string
}

/** Filters by type and by part of the address, ignoring case. */
export function filtered(requests: readonly RequestRecord[], { type, text }: RequestFilter): readonly RequestRecord[] {
  const search = text.toLowerCase()
  return requests.filter(
    (request) => (type === '' || request.type === type) && request.url.toLowerCase().includes(search),
  )
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
