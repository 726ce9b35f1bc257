import { sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Incident, IncidentChangeTable, Schema, Site } from '../database/index.ts'
import { type Failure, isWorse } from './findings.ts'
import type { Memory, PlaceChange } from './recent-rounds.ts'

/** An incident that comes back within this time after its end was noticed is the same one, ms. */
export const reopensWithin = 3_600_000

/** Of an origin that fails at the edge, as of an issue. */
export const originSeverity = 3

/** What makes an incident one: a host of an account, and what is wrong with it. */
export interface Subject {
  readonly accountId: string
  readonly host: string
  readonly kind: Incident['kind']
}

/** A change at a place of a monitor. */
export type PlaceEvent = PlaceChange & {
  readonly monitorId: string
  readonly accountId: string
  /** The site whose key page it is. */
  readonly siteId: string | null
  readonly host: string
}

/**
 * Opens, extends and closes incidents by what happened at their places. What was seen before the last incident ended opens
 * none.
 */
export async function publish(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  events: readonly PlaceEvent[],
  now: number,
): Promise<void> {
  for (const { subject, events: all } of bySubject(events)) {
    const siteId = all.find((event) => event.siteId !== null)?.siteId ?? null
    await lockSubject(trx, kind, subject)
    const open = await openOf(trx, subject)
    const before = open ? undefined : await lastEnded(trx, subject)
    const told = all.filter((event) => !isFailure(event) || event.lastAt > (before?.ended_at ?? -Infinity))
    const failures = told.filter(isFailure)
    const isBegun = open === undefined && failures.length > 0
    const incident = isBegun
      ? ((await takeOver(trx, kind, subject, now)) ?? (await begin(trx, subject, siteId, failures, now)))
      : open
    if (!incident) continue
    for (const event of told) await notePlace(trx, incident.id, event)
    const isWider = open !== undefined && told.some(({ change }) => change === 'failed')
    await settle(trx, incident, 'recovered', now, { siteId, isWider })
  }
}

type PlaceFailure = Exclude<PlaceEvent, { readonly change: 'recovered' }>

const isFailure = (event: PlaceEvent): event is PlaceFailure => event.change !== 'recovered'

/** Opens an incident that isn't seen by monitors. If it's open already, it can only become worse. */
export async function openIncident(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  incident: Subject & { readonly siteId: string | null; readonly severity: number; readonly cause: string },
  now: number,
): Promise<void> {
  await lockSubject(trx, kind, incident)
  const open = await openOf(trx, incident)
  if (open) {
    const { severity, cause } = incident
    if (severity <= open.severity || (await isSeen(trx, open))) return
    await trx.updateTable('incidents').set({ severity, cause }).where('id', '=', open.id).execute()
    return noteChange(trx, open.id, 'worsened', now)
  }
  await begin(trx, incident, incident.siteId, [{ ...incident, since: now }], now)
}

/** Ends an incident, if it's open and monitors don't see it. What they see, they end. */
export async function endIncident(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  subject: Subject,
  reason: NonNullable<Incident['end_reason']>,
  now: number,
): Promise<void> {
  await lockSubject(trx, kind, subject)
  const open = await openOf(trx, subject)
  if (open && !(await isSeen(trx, open))) await close(trx, open.id, now, reason, now)
}

/** Whether monitors see it now. */
async function isSeen(trx: Transaction<Schema>, { id }: Incident): Promise<boolean> {
  const place = await trx
    .selectFrom('incident_places')
    .select('incident_id')
    .where('incident_id', '=', id)
    .where('until', 'is', null)
    .executeTakeFirst()
  return place !== undefined
}

/** Ends what isn't seen by monitors of a site that is deleted or gets another host. */
export async function endIncidentsOf(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  site: Pick<Site, 'account_id' | 'host'>,
  now: number,
): Promise<void> {
  if (site.account_id === null) return
  for (const what of ['certificate', 'dns', 'origin'] as const)
    await endIncident(trx, kind, { accountId: site.account_id, host: site.host, kind: what }, 'unwatched', now)
}

/**
 * Ends what monitors have seen and can't see any more, because they were deleted or paused or measure something else. They
 * forget their rounds. On PostgreSQL, the monitors must be locked.
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
    const open = await openOf(trx, subject)
    if (open) await settle(trx, open, 'unwatched', now)
  }
}

const keyOf = ({ accountId, host, kind }: Subject) => `${accountId} ${host} ${kind}`

/** By subject, in an order that all processes follow, so that they wait for each other and don't block each other. */
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

/** Nobody else opens, changes or ends this incident before the transaction ends. SQLite has one writer anyway. */
export async function lockSubject(trx: Transaction<Schema>, kind: Database['kind'], subject: Subject): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(subject)}, 0))`.execute(trx)
}

export function openOf(trx: Transaction<Schema>, { accountId, host, kind }: Subject): Promise<Incident | undefined> {
  return trx
    .selectFrom('incidents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

type Beginning = Failure & { readonly since: number }

/** A host that is down and an origin that fails are one story, of which one incident is told at a time. */
function storyOf(kind: Incident['kind']): readonly Incident['kind'][] {
  return kind === 'down' || kind === 'origin' ? ['down', 'origin'] : [kind]
}

/** The incident of a subject's story that ended last. */
export function lastEnded(trx: Transaction<Schema>, { accountId, host, kind }: Subject) {
  return trx
    .selectFrom('incidents')
    .select(['id', 'kind', 'ended_at', 'closed_at', 'end_reason'])
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .where('kind', 'in', storyOf(kind))
    .where('ended_at', 'is not', null)
    .orderBy('closed_at', 'desc')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * A host that is down because its origin fails has one incident: that of the origin becomes the one of what monitors see.
 * Rules that haven't told it hear that a page is down. The subject must be locked.
 */
async function takeOver(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  subject: Subject,
  now: number,
): Promise<Incident | undefined> {
  if (subject.kind !== 'down') return undefined
  const origin: Subject = { ...subject, kind: 'origin' }
  await lockSubject(trx, kind, origin)
  const open = await openOf(trx, origin)
  if (!open) return undefined
  await noteChange(trx, open.id, 'worsened', now)
  return trx
    .updateTable('incidents')
    .set({ kind: 'down', edge_cause: open.cause })
    .where('id', '=', open.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Opens the incident, after the end of the one before, or reopens that one if it has just ended: as one of a host that is
 * down, if it was one of its origin. The subject's story must be locked.
 */
export async function begin(
  trx: Transaction<Schema>,
  subject: Subject,
  siteId: string | null,
  failures: readonly Beginning[],
  now: number,
): Promise<Incident> {
  const { accountId, host, kind } = subject
  const worst = worstOf(failures)
  const since = Math.min(...failures.map((failure) => failure.since))
  const before = await lastEnded(trx, subject)
  if (
    before?.end_reason === 'recovered' &&
    (before.closed_at ?? 0) > since - reopensWithin &&
    (before.kind === kind || kind === 'down')
  ) {
    await noteChange(trx, before.id, 'reopened', now)
    return trx
      .updateTable('incidents')
      .set({
        kind,
        ended_at: null,
        closed_at: null,
        end_reason: null,
        reopened_at: now,
        severity: worst.severity,
        cause: worst.cause,
        edge_cause: null,
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  const opened = await trx
    .insertInto('incidents')
    .values({
      id: uuid(),
      account_id: accountId,
      site_id: siteId ?? (await siteWith(trx, accountId, host)),
      host,
      kind,
      severity: worst.severity,
      cause: worst.cause,
      started_at: Math.max(since, before?.ended_at ?? since),
      ended_at: null,
      opened_at: now,
      closed_at: null,
      end_reason: null,
      partly: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await noteChange(trx, opened.id, 'opened', now)
  return opened
}

function worstOf<T extends Failure>(all: readonly T[]): T {
  return all.reduce((worst, one) => (isWorse(one, worst) ? one : worst))
}

async function siteWith(trx: Transaction<Schema>, accountId: string, host: string): Promise<string | null> {
  const site = await trx
    .selectFrom('sites')
    .select('id')
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .executeTakeFirst()
  return site?.id ?? null
}

async function noteChange(
  trx: Transaction<Schema>,
  incidentId: string,
  change: IncidentChangeTable['change'],
  at: number,
): Promise<void> {
  await trx.insertInto('incident_changes').values({ id: uuid(), incident_id: incidentId, change, at }).execute()
}

async function notePlace(trx: Transaction<Schema>, incidentId: string, event: PlaceEvent): Promise<void> {
  const { monitorId, location } = event
  const update = trx
    .updateTable('incident_places')
    .where('incident_id', '=', incidentId)
    .where('monitor_id', '=', monitorId)
    .where('location', '=', location)
    .where('until', 'is', null)
  if (event.change === 'recovered') {
    await update.set({ until: event.until }).execute()
    return
  }
  const { since, severity, cause, times = 1, lastSample, samples } = event
  if (event.change === 'seen') {
    const { numUpdatedRows } = await update
      .set((eb) => ({
        since,
        severity,
        cause,
        times,
        last_sample_id: lastSample,
        samples: eb('samples', '+', samples),
      }))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
  }
  // one that is seen first belonged to no incident before
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
      first_sample_id: event.change === 'failed' ? event.firstSample : lastSample,
      last_sample_id: lastSample,
      samples,
    })
    .execute()
}

/** Makes the incident agree with its places, and closes it once none fails any more. */
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
      await trx.updateTable('incidents').set(saidBy(incident, places)).where('id', '=', incident.id).execute()
    return close(trx, incident.id, end, reason, now)
  }
  const seenAt = new Set(places.map(({ monitor_id, location }) => `${monitor_id} ${location}`))
  const since = Math.min(incident.started_at, ...failing.map((place) => place.since))
  const after = {
    site_id: incident.site_id ?? siteId,
    ...saidBy(incident, failing),
    started_at: since < incident.started_at ? await afterLastEnd(trx, incident, since) : since,
    partly: seenAt.size < (await placesWatching(trx, incident)) ? 1 : 0,
  }
  const isSame = Object.entries(after).every(([name, value]) => incident[name as keyof typeof after] === value)
  if (!isSame) await trx.updateTable('incidents').set(after).where('id', '=', incident.id).execute()
  if (isWider || after.severity > incident.severity) await noteChange(trx, incident.id, 'worsened', now)
}

/** A start that isn't before the end of the incident that ended last, nor later than the incident's own. */
async function afterLastEnd(trx: Transaction<Schema>, incident: Incident, since: number): Promise<number> {
  const { account_id: accountId, host, kind, started_at } = incident
  const before = await lastEnded(trx, { accountId, host, kind })
  return Math.min(started_at, Math.max(since, before?.ended_at ?? since))
}

/** How bad an incident is, and why, by its worst place or what the edge sees. */
function saidBy({ edge_cause }: Incident, places: readonly Failure[]): Pick<Failure, 'severity' | 'cause'> {
  const worst = worstOf(places)
  const atEdge = edge_cause === null ? undefined : { severity: originSeverity, cause: edge_cause }
  const { severity, cause } = atEdge && atEdge.severity > worst.severity ? atEdge : worst
  return { severity, cause }
}

export async function close(
  trx: Transaction<Schema>,
  id: string,
  end: number,
  reason: NonNullable<Incident['end_reason']>,
  now: number,
): Promise<void> {
  await trx
    .updateTable('incidents')
    .set({ ended_at: end, closed_at: now, end_reason: reason })
    .where('id', '=', id)
    .execute()
  await noteChange(trx, id, 'closed', now)
}

/** From how many places the monitors of the account measure the host. */
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
