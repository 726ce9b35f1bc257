import type { IncidentRecord } from './incidents.ts'

/** What a site counts as, the most pressing first. Another service may report others; show them unchanged. */
export const troubles = ['down', 'dns', 'slow', 'other', 'maintenance', 'idle', 'healthy'] as const
export type Trouble = (typeof troubles)[number]

/** Those that somebody has to look into. */
export const needsAttention = ['down', 'dns', 'slow', 'other'] as const satisfies readonly Trouble[]

/** The kinds of incidents, the worst first among those that are equally severe. */
const worstFirst: readonly string[] = ['down', 'origin', 'dns', 'certificate', 'resources']

const troubleByKind: Readonly<Partial<Record<string, Trouble>>> = {
  down: 'down',
  dns: 'dns',
  slow: 'slow',
}

/** The states in which visitors don't reach a site through the service yet, or any more. */
const idleStates: readonly string[] = ['preview', 'off']

type Worst = Pick<IncidentRecord, 'kind' | 'severity' | 'started_at'>

/** The open incident that gives a site its verdict, undefined if there is none. */
export function worstIncident<I extends Worst>(open: readonly I[]): I | undefined {
  const rank = ({ kind }: I) => (worstFirst.includes(kind) ? worstFirst.indexOf(kind) : worstFirst.length)
  return open.toSorted(
    (a, b) => b.severity - a.severity || rank(a) - rank(b) || Date.parse(a.started_at) - Date.parse(b.started_at),
  )[0]
}

/** What a site counts as, and how severe that is. Nothing is trouble while a site is in maintenance. */
export function verdictOf(
  { state, deferred = false }: { readonly state: string; readonly deferred?: boolean },
  worst: Pick<IncidentRecord, 'kind' | 'severity'> | undefined,
): { readonly trouble: Trouble; readonly severity: number } {
  if (state === 'maintenance') return { trouble: 'maintenance', severity: 0 }
  if (worst) return { trouble: troubleByKind[worst.kind] ?? 'other', severity: worst.severity }
  return { trouble: deferred || idleStates.includes(state) ? 'idle' : 'healthy', severity: 0 }
}
