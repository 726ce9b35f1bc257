import { useQueries } from '@tanstack/react-query'
import { useWho, type Scope } from '../../../api/scope.ts'
import { siteOf } from '../../../api/sites.ts'
import { isOf } from '../../../api/host-monitors.ts'
import type { ChartEvent } from '../../../charts/EventLines.tsx'
import { readHistory, sitesWithHistory, type Entry } from '../../../stores/purge-history.ts'
import type { Source } from './sources.ts'

const staleMs = 5 * 60_000

/** Flushes and purges made in this browser, of the sites that the sources measure. The service keeps no list of them. */
export function useEvents(scope: Scope, sources: Iterable<Source>): readonly ChartEvent[] {
  const { baseUrl } = useWho()
  // only account holders flush and purge
  const holder = scope.kind === 'user' ? { baseUrl, user: scope.user } : undefined
  const ids = holder ? sitesWithHistory(holder) : []
  const sites = useQueries({ queries: ids.map((id) => ({ ...siteOf(scope, id), staleTime: staleMs, retry: false })) })
  const loaded = [...sources]
  return sites.flatMap(({ data }, i) => {
    const site = ids[i]
    if (!data || !holder || site === undefined) return []
    if (!loaded.some(({ record }) => isOf(record, site, data.host))) return []
    return readHistory({ ...holder, site }).map((entry) => ({ at: entry.at, label: labelOf(entry) }))
  })
}

/** `flush`, `purge ×6` */
function labelOf({ kind, lines }: Entry): string {
  return kind === 'purge' && lines.length > 1 ? `${kind} ×${lines.length}` : kind
}
