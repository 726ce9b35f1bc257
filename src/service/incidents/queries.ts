import type { Kysely } from 'kysely'
import type { IncidentDetail, IncidentNote, IncidentRecord } from '../../contract/index.ts'
import type { Incident, Schema } from '../database/index.ts'
import { personOf } from '../events/index.ts'

interface Which {
  /** Only incidents of these. */
  readonly siteIds?: readonly string[] | undefined
  readonly siteId?: string | undefined
  readonly monitorId?: string | undefined
  readonly kind?: Incident['kind'] | undefined
  readonly open?: boolean | undefined
  /** UNIX ms: incidents that were open in between. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** The incidents of an account. */
export function selectIncidents(db: Kysely<Schema>, accountId: string, which: Which) {
  const { siteIds, siteId, monitorId, kind, open, from, to } = which
  let found = db.selectFrom('incidents').where('account_id', '=', accountId)
  if (siteIds !== undefined) found = found.where('site_id', 'in', siteIds)
  if (siteId !== undefined) found = found.where('site_id', '=', siteId)
  if (monitorId !== undefined)
    found = found.where((eb) =>
      eb.exists(
        eb
          .selectFrom('incident_places')
          .select('incident_id')
          .whereRef('incident_id', '=', 'incidents.id')
          .where('monitor_id', '=', monitorId),
      ),
    )
  if (kind !== undefined) found = found.where('kind', '=', kind)
  if (open !== undefined) found = found.where('ended_at', open ? 'is' : 'is not', null)
  if (from !== undefined) found = found.where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', from)]))
  if (to !== undefined) found = found.where('started_at', '<', to)
  return found
}

/** Incidents as the API returns them, in the same order. */
export async function incidentRecordsOf(rows: readonly Incident[], db: Kysely<Schema>): Promise<IncidentRecord[]> {
  if (rows.length === 0) return []
  const places = await db
    .selectFrom('incident_places')
    .leftJoin('monitors', 'monitors.id', 'incident_places.monitor_id')
    .selectAll('incident_places')
    // a deleted monitor has no account
    .select(['monitors.name', 'monitors.account_id'])
    .where(
      'incident_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('since')
    .orderBy('location')
    .execute()
  const acknowledgers = rows.filter(({ acknowledged_by }) => byPartner(acknowledged_by))
  const partners = await partnersOf(
    acknowledgers.map(({ account_id }) => account_id),
    db,
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    severity: row.severity,
    host: row.host,
    site_id: row.site_id,
    cause: row.cause,
    started_at: iso(row.started_at),
    ended_at: row.ended_at === null ? null : iso(row.ended_at),
    end_reason: row.end_reason,
    partly: row.partly === 1,
    acknowledged_at: row.acknowledged_at === null ? null : iso(row.acknowledged_at),
    acknowledged_by: row.acknowledged_by,
    acknowledged_by_name: byPartner(row.acknowledged_by) ? (partners.get(row.account_id) ?? null) : null,
    acknowledged_person: personOf(row.acknowledged_person_id, row.acknowledged_person_name),
    worst:
      row.worst_metric === null || row.worst_value === null || row.worst_at === null
        ? null
        : { metric: row.worst_metric, value: row.worst_value, at: iso(row.worst_at) },
    requests: row.requests === 0 ? null : { asked: row.requests, failed: row.failed_requests },
    places: places
      .filter(({ incident_id }) => incident_id === row.id)
      .map((place) => ({
        monitor_id: place.monitor_id,
        monitor_name: place.account_id === null ? null : place.name,
        location: place.location,
        since: iso(place.since),
        until: place.until === null ? null : iso(place.until),
        cause: place.cause,
        first_sample_id: place.first_sample_id,
        last_sample_id: place.last_sample_id,
        samples: place.samples,
        variant: place.variant,
      })),
  }))
}

/** An incident by itself, with its notes. */
export async function incidentDetailOf(incident: Incident, db: Kysely<Schema>): Promise<IncidentDetail | undefined> {
  const [record] = await incidentRecordsOf([incident], db)
  const { opened_at, reopened_at, closed_at } = incident
  return (
    record && {
      ...record,
      opened_at: iso(opened_at),
      reopened_at: reopened_at === null ? null : iso(reopened_at),
      closed_at: closed_at === null ? null : iso(closed_at),
      notes: await notesOf(incident, db),
    }
  )
}

/** The notes of an incident, oldest first. */
async function notesOf({ id, account_id }: Incident, db: Kysely<Schema>): Promise<IncidentNote[]> {
  const notes = await db
    .selectFrom('incident_notes')
    .selectAll()
    .where('incident_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const partners = notes.some(({ by }) => byPartner(by)) ? await partnersOf([account_id], db) : undefined
  return notes.map(({ incident_id: _, at, by, person_id, person_name, ...note }) => ({
    ...note,
    at: iso(at),
    by,
    by_name: byPartner(by) ? (partners?.get(account_id) ?? null) : null,
    person: personOf(person_id, person_name),
  }))
}

const byPartner = (by: string | null) => by === 'partner' || by === 'partner_as_holder'

/** The names of the partners of accounts, by account. */
async function partnersOf(ids: readonly string[], db: Kysely<Schema>): Promise<ReadonlyMap<string, string>> {
  const accounts = [...new Set(ids)]
  if (accounts.length === 0) return new Map()
  const found = await db
    .selectFrom('accounts')
    .innerJoin('partners', 'partners.id', 'accounts.partner_id')
    .select(['accounts.id', 'partners.name'])
    .where('accounts.id', 'in', accounts)
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

const iso = (ms: number) => new Date(ms).toISOString()
