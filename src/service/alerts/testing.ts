import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Incident, IncidentChangeTable, Schema } from '../database/index.ts'
import type { Services } from '../api/services.ts'
import { insertIncident } from '../test/fixtures.ts'
import { deliver, rulesDue } from './deliver.ts'
import { takeChanges } from './take-changes.ts'

/** Makes and sends every alert that is due, one after the other. */
export async function sendAll(services: Services): Promise<void> {
  while (await takeChanges(services));
  for (const rule of await rulesDue(services)) await deliver(rule, services, async () => true)
}

/** Stores an open incident as it is when it has just been noticed. @returns its id */
export async function addOpenIncident(
  db: Kysely<Schema>,
  incident: Pick<Incident, 'account_id' | 'host'> & Partial<Incident>,
  at: number,
): Promise<string> {
  const id = await insertIncident(db, { started_at: at, opened_at: at, ...incident })
  await recordChange(db, id, 'opened', at)
  return id
}

export async function setIncidentEnded(
  db: Kysely<Schema>,
  id: string,
  at: number,
  reason: Incident['end_reason'] = 'recovered',
): Promise<void> {
  await db
    .updateTable('incidents')
    .set({ ended_at: at, closed_at: at, end_reason: reason })
    .where('id', '=', id)
    .execute()
  await recordChange(db, id, 'closed', at)
}

/** Makes an incident one of a page that is down. */
export async function setIncidentDown(db: Kysely<Schema>, id: string, at: number): Promise<void> {
  await db.updateTable('incidents').set({ kind: 'down' }).where('id', '=', id).execute()
  await recordChange(db, id, 'worsened', at)
}

export async function setIncidentReopened(db: Kysely<Schema>, id: string, at: number): Promise<void> {
  await db
    .updateTable('incidents')
    .set({ ended_at: null, closed_at: null, end_reason: null, reopened_at: at })
    .where('id', '=', id)
    .execute()
  await recordChange(db, id, 'reopened', at)
}

/** Makes an incident more severe, or has another monitor see it too. */
export async function setIncidentWorse(
  db: Kysely<Schema>,
  id: string,
  { severity, monitorId }: { readonly severity?: number; readonly monitorId?: string },
  at: number,
): Promise<void> {
  if (severity !== undefined) await db.updateTable('incidents').set({ severity }).where('id', '=', id).execute()
  if (monitorId !== undefined) {
    const place = { incident_id: id, monitor_id: monitorId, location: 'local', since: at, severity: 3, samples: 1 }
    await db
      .insertInto('incident_places')
      .values({ ...place, cause: 'HTTP 503', first_sample_id: '', last_sample_id: '' })
      .execute()
  }
  await recordChange(db, id, 'worsened', at)
}

async function recordChange(db: Kysely<Schema>, id: string, change: IncidentChangeTable['change'], at: number) {
  await db.insertInto('incident_changes').values({ id: uuid(), incident_id: id, change, at }).execute()
}
