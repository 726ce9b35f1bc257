import type { listAlerts, ParsedInput } from '../../contract/index.ts'
import type { Alert } from '../database/index.ts'
import { pageCounts } from '../paging.ts'
import type { Services } from '../services.ts'
import type { Owner } from './owner.ts'
import { alertRecordOf } from './records.ts'

type Query = ParsedInput<typeof listAlerts.user>['query']

/** A page of the owner's alerts, the latest first. */
export async function listOwnAlerts(query: Query, owner: Owner, { database: { db } }: Services) {
  let found = db.selectFrom('alerts').where(`alerts.${owner.column}`, '=', owner.id)
  if (query.rule_id !== undefined) found = found.where('rule_id', '=', query.rule_id)
  if (query.incident_id !== undefined) found = found.where('incident_id', '=', query.incident_id)
  if (query.state !== undefined) found = found.where('state', '=', query.state)
  const { n } = await found.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await found
    .leftJoin('incidents', 'incidents.id', 'alerts.incident_id')
    .selectAll('alerts')
    .select('incidents.account_id as incident_account_id')
    .orderBy('alerts.created_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page)
    .execute()
  return { ...pageCounts(query, n), rows: rows.map((row) => alertRecordOf(row, isHidden(row, owner))) }
}

/** Whether an alert went to an address that an account holder isn't shown: any but their own. */
function isHidden({ channel, target }: Pick<Alert, 'channel' | 'target'>, { account, byPartner }: Owner): boolean {
  return !byPartner && channel === 'email' && target !== account?.email
}
