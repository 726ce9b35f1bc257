import { useQueries, useQuery } from '@tanstack/react-query'
import type { Monitor } from '../../../contract/index.ts'
import { eventsWithin, type Event, type Events, type EventSubject } from './reads.ts'
import type { ChartEvent, ChartEvents } from '../../kit/charts/EventStrip.tsx'
import type { Span } from '../../kit/ranges/range-presets.ts'
import { useWho, type Scope } from '../../api/scope.ts'
import { siteList } from '../sites/reads.ts'
import { FlagIcon } from '../../kit/marks/icons.tsx'
import { eventOnChart } from './words.ts'
import { paths } from '../../paths.ts'
import { readHistory, type Entry } from '../cache/purge-history.ts'

const refreshMs = 60_000
/** Time windows that end now are read in steps, so that charts of a page share one request. */
const stepMs = 5 * 60_000
const maxSubjects = 5

/**
 * What changed within a chart's time window: from the service's log or, where it keeps none, this browser's flushes and
 * purges. Undefined if there is nothing to say.
 * @param monitors whose values the chart shows: changes of other monitors are left out
 */
export function useChartEvents(
  scope: Scope,
  subjects: readonly EventSubject[],
  span: Span | null | undefined,
  monitors: readonly (string | undefined)[],
): ChartEvents | undefined {
  const { baseUrl } = useWho()
  const asked = span ? subjects.slice(0, maxSubjects) : []
  const reads = useQueries({
    queries: asked.map((subject) => ({
      ...eventsWithin(scope, subject, steps(span ?? {})),
      placeholderData: (before: Events | null | undefined, of: { readonly queryKey: readonly unknown[] } | undefined) =>
        isOf(of?.queryKey, subject) ? before : undefined,
      refetchInterval: refreshMs,
    })),
  })
  if (asked.length === 0) return undefined
  if (reads.some(({ data }) => data === null)) {
    const history = scope.kind === 'user' ? asked.flatMap((one) => historyOf(one, baseUrl, scope.user)) : []
    const note = 'This service keeps no log of changes. The marks are flushes and purges from this browser.'
    return history.length > 0 ? { events: history, note } : undefined
  }
  const subject = asked.length === 1 ? asked[0] : {}
  const found = new Map(reads.flatMap(({ data }) => (data?.rows ?? []).map((event, i) => [event.id ?? i, event])))
  const events = [...found.values()].filter(concerns(monitors)).flatMap((event) => {
    const at = Date.parse(event.at ?? '')
    return Number.isNaN(at) ? [] : [{ at, words: eventOnChart(event), ...markOf(scope, event, subject) }]
  })
  const isCut = reads.some(({ data }) => data && (data.of ?? 0) > data.rows.length)
  return {
    events,
    pathOf: (part) => paths.activity(scope, { ...subject, ...part }),
    note: reads.some(({ error, data }) => error && !data)
      ? 'Couldn’t load the activity.'
      : isCut
        ? 'Only the latest changes are marked.'
        : undefined,
  }
}

function concerns(monitors: readonly (string | undefined)[]) {
  return ({ kind, monitor_id: id }: Event) => !kind?.startsWith('monitor.') || !id || monitors.includes(id)
}

/** A release has a mark and a page of its own. */
function markOf(scope: Scope, { id, kind, site_id }: Event, subject: Partial<{ site: string }> | undefined) {
  if (kind !== 'release.created' || id === undefined) return {}
  return { icon: FlagIcon, path: paths.change(scope, id, { site: site_id ?? subject?.site }) }
}

function steps({ from, to }: Partial<Span>): Partial<Span> {
  const end = to === undefined || to > Date.now() - stepMs ? {} : { to }
  return from === undefined ? end : { from: Math.floor(from / stepMs) * stepMs, ...end }
}

/** Whether a query is about the subject, in whatever time window. */
function isOf(queryKey: readonly unknown[] | undefined, subject: EventSubject): boolean {
  const input = { ...(queryKey?.[1] as object) }
  return Object.entries(subject).every(([name, value]) => Reflect.get(input, name) === value)
}

function historyOf(subject: EventSubject, baseUrl: string, user: string): readonly ChartEvent[] {
  if (!('site' in subject)) return []
  return readHistory({ baseUrl, user, site: subject.site }).map((entry) => ({
    at: entry.at,
    words: purgeInWords(entry),
  }))
}

function purgeInWords({ kind, lines }: Entry): string {
  if (kind === 'flush') return 'Cache flushed (this browser)'
  if (lines.some((line) => line.kind)) return 'Cache purged (this browser)'
  const what = lines.length === 1 ? `Purged ${lines[0]?.path ?? ''}` : `${lines.length} paths purged`
  return `${what} (this browser)`
}

/** What the charts of monitors and tests mark: changes of the sites that they measure or, for others, of themselves. */
export function useMonitorSubjects(
  scope: Scope,
  records: readonly Pick<Monitor, 'id' | 'site_id' | 'constants'>[],
): readonly EventSubject[] {
  const { data } = useQuery(siteList(scope))
  const subjects = records.flatMap(({ id, site_id, constants }): EventSubject[] => {
    const host = URL.parse(constants?.url ?? '')?.host
    const site = site_id ?? data?.sites.find((one) => one.host === host)?.id
    return site ? [{ site }] : id === undefined ? [] : [{ monitor: id }]
  })
  return [...new Map(subjects.map((one) => [JSON.stringify(one), one])).values()]
}
