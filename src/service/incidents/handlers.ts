import { type EndpointId, listIncidents, momentOf, readIncident } from '../../contract/index.ts'
import { notFound } from '../errors.ts'
import { bothScopes, type Handlers } from '../handler.ts'
import { pageCounts } from '../paging.ts'
import { incidentRecordsOf, selectIncidents } from './queries.ts'

export const incidentHandlers: Handlers<Extract<EndpointId, `${string}.incidents.${string}`>> = {
  ...bothScopes(listIncidents, async ({ query }, { account, services: { database } }) => {
    const found = selectIncidents(database.db, account.id, {
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
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page)
      .execute()
    return { ...pageCounts(query, n), rows: await incidentRecordsOf(rows, database.db) }
  }),
  ...bothScopes(readIncident, async ({ path }, { account, services: { database } }) => {
    const rows = await selectIncidents(database.db, account.id, {})
      .selectAll('incidents')
      .where('id', '=', path.incident_id)
      .execute()
    const [record] = await incidentRecordsOf(rows, database.db)
    if (!record) throw notFound('incident')
    return record
  }),
}
