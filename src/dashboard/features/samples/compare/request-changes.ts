import { requestTime, type RequestRecord, type Usual } from '../../../../contract/index.ts'
import { shownDuration } from '../../../../words/quantities.ts'
import { hasFailed, shortUrl } from '../sample/timeline.ts'
import { haveShifted, isUsualRequestTime } from './difference.ts'

export const changeKinds = ['failed', 'fixed', 'new', 'gone', 'slower', 'faster', 'same'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** A request in one of the two samples. */
export interface Side {
  /** ms from the start of the measurement. */
  readonly start: number
  /** From its start to its end, ms. */
  readonly time: number
  /** ms. */
  readonly wait: number | null
  /** ms. */
  readonly receive: number | null
  readonly bytes: number | null
  readonly failed: boolean
}

/** What became of a request between two samples. */
export interface RequestChange {
  /** Different for each of them. */
  readonly key: string
  readonly url: string
  /** The address without the host of the page. */
  readonly name: string
  readonly type: string
  readonly kind: ChangeKind
  /** In the earlier sample; undefined for a new request. */
  readonly before: Side | undefined
  /** In the later sample; undefined for a request that is gone. */
  readonly after: Side | undefined
  /** How much longer it took by the times as they are shown, ms. A new request counts with all its time, and so does one that is gone. */
  readonly longer: number
}

/**
 * Pairs the requests of two samples by address and method, the first of an address with the first, and says what changed. Those
 * that fail come first, then those that failed before, then those whose time changed most.
 * @param usual how long requests usually take, by `keyOf`
 */
export function changesOf(
  before: readonly RequestRecord[],
  after: readonly RequestRecord[],
  usual: ReadonlyMap<string, Usual> = new Map(),
): readonly RequestChange[] {
  const page = (after[0] ?? before[0])?.url
  const waiting = Map.groupBy(before, keyOf)
  const counts = new Map<string, number>()
  const change = (a: RequestRecord | undefined, b: RequestRecord | undefined): RequestChange[] => {
    const request = b ?? a
    if (!request) return []
    const { url, type } = request
    const count = (counts.get(keyOf(request)) ?? 0) + 1
    counts.set(keyOf(request), count)
    const [from, to] = [a && sideOf(a), b && sideOf(b)]
    const longer = shownDuration(to?.time ?? 0) - shownDuration(from?.time ?? 0)
    const key = `${keyOf(request)} ${count}`
    return [
      {
        key,
        url,
        name: shortUrl(url, page),
        type,
        kind: kindOf(from, to, usual.get(keyOf(request))),
        before: from,
        after: to,
        longer,
      },
    ]
  }
  const present = after.flatMap((request) => change(waiting.get(keyOf(request))?.shift(), request))
  const gone = [...waiting.values()].flat().flatMap((request) => change(request, undefined))
  return shifted([...present, ...gone]).toSorted(
    (a, b) => urgency(a) - urgency(b) || Math.abs(b.longer) - Math.abs(a.longer),
  )
}

/** Where all requests changed in the same direction, none of them took about as long. */
function shifted(changes: readonly RequestChange[]): readonly RequestChange[] {
  const times = changes.flatMap(({ kind, before, after }) =>
    (kind === 'slower' || kind === 'faster' || kind === 'same') && before && after
      ? [[before.time, after.time] as const]
      : [],
  )
  if (!haveShifted(times)) return changes
  return changes.map((one) => (one.kind === 'same' ? { ...one, kind: one.longer > 0 ? 'slower' : 'faster' } : one))
}

const urgency = ({ kind }: RequestChange) => (kind === 'failed' ? 0 : kind === 'fixed' ? 1 : 2)

export const keyOf = ({ method, url }: Pick<RequestRecord, 'method' | 'url'>) => `${method} ${url}`

function sideOf(request: RequestRecord): Side {
  const { start, wait, receive, bytes } = request
  return { start, time: requestTime(request), wait, receive, bytes, failed: hasFailed(request) }
}

function kindOf(from: Side | undefined, to: Side | undefined, usual: Usual | undefined): ChangeKind {
  if (!to) return 'gone'
  if (to.failed) return 'failed'
  if (!from) return 'new'
  if (from.failed) return 'fixed'
  if (isUsualRequestTime(from.time, to.time, usual)) return 'same'
  return to.time > from.time ? 'slower' : 'faster'
}

/** What the requests of a group amount to in each of the two samples. */
export interface GroupChange {
  readonly name: string
  readonly requests: readonly [before: number, after: number]
  readonly bytes: readonly [before: number, after: number]
  /** Requests that failed. */
  readonly failed: readonly [before: number, after: number]
  /** How much longer the middle one of its requests took, ms; undefined where most took about as long. */
  readonly longer: number | undefined
}

/** Sums requests up by type or by host, those first whose time changed most, then those whose size did. */
export function groupsOf(changes: readonly RequestChange[], by: 'type' | 'host'): readonly GroupChange[] {
  const nameOf = (change: RequestChange) => (by === 'type' ? change.type : (URL.parse(change.url)?.host ?? change.url))
  const sum = (sides: readonly (Side | undefined)[]) => sides.reduce((total, side) => total + (side?.bytes ?? 0), 0)
  return [...Map.groupBy(changes, nameOf)]
    .map(([name, group]): GroupChange => {
      const before = group.flatMap((one) => one.before ?? [])
      const after = group.flatMap((one) => one.after ?? [])
      return {
        name,
        requests: [before.length, after.length],
        bytes: [sum(before), sum(after)],
        failed: [failuresOf(before), failuresOf(after)],
        longer: longerOf(group),
      }
    })
    .toSorted(
      (a, b) =>
        slowed(b) - slowed(a) || moved(b) - moved(a) || b.bytes[1] - a.bytes[1] || b.requests[1] - a.requests[1],
    )
}

function longerOf(group: readonly RequestChange[]): number | undefined {
  const paired = group.filter(({ kind }) => kind === 'slower' || kind === 'faster' || kind === 'same')
  const changed = paired.filter(({ kind }) => kind !== 'same').map(({ longer }) => longer)
  if (changed.length * 2 <= paired.length) return undefined
  return changed.toSorted((a, b) => a - b)[Math.floor(changed.length / 2)]
}

const slowed = ({ longer = 0 }: GroupChange) => Math.abs(longer)

const failuresOf = (sides: readonly Side[]) => sides.filter(({ failed }) => failed).length

const moved = ({ bytes: [before, after] }: GroupChange) => Math.abs(after - before)
