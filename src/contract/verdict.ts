import type { IncidentRecord } from './incidents.ts'

/** What a site counts as, the most pressing first. Another service may report others; show them unchanged. */
export const troubles = ['down', 'dns', 'slow', 'other', 'maintenance', 'off', 'idle', 'unchecked', 'healthy'] as const
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
const idleStates: readonly unknown[] = ['preview', 'off']

/** Whether visitors don't reach a site in this state through the service. */
export const isIdle = (state: unknown): boolean => idleStates.includes(state)

/** The states in which visitors get a site through the optimizer. */
export const liveStates: readonly unknown[] = ['trial', 'active']

/** Why it isn't known whether a site is healthy. */
export type Unchecked = 'not monitored' | 'never' | 'not since live'

interface Checks {
  readonly state: string | null
  /** When it came into that state, UNIX ms. */
  readonly stateSince: number | undefined
  /** Whether a running monitor checks its home page. */
  readonly isMonitored: boolean
  /** When its home page was last checked, UNIX ms. */
  readonly checkedAt: number | undefined
}

/** Why it isn't known whether a site without trouble is healthy; undefined if it is known. */
export function uncheckedOf({ state, stateSince = 0, isMonitored, checkedAt }: Checks): Unchecked | undefined {
  if (!isMonitored) return 'not monitored'
  if (checkedAt === undefined) return 'never'
  // what was checked before is what visitors got without the service
  return liveStates.includes(state) && stateSince > checkedAt ? 'not since live' : undefined
}

type Worst = Pick<IncidentRecord, 'kind' | 'severity' | 'started_at'>

/** The open incident that gives a site its verdict, undefined if there is none. */
export function worstIncident<I extends Worst>(open: readonly I[]): I | undefined {
  const rank = ({ kind }: I) => (worstFirst.includes(kind) ? worstFirst.indexOf(kind) : worstFirst.length)
  return open.toSorted(
    (a, b) => b.severity - a.severity || rank(a) - rank(b) || Date.parse(a.started_at) - Date.parse(b.started_at),
  )[0]
}

/**
 * What a site counts as, and how severe that is. Nothing is trouble while a site is in maintenance. A site is only unchecked if
 * that's said of it.
 */
export function verdictOf(
  { state, deferred = false, unchecked }: Judged,
  worst: Pick<IncidentRecord, 'kind' | 'severity'> | undefined,
): { readonly trouble: Trouble; readonly severity: number } {
  if (state === 'maintenance') return { trouble: 'maintenance', severity: 0 }
  if (worst) return { trouble: troubleByKind[worst.kind] ?? 'other', severity: worst.severity }
  const trouble =
    deferred || state === 'preview' ? 'idle' : state === 'off' ? 'off' : unchecked ? 'unchecked' : 'healthy'
  return { trouble, severity: 0 }
}

interface Judged {
  readonly state: string
  readonly deferred?: boolean
  readonly unchecked?: Unchecked | undefined
}
