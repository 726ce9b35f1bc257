import { useQuery } from '@tanstack/react-query'
import {
  verdictOf,
  worstIncident,
  type IncidentRecord,
  type ReadOf,
  type listIncidents,
  type Trouble,
  uncheckedOf,
  type Unchecked,
} from '../../../contract/index.ts'
import { incidentRefreshMs, openIncidents } from './reads.ts'
import type { Scope } from '../../api/scope.ts'
import type { ListedSite } from '../sites/reads.ts'

type Listed = Pick<ReadOf<typeof listIncidents.user>, 'rows' | 'total_entries'>

/** What the open incidents of an account say of its sites. */
export interface Verdicts {
  /** The open incidents of a site. Undefined if some could be missing, and none is known. */
  readonly openOf: (siteId: string) => readonly IncidentRecord[] | undefined
}

/** Undefined until they are read; null if the service doesn't report incidents. */
export function useVerdicts(scope: Scope): Verdicts | null | undefined {
  const { data } = useQuery({ ...openIncidents(scope), refetchInterval: incidentRefreshMs })
  return data && verdictsBy(data)
}

export function verdictsBy({ rows, total_entries }: Listed): Verdicts {
  const bySite = Map.groupBy(rows, ({ site_id }) => site_id)
  const isAll = total_entries <= rows.length
  return { openOf: (siteId) => bySite.get(siteId) ?? (isAll ? [] : undefined) }
}

/** How severe the worst of the sites in each kind of trouble is. */
export function severityByTrouble(open: readonly IncidentRecord[]): ReadonlyMap<Trouble, number> {
  const worst = new Map<Trouble, number>()
  for (const [site, ofSite] of Map.groupBy(open, ({ site_id }) => site_id)) {
    // a host that is only monitored
    if (site === null) continue
    const { trouble, severity } = verdictOf({ state: '' }, worstIncident(ofSite))
    worst.set(trouble, Math.max(severity, worst.get(trouble) ?? 0))
  }
  return worst
}

interface Checked {
  /** The optimizer's state. */
  readonly state: string | null
  readonly state_since?: string | null | undefined
  readonly monitored?: boolean | undefined
  readonly checked_at?: string | null | undefined
}

/** Why it isn't known whether a site without trouble is healthy. Undefined where the service doesn't say. */
export function uncheckedSite({ state, state_since, monitored, checked_at }: Checked): Unchecked | undefined {
  if (monitored === undefined) return undefined
  return uncheckedOf({ state, stateSince: at(state_since), isMonitored: monitored, checkedAt: at(checked_at) })
}

/** UNIX ms. */
function at(time: string | null | undefined): number | undefined {
  const ms = Date.parse(time ?? '')
  return Number.isNaN(ms) ? undefined : ms
}

/** The verdict of a site in a state; null for a site with a deferred host. */
export function siteVerdict(host: string, state: string | null, open: readonly IncidentRecord[]) {
  const worst = worstIncident(open)
  const { trouble, severity } = verdictOf({ state: state ?? '', deferred: state === null }, worst)
  const incident = trouble === 'maintenance' ? undefined : worst
  return {
    host,
    state: state ?? '',
    trouble,
    severity,
    kind: incident?.kind ?? null,
    cause: incident?.cause ?? null,
    partly: incident?.partly ?? false,
    incidents: open.length,
  }
}

/** Sites in trouble first, the worst of them before the others. */
export function worstFirst(sites: readonly ListedSite[], verdicts: Verdicts | null | undefined): readonly ListedSite[] {
  if (!verdicts) return sites
  const severityOf = ({ id, optimizer }: ListedSite) =>
    optimizer === 'maintenance' ? 0 : (worstIncident(verdicts.openOf(id) ?? [])?.severity ?? 0)
  return sites.toSorted((a, b) => severityOf(b) - severityOf(a))
}
