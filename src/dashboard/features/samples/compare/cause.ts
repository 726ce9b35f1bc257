import type { Usual } from '../../../../contract/index.ts'
import { bytes, duration, plural } from '../../../kit/format/format.ts'
import { isUsualSize } from './difference.ts'
import type { RequestChange, Side } from './request-changes.ts'
import { spreadOf, type Spread } from './spread.ts'

/** A phase with at least this share of a change accounts for most of it. */
const mostShare = 0.6

type Paired = RequestChange & { readonly before: Side; readonly after: Side }

interface Known {
  readonly hasToldFailures?: boolean
  /** Whether the samples were taken elsewhere or otherwise, which can be why all takes longer. */
  readonly differsInConditions?: boolean
  /** What the page's size usually is. */
  readonly usualSize?: Usual | undefined
}

/** `1 request failed in B`; undefined if none did. */
export function failuresInWords(changes: readonly RequestChange[], later: string): string | undefined {
  const failed = changes.filter(({ kind }) => kind === 'failed').length
  return failed > 0 ? `${plural(failed, 'request')} failed in ${later}` : undefined
}

/**
 * What differs between the requests of two samples, as far as they show it: how many took longer, in which phase and on
 * whose hosts, or which one stands out. Undefined without requests.
 */
export function changeInWords(
  changes: readonly RequestChange[],
  [earlier, later]: readonly [string, string],
  { hasToldFailures = false, differsInConditions = false, usualSize }: Known = {},
): string | undefined {
  if (changes.length === 0) return undefined
  const count = (kind: RequestChange['kind']) => changes.filter((change) => change.kind === kind).length
  const [fixed, added, gone] = [count('fixed'), count('new'), count('gone')]
  const failures = failuresInWords(changes, later)
  const paired = changes.filter(isPaired).filter(({ kind }) => kind !== 'failed' && kind !== 'fixed')
  const sentences = [
    failures !== undefined && !hasToldFailures && `${failures}.`,
    fixed > 0 && `${plural(fixed, 'request')} that failed in ${earlier} succeeded in ${later}.`,
    paired.length > 0 && timesInWords(paired, { hasFailed: failures !== undefined || fixed > 0, differsInConditions }),
    sizesInWords(changes, usualSize),
    added > 0 && `${plural(added, 'request')} ${added === 1 ? 'is' : 'are'} new.`,
    gone > 0 && `${plural(gone, 'request')} ${gone === 1 ? 'is' : 'are'} gone.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

interface Circumstances {
  /** Whether failed requests, which the sentence leaves out, were already reported. */
  readonly hasFailed: boolean
  readonly differsInConditions: boolean
}

function timesInWords(paired: readonly Paired[], { hasFailed, differsInConditions }: Circumstances): string {
  const slower = paired.filter(({ kind }) => kind === 'slower')
  const faster = paired.filter(({ kind }) => kind === 'faster')
  const isSlower = slower.length >= faster.length
  const [more, less] = isSlower ? [slower, faster] : [faster, slower]
  const [word, other] = isSlower ? ['longer', 'less time'] : ['less time', 'longer']
  const [first] = more
  if (!first) return `The ${hasFailed ? 'other ' : ''}requests took about as long.`
  const time = sum(more, ({ longer }) => longer)
  if (more.length > 1 && first.longer / time > 1 / 2)
    return `${first.name} changed most: it took ${duration(Math.abs(first.longer))} ${isSlower ? 'longer' : 'less'}.`
  const rest = less.length > 0 ? `; ${less.length} took ${other}` : hostsOf(more, paired)
  const hosts = Map.groupBy(paired, ({ url }) => URL.parse(url)?.host)
  const changed = new Set(more)
  const spread = spreadOf(
    [...hosts.values()].map((ofHost) => ({
      requests: ofHost.length,
      longer: ofHost.filter((one) => changed.has(one)).length,
    })),
  )
  const isTold = isSlower && !differsInConditions
  const where = isTold && spread === 'all hosts' ? ` at ${hosts.size === 2 ? 'both' : `all ${hosts.size}`} hosts` : ''
  const pointsTo =
    isTold && spread === 'everywhere' ? ' That points to the network or the location, not to one server.' : ''
  return `${howMany(more.length, paired.length, hasFailed)} took ${word}${where}${phaseOf(more, time, spread)}${rest}.${pointsTo}`
}

function howMany(count: number, of: number, hasFailed: boolean): string {
  const other = hasFailed ? 'other ' : ''
  if (count === of) return of === 1 ? `The ${other}request` : `All ${plural(of, `${other}request`)}`
  return `${count} of ${plural(of, `${other}request`)}`
}

/** The phase in which most of the difference arose. A server is only named where another one held still. */
function phaseOf(changes: readonly Paired[], time: number, spread: Spread): string {
  const share = (pick: (side: Side) => number | null) =>
    sum(changes, ({ before, after }) => (pick(after) ?? 0) - (pick(before) ?? 0)) / time
  if (spread === 'one host' && share(({ wait }) => wait) >= mostShare)
    return `, mostly because the server answered ${time > 0 ? 'later' : 'sooner'}`
  if (share(({ receive }) => receive) >= mostShare) return ', mostly to receive the answer'
  return ''
}

/** Whether all are on the page's own host, or all on others. Empty if neither, or if nothing is on others. */
function hostsOf(changes: readonly Paired[], all: readonly Paired[]): string {
  if (changes.length < 2 || !all.some(isForeign)) return ''
  if (!changes.some(isForeign)) return ': only those to the page’s own host'
  return changes.every(isForeign) ? ': only those to other hosts' : ''
}

/** Addresses on the page's own host are shown as paths. */
const isForeign = ({ name }: Paired) => !name.startsWith('/')

/** Of all requests, as the metric of what was transferred. */
function sizesInWords(changes: readonly RequestChange[], usualSize: Usual | undefined): string {
  const [before, after] = (['before', 'after'] as const).map((side) =>
    sum(changes, (change) => change[side]?.bytes ?? 0),
  )
  if (!before || !after) return ''
  if (isUsualSize(before, after, usualSize)) return 'The total size is about the same.'
  return `The total size ${after > before ? 'rose' : 'fell'} from ${bytes(before)} to ${bytes(after)}.`
}

const isPaired = (change: RequestChange): change is Paired => change.before !== undefined && change.after !== undefined

function sum<T>(all: readonly T[], pick: (one: T) => number): number {
  return all.reduce((total, one) => total + pick(one), 0)
}
