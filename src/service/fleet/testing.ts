import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { listFleet } from '../../contract/index.ts'
import type { Schema } from '../database/index.ts'
import { insertIncident } from '../test/fixtures.ts'
import { type SignIn, start, testService } from '../test/service.ts'

/** A service with a partner, whose sites can be added and broken without a check. */
export async function world() {
  const service = await testService()
  const { db } = service
  const partner = await service.makePartner()
  const fleet = (query = {}, by: SignIn = partner) =>
    service.ask(listFleet, { path: { partner_id: by.id }, query }, by.key)
  /** Adds a monitor of a site's home page. */
  const watch = (site: string, lastSampleAt: number | null = start) =>
    db
      .insertInto('monitors')
      .values({
        id: randomUUID(),
        site_id: site,
        kind: 'monitor',
        name: 'Home page',
        name_lower: 'home page',
        type: 'HTTP',
        status: 'RUNNING',
        spec: '{}',
        created_at: start,
        updated_at: start,
        last_sample_at: lastSampleAt,
      })
      .execute()
  /** Adds a site directly to the database, whose home page was checked. */
  const addSite = async (account: SignIn, host: string, fields: object = {}) => {
    const id = randomUUID()
    await db
      .insertInto('sites')
      .values({
        id,
        account_id: account.id,
        host,
        first: 0,
        deferred: 0,
        state: 'active',
        resume_state: 'active',
        service_cname: `${id}.edge.example`,
        preview_host: `${id}.preview.example`,
        https: 1,
        check_certificate: 1,
        origin: null,
        cname_seen: `${id}.edge.example`,
        cname_seen_at: start,
        next_look_at: start,
        created_at: start,
        ...fields,
      })
      .execute()
    await watch(id)
    return id
  }
  const breakSite = async (site: string, incident: object = {}) => {
    const { account_id, host } = await db
      .selectFrom('sites')
      .select(['account_id', 'host'])
      .where('id', '=', site)
      .executeTakeFirstOrThrow()
    return insertIncident(db, { account_id: account_id ?? '', site_id: site, host, ...incident })
  }
  /** Ends an incident, in a transaction of its own or in this one. */
  const end = (incident: string, trx: Kysely<Schema> = db) =>
    trx
      .updateTable('incidents')
      .set({ ended_at: start + 3_600_000, closed_at: start + 3_600_000, end_reason: 'recovered' })
      .where('id', '=', incident)
      .execute()
  return { ...service, partner, fleet, addSite, watch, breakSite, end }
}
