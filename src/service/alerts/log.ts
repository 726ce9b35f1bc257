import type { AlertRecord, listAlerts, ParsedInput } from '../../contract/index.ts'
import type { AlertRule } from '../database/index.ts'
import { pageCounts } from '../api/paging.ts'
import type { Services } from '../api/services.ts'
import { isHidden, type Owner } from './owner.ts'
import { alertRecordOf } from './records.ts'

type Query = ParsedInput<typeof listAlerts.user>['query']

/** A page of the owner's alerts, the latest first. */
export async function listOwnAlerts(query: Query, owner: Owner, { database: { db } }: Services) {
  let found = db.selectFrom('alerts').where(`alerts.${owner.column}`, '=', owner.id)
  if (query.rule_id !== undefined) {
    const id = query.rule_id
    const ofRule = db.selectFrom('alert_rules').select('id').where('part_of', '=', id)
    found = found.where((eb) => eb.or([eb('rule_id', '=', id), eb('rule_id', 'in', ofRule)]))
  }
  if (query.incident_id !== undefined) found = found.where('incident_id', '=', query.incident_id)
  if (query.state !== undefined) found = found.where('state', '=', query.state)
  const { n } = await found.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await found
    .leftJoin('incidents', 'incidents.id', 'alerts.incident_id')
    .leftJoin('alert_rules', 'alert_rules.id', 'alerts.rule_id')
    .selectAll('alerts')
    .select(['incidents.account_id as incident_account_id', 'alert_rules.part_of'])
    .orderBy('alerts.created_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page)
    .execute()
  return { ...pageCounts(query, n), rows: rows.map((row) => alertRecordOf(row, isHidden(row, owner))) }
}

/** What each rule tried last by each channel, by the id of the row. */
export async function lastDeliveriesOf(
  rules: readonly Pick<AlertRule, 'id'>[],
  owner: Owner,
  { database: { db } }: Services,
): Promise<ReadonlyMap<string, AlertRecord>> {
  // by the index of a rule's alerts by sent_at, which has those that weren't sent together
  const last = (order: 'sent_at' | 'tried_at', isSent: boolean) =>
    db
      .selectFrom('alert_rules')
      .innerJoin('alerts', (join) =>
        join.on((eb) =>
          eb(
            'alerts.id',
            '=',
            eb
              .selectFrom('alerts as own')
              .select('own.id')
              .whereRef('own.rule_id', '=', 'alert_rules.id')
              .where('own.sent_at', isSent ? 'is not' : 'is', null)
              .where('own.attempts', '>', 0)
              // by another channel
              .where('own.what', '!=', 'failing')
              .orderBy(`own.${order}`, 'desc')
              .orderBy('own.id', 'desc')
              .limit(1),
          ),
        ),
      )
      .leftJoin('incidents', 'incidents.id', 'alerts.incident_id')
      .selectAll('alerts')
      .select(['incidents.account_id as incident_account_id', 'alert_rules.part_of'])
      .where(
        'alert_rules.id',
        'in',
        rules.map(({ id }) => id),
      )
      .execute()
  if (rules.length === 0) return new Map()
  const found = await Promise.all([last('sent_at', true), last('tried_at', false)])
  const inOrder = found.flat().toSorted((a, b) => (a.sent_at ?? a.tried_at ?? 0) - (b.sent_at ?? b.tried_at ?? 0))
  return new Map(inOrder.map((alert) => [alert.rule_id ?? '', alertRecordOf(alert, isHidden(alert, owner))]))
}
