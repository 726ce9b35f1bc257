import type { AlertReason, SlowBy } from '../../contract/index.ts'
import { deliveryLimits } from './limits.ts'
import type { Alert, AlertRule, Incident, IncidentPlace } from '../database/index.ts'

const minute = 60_000
/** Of one incident, no rule tells two starts within this time. An attempt of unknown outcome is repeated after it. */
export const quietMs = 60 * minute
/** How often it's looked whether maintenance has ended. */
const maintenanceMs = minute
/** How long failed attempts are repeated. */
const givenUpMs = 24 * 60 * minute
const firstRetryMs = minute / 2
/** Between two attempts at most, ms. */
export const longestRetryMs = 60 * minute

type Choice = Pick<AlertRule, 'kinds' | 'min_severity' | 'slow_by' | 'site_ids' | 'monitor_ids'>
type Chosen = Pick<Incident, 'kind' | 'severity' | 'site_id'> & {
  readonly monitorIds: readonly string[]
  /** What was slow at its places; null where that isn't known. */
  readonly slowBy: readonly IncidentPlace['slow_by'][]
}

/** Whether a rule is about an incident: of one of its kinds, and of one of its sites or monitors. */
export function isAbout(rule: Choice, incident: Chosen): boolean {
  if (incident.severity < rule.min_severity) return false
  if (rule.kinds !== null && !listOf(rule.kinds).includes(incident.kind)) return false
  if (incident.kind === 'slow' && rule.slow_by !== null && !isSlowBy(rule.slow_by, incident.slowBy)) return false
  if (rule.site_ids === null && rule.monitor_ids === null) return true
  return (
    (incident.site_id !== null && listOf(rule.site_ids).includes(incident.site_id)) ||
    listOf(rule.monitor_ids).some((id) => incident.monitorIds.includes(id))
  )
}

function isSlowBy(wanted: SlowBy, places: Chosen['slowBy']): boolean {
  return places.length === 0 || places.some((by) => by === null || by === 'both' || by === wanted)
}

/** A JSON list of texts; empty for null. */
export function listOf(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[])
}

/**
 * How long after a failed attempt the next one follows, in ms, or undefined if none does: twice as long each time, up to
 * an hour, and a fifth more or less, so that receivers that failed together aren't asked together. A receiver that asks for
 * more time gets it, but the last attempt is made within a day.
 * @param elapsed since the first attempt, ms
 * @param random 0 to 1
 * @param asked how long the receiver asks to wait, ms
 */
export function retryAfter(attempts: number, elapsed: number, random: number, asked = 0): number | undefined {
  const delay = Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1)) * (0.8 + 0.4 * random)
  const left = givenUpMs - elapsed
  return delay > left ? undefined : Math.round(Math.max(delay, Math.min(asked, left)))
}

/** Until when a receiver has asked to wait, UNIX ms. A later time than any receiver gets can only come from a wrong clock. */
export function waitsUntil(rule: Pick<AlertRule, 'wait_until'>, now: number): number | undefined {
  const until = rule.wait_until ?? 0
  return until > now && until <= now + givenUpMs ? until : undefined
}

export type Pending = Pick<
  Alert,
  'id' | 'incident_id' | 'what' | 'reason' | 'held_at' | 'next_at' | 'attempts' | 'digest_id' | 'created_at'
>

/** What a rule's alerts depend on. */
export interface Situation {
  readonly rule: Pick<AlertRule, 'enabled' | 'muted_until'>
  /** Alerts that are neither sent nor given up, in the order in which they were made. */
  readonly pending: readonly Pending[]
  readonly incidents: ReadonlyMap<string, IncidentNow>
  readonly reported: ReadonlyMap<string, Reported>
  /** When messages of this rule were sent in the last 10 minutes, the oldest first. */
  readonly recent: readonly number[]
  readonly now: number
}

export interface IncidentNow {
  readonly open: boolean
  readonly acknowledged: boolean
  /** Whether its site is in planned maintenance. */
  readonly maintenance: boolean
  /** When its last failing sample was taken; null if samples don't decide about it. */
  readonly failedAt: number | null
}

/** What a rule has reported about an incident. */
export interface Reported {
  /** Whether the last alert reported a start. */
  readonly started: boolean
  /** When a start was last reported, UNIX ms. */
  readonly startedAt: number | null
}

export type Step =
  | { readonly do: 'send'; readonly id: string }
  | { readonly do: 'digest'; readonly ids: readonly string[] }
  | {
      readonly do: 'hold'
      readonly id: string
      readonly reason: AlertReason
      readonly until: number
      readonly at: number
    }
  | { readonly do: 'drop'; readonly id: string; readonly reason: AlertReason }

/** Decides what happens now to the alerts of a rule. Alerts of the same incident go out one after another, in order. */
export function stepsFor(situation: Situation): readonly Step[] {
  const { pending, recent, now } = situation
  const steps: Step[] = []
  const single: Pending[] = []
  const collected: Pending[] = []
  for (const [incidentId, alerts] of Map.groupBy(pending, ({ incident_id }) => incident_id)) {
    if (incidentId === null) {
      // a digest that is tried again, or what is left of a deleted incident
      for (const alert of alerts.filter(({ next_at }) => next_at <= now))
        if (alert.what === 'digest') single.push(alert)
        else steps.push({ do: 'drop', id: alert.id, reason: 'gone' })
      continue
    }
    let started = situation.reported.get(incidentId)?.started ?? false
    let isCollected = false
    for (const alert of alerts) {
      if (alert.digest_id !== null || alert.next_at > now) break
      const step = decide(alert, incidentId, started, situation)
      if (step.do !== 'send') steps.push(step)
      if (step.do === 'hold') break
      if (step.do === 'drop') continue
      isCollected ||= alert.reason === 'digest'
      if (!isCollected) {
        single.push(alert)
        break
      }
      // a digest reports everything that has happened to the incident
      collected.push(alert)
      started = alert.what !== 'closed'
    }
  }
  return [...steps, ...messagesOf(single, collected, recent, now)]
}

/** At most so many messages in 10 minutes: what is beyond that waits, and then goes out as one digest. */
function messagesOf(
  single: readonly Pending[],
  collected: readonly Pending[],
  recent: readonly number[],
  now: number,
): Step[] {
  const room = Math.max(0, deliveryLimits.messages - recent.length)
  const until = (recent[0] ?? now) + deliveryLimits.window
  const send = ({ id }: Pending): Step => ({ do: 'send', id })
  const hold = ({ id, held_at }: Pending): Step => ({ do: 'hold', id, reason: 'digest', until, at: held_at ?? now })
  const digests = single.filter(({ what }) => what === 'digest')
  const others = single.filter(({ what }) => what !== 'digest').toSorted((a, b) => a.created_at - b.created_at)
  const inTurn = [...digests, ...others]
  if (collected.length === 0 || room === 0)
    return [...inTurn.slice(0, room).map(send), ...[...inTurn.slice(room), ...collected].map(hold)]
  const late = inTurn.slice(room - 1)
  const together = [...collected, ...late.filter(({ what }) => what !== 'digest')]
  const [only] = together
  return [
    ...inTurn.slice(0, room - 1).map(send),
    together.length === 1 && only ? send(only) : { do: 'digest', ids: together.map(({ id }) => id) },
    ...late.filter(({ what }) => what === 'digest').map(hold),
  ]
}

function decide(alert: Pending, incidentId: string, started: boolean, situation: Situation): Step {
  const { rule, incidents, reported, now } = situation
  const { id } = alert
  const incident = incidents.get(incidentId)
  const drop = (reason: AlertReason): Step => ({ do: 'drop', id, reason })
  const hold = (reason: AlertReason, until: number, at = now): Step => ({ do: 'hold', id, reason, until, at })
  if (!incident) return drop('gone')
  if (rule.enabled === 0) return drop('off')
  const mutedUntil = rule.muted_until ?? 0
  if (alert.what === 'closed') {
    if (incident.open) return drop('again')
    if (!started) return drop('untold')
    return mutedUntil > now ? hold('muted', mutedUntil) : { do: 'send', id }
  }
  if (incident.acknowledged) return drop('acknowledged')
  const wasHeld = alert.reason === 'muted' || alert.reason === 'maintenance' || alert.reason === 'recent'
  if (wasHeld && !incident.open) return drop('over')
  if (mutedUntil > now) return hold('muted', mutedUntil)
  if (incident.maintenance) return hold('maintenance', now + maintenanceMs)
  // once maintenance has ended, only a sample shows whether something is still wrong
  if (alert.reason === 'maintenance' && incident.failedAt !== null && incident.failedAt <= (alert.held_at ?? 0))
    return hold('maintenance', now + maintenanceMs, alert.held_at ?? now)
  const quietUntil = (reported.get(incidentId)?.startedAt ?? -Infinity) + quietMs
  return quietUntil > now ? hold('recent', quietUntil) : { do: 'send', id }
}
