import { sql } from 'kysely'
import {
  acknowledgeIncident,
  addIncidentNote,
  type EndpointId,
  type IncidentDetail,
  listIncidents,
  momentOf,
  readIncident,
} from '../../contract/index.ts'
import type { Incident } from '../database/index.ts'
import { conflict, notFound } from '../api/errors.ts'
import { actorColumns, actorOf } from '../events/index.ts'
import { type AccountCall, bothScopes, type Handlers } from '../api/handler.ts'
import { pageCounts } from '../api/paging.ts'
import { addNote } from './notes.ts'
import { incidentDetailOf, incidentRecordsOf, selectIncidents } from './queries.ts'

type HandledEndpoints = Extract<EndpointId, `${string}.${'incidents' | 'openIncidents'}.${string}`>

export const incidentHandlers: Handlers<HandledEndpoints> = {
  /** A partner's accounts may have many, and all are sorted, so a reader thread does it. */
  async 'partner.openIncidents.list'({ query }, { partner, services, signal }) {
    const { page, per_page, at_site } = query
    const input = {
      partnerId: partner.id,
      term: (query.search_term || '').toLowerCase(),
      page,
      per_page,
      atSite: at_site,
    }
    const { total, rows } = await services.readers.run('openIncidents', input, { owner: partner.id, signal })
    return { ...pageCounts(query, total), rows }
  },

  ...bothScopes(listIncidents, async ({ query }, { account, key, services: { database } }) => {
    const found = selectIncidents(database.db, account.id, {
      siteIds: key?.sites ?? undefined,
      siteId: query.site_id,
      monitorId: query.monitor_id,
      kind: query.kind,
      open: query.open,
      from: query.from === undefined ? undefined : momentOf(query.from),
      to: query.to === undefined ? undefined : momentOf(query.to),
    })
    const { n } = await found.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    const rows = await found
      .selectAll('incidents')
      .orderBy(sql`case when ended_at is null then 0 else 1 end`)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page)
      .execute()
    return { ...pageCounts(query, n), rows: await incidentRecordsOf(rows, database.db) }
  }),
  ...bothScopes(readIncident, async ({ path }, call) => recordOf(await incidentOf(path.incident_id, call), call)),
  ...bothScopes(acknowledgeIncident, async ({ path, body }, call) => {
    const incident = await incidentOf(path.incident_id, call)
    const { database, world } = call.services
    const { acknowledged_at, acknowledged_by, acknowledged_person_id, acknowledged_person_name } = incident
    const { actor, person_id, person_name } = actorColumns(actorOf(call))
    const first = { acknowledged_at, acknowledged_by, acknowledged_person_id, acknowledged_person_name }
    const caller = {
      acknowledged_at: world.clock.now(),
      acknowledged_by: actor,
      acknowledged_person_id: person_id,
      acknowledged_person_name: person_name,
    }
    const nobody = {
      acknowledged_at: null,
      acknowledged_by: null,
      acknowledged_person_id: null,
      acknowledged_person_name: null,
    }
    const changed = await database.db
      .updateTable('incidents')
      // who was first stays
      .set(!body.acknowledged ? nobody : acknowledged_at === null ? caller : first)
      .where('id', '=', incident.id)
      .where('ended_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw conflict('The incident is over.')
    return recordOf(changed, call)
  }),
  ...bothScopes(addIncidentNote, async ({ path, body: { text } }, call) => {
    const incident = await incidentOf(path.incident_id, call)
    const { database, world } = call.services
    const { actor: by, person_id, person_name } = actorColumns(actorOf(call))
    const note = { incident_id: incident.id, at: world.clock.now(), by, person_id, person_name, text }
    await addNote(note, database)
    return recordOf(incident, call)
  }),
}

/** An incident of the account. @throws {HttpError} 404 */
async function incidentOf(id: string, { account, services: { database } }: AccountCall): Promise<Incident> {
  const incident = await selectIncidents(database.db, account.id, {})
    .selectAll('incidents')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!incident) throw notFound('incident')
  return incident
}

async function recordOf(incident: Incident, { services: { database } }: AccountCall): Promise<IncidentDetail> {
  const detail = await incidentDetailOf(incident, database.db)
  if (!detail) throw notFound('incident')
  return detail
}
