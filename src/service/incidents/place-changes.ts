import type { Transaction } from 'kysely'
import type { Database, Incident, IncidentPlace, Schema } from '../database/index.ts'
import { type Failure, worstOf } from './findings.ts'
import {
  closeIncident,
  findLastEnded,
  findOpen,
  keyOf,
  lockSubject,
  openOrReopen,
  originSeverity,
  recordChange,
  type Subject,
  takeOver,
} from './open-and-close.ts'
import { type PlaceChange, sharedVariant } from './judge-place.ts'
import type { Memory } from './round.ts'
import { worseValue } from './worst-value.ts'

/** A change at a monitor's place. */
export type PlaceEvent = PlaceChange & {
  readonly monitorId: string
  readonly accountId: string
  /** The site whose key page the monitor measures. */
  readonly siteId: string | null
  readonly host: string
}

/**
 * Opens, extends and closes incidents by what changed at their places. A failure seen before the previous incident ended
 * opens no new one.
 */
export async function applyPlaceChanges(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  events: readonly PlaceEvent[],
  now: number,
): Promise<void> {
  for (const { subject, events: all } of bySubject(events)) {
    const siteId = all.find((event) => event.siteId !== null)?.siteId ?? null
    await lockSubject(trx, kind, subject)
    const open = await findOpen(trx, subject)
    const previous = open ? undefined : await findLastEnded(trx, subject)
    const counted = all.filter((event) => !isFailure(event) || event.lastAt > (previous?.ended_at ?? -Infinity))
    const failures = counted.filter(isFailure)
    const isNew = open === undefined && failures.length > 0
    const incident = isNew
      ? ((await takeOver(trx, kind, subject, now)) ?? (await openOrReopen(trx, subject, siteId, failures, now)))
      : open
    if (!incident) continue
    let isWider = open !== undefined && counted.some(({ change }) => change === 'failed')
    for (const event of counted) if (await recordPlace(trx, incident.id, event)) isWider = true
    await recordWorst(trx, incident, counted)
    await settle(trx, incident, 'recovered', now, { siteId, isWider })
  }
}

/** Keeps the worst value that an incident has had. */
async function recordWorst(trx: Transaction<Schema>, incident: Incident, events: readonly PlaceEvent[]): Promise<void> {
  const { worst_metric: metric, worst_value: value, worst_times, worst_at } = incident
  const before =
    metric === null || value === null ? undefined : { metric, value, times: worst_times ?? 1, at: worst_at ?? 0 }
  const worst = events.filter(isFailure).reduce((known, event) => worseValue(known, event.worst), before)
  if (worst === undefined || worst === before) return
  await trx
    .updateTable('incidents')
    .set({ worst_metric: worst.metric, worst_value: worst.value, worst_times: worst.times, worst_at: worst.at })
    .where('id', '=', incident.id)
    .execute()
}

type PlaceFailure = Exclude<PlaceEvent, { readonly change: 'recovered' }>

const isFailure = (event: PlaceEvent): event is PlaceFailure => event.change !== 'recovered'

/**
 * Ends what these monitors saw and can't see any more because they were deleted or paused or measure something else, and
 * forgets their rounds. On PostgreSQL, the monitors must be locked.
 */
export async function stopWatching(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  monitorIds: readonly string[],
  now: number,
): Promise<void> {
  if (monitorIds.length === 0) return
  await trx.deleteFrom('recent_rounds').where('monitor_id', 'in', monitorIds).execute()
  const seen = await trx
    .selectFrom('incidents')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('incident_places')
        .select('incident_id')
        .where('monitor_id', 'in', monitorIds)
        .where('until', 'is', null),
    )
    .execute()
  const incidents = seen.map((row) => ({ row, subject: { accountId: row.account_id, host: row.host, kind: row.kind } }))
  for (const { row, subject } of incidents.toSorted((a, b) => (keyOf(a.subject) < keyOf(b.subject) ? -1 : 1))) {
    await lockSubject(trx, kind, subject)
    await trx
      .updateTable('incident_places')
      .set({ until: now })
      .where('incident_id', '=', row.id)
      .where('monitor_id', 'in', monitorIds)
      .where('until', 'is', null)
      .execute()
    const open = await findOpen(trx, subject)
    if (open) await settle(trx, open, 'unwatched', now)
  }
}

/** Groups by subject, in the same order in every process, so that processes never deadlock. */
function bySubject(events: readonly PlaceEvent[]): { subject: Subject; events: PlaceEvent[] }[] {
  const groups = new Map<string, { subject: Subject; events: PlaceEvent[] }>()
  for (const event of events) {
    const key = keyOf(event)
    const group = groups.get(key) ?? { subject: event, events: [] }
    group.events.push(event)
    groups.set(key, group)
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

/** @returns whether the place is slow in another way, too, which further rules may be about */
async function recordPlace(trx: Transaction<Schema>, incidentId: string, event: PlaceEvent): Promise<boolean> {
  const { monitorId, location } = event
  const update = trx
    .updateTable('incident_places')
    .where('incident_id', '=', incidentId)
    .where('monitor_id', '=', monitorId)
    .where('location', '=', location)
    .where('until', 'is', null)
  if (event.change === 'recovered') {
    await update.set({ until: event.until }).execute()
    return false
  }
  const { since, severity, cause, times = 1, by = null, lastSample, samples, variant } = event
  if (event.change === 'seen') {
    const before = await trx
      .selectFrom('incident_places')
      .select(['slow_by', 'variant'])
      .where('incident_id', '=', incidentId)
      .where('monitor_id', '=', monitorId)
      .where('location', '=', location)
      .where('until', 'is', null)
      .executeTakeFirst()
    const slow_by = eitherOf(before?.slow_by ?? null, by)
    const { numUpdatedRows } = await update
      .set((eb) => ({
        since,
        severity,
        cause,
        times,
        slow_by,
        last_sample_id: lastSample,
        variant: sharedVariant(before?.variant, variant),
        samples: eb('samples', '+', samples),
      }))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return before !== undefined && before.slow_by !== null && slow_by !== before.slow_by
  }
  // its failure began before this incident
  await trx
    .insertInto('incident_places')
    .values({
      incident_id: incidentId,
      monitor_id: monitorId,
      location,
      since,
      until: null,
      severity,
      cause,
      times,
      slow_by: by,
      first_sample_id: event.change === 'failed' ? event.firstSample : lastSample,
      last_sample_id: lastSample,
      samples,
      variant,
    })
    .execute()
  return false
}

type PlaceSlowBy = IncidentPlace['slow_by']

function eitherOf(one: PlaceSlowBy, other: PlaceSlowBy): PlaceSlowBy {
  if (one === null || other === null) return one ?? other
  return one === other ? one : 'both'
}

/** Updates the incident from its places, and closes it once none of them fails. */
export async function settle(
  trx: Transaction<Schema>,
  incident: Incident,
  reason: NonNullable<Incident['end_reason']>,
  now: number,
  // a further place has begun to fail, maybe the key page of a site
  { siteId = null, isWider = false }: { readonly siteId?: string | null; readonly isWider?: boolean } = {},
): Promise<void> {
  const places = await trx
    .selectFrom('incident_places')
    .selectAll()
    .where('incident_id', '=', incident.id)
    .orderBy('since')
    .execute()
  const failing = places.filter(({ until }) => until === null)
  if (failing.length === 0) {
    const end = Math.max(incident.started_at, ...places.map(({ until }) => until ?? 0))
    // the last place to recover need not have been the worst
    if (places.length > 0)
      await trx.updateTable('incidents').set(severityAndCause(incident, places)).where('id', '=', incident.id).execute()
    return closeIncident(trx, incident.id, end, reason, now)
  }
  const seenAt = new Set(places.map(({ monitor_id, location }) => `${monitor_id} ${location}`))
  const since = Math.min(incident.started_at, ...failing.map((place) => place.since))
  const after = {
    site_id: incident.site_id ?? siteId,
    ...severityAndCause(incident, failing),
    started_at: since < incident.started_at ? await afterLastEnd(trx, incident, since) : since,
    partly: seenAt.size < (await placesWatching(trx, incident)) ? 1 : 0,
  }
  const isSame = Object.entries(after).every(([name, value]) => incident[name as keyof typeof after] === value)
  if (!isSame) await trx.updateTable('incidents').set(after).where('id', '=', incident.id).execute()
  if (isWider || after.severity > incident.severity) await recordChange(trx, incident.id, 'worsened', now)
}

/** A start that isn't before the previous incident's end, nor later than the incident's present start. */
async function afterLastEnd(trx: Transaction<Schema>, incident: Incident, since: number): Promise<number> {
  const { account_id: accountId, host, kind, started_at } = incident
  const previous = await findLastEnded(trx, { accountId, host, kind })
  return Math.min(started_at, Math.max(since, previous?.ended_at ?? since))
}

/** An incident's severity and cause, by its worst place or by what the edge sees. */
function severityAndCause({ edge_cause }: Incident, places: readonly Failure[]): Pick<Failure, 'severity' | 'cause'> {
  const worst = worstOf(places)
  const atEdge = edge_cause === null ? undefined : { severity: originSeverity, cause: edge_cause }
  const { severity, cause } = atEdge && atEdge.severity > worst.severity ? atEdge : worst
  return { severity, cause }
}

/** From how many places the account's monitors measure the host. */
async function placesWatching(trx: Transaction<Schema>, { account_id, host }: Incident): Promise<number> {
  const rows = await trx
    .selectFrom('recent_rounds')
    .innerJoin('monitors', 'monitors.id', 'recent_rounds.monitor_id')
    .select('rounds')
    .where('host', '=', host)
    .where('account_id', '=', account_id)
    .execute()
  return rows.reduce((sum, { rounds }) => {
    const memory = JSON.parse(rounds) as Memory
    return sum + new Set(memory.rounds.slice(-2).flatMap(({ places }) => Object.keys(places))).size
  }, 0)
}
