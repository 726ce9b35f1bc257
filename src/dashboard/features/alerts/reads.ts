import {
  type AccountIncident,
  type AlertRecord,
  type AlertRuleRecord,
  createAlertRule,
  deleteAlertRule,
  type IncidentRecord,
  type InputOf,
  listAlertRules,
  listAlerts,
  muteAlertRule,
  partnerAlerts,
  testAlertRule,
  updateAlertRule,
} from '../../../contract/index.ts'
import { change, changeScoped } from '../../api/change.ts'
import { ifOffered, q, type Query } from '../../api/queries.ts'
import { openIncidents, openIncidentsOfAll } from '../incidents/reads.ts'
import { type AnyScope, scopedQuery } from '../../api/scope.ts'

export type RuleBody = InputOf<typeof createAlertRule.user>['body']

/** The rules; null if the service has no alerts. */
export function rulesOf(scope: AnyScope): Query<{ readonly rules: readonly AlertRuleRecord[] } | null> {
  return ifOffered(
    scope.kind === 'partner'
      ? q(partnerAlerts.list, { path: { partner_id: scope.partner } })
      : scopedQuery(listAlertRules, scope, {}),
  )
}

interface AlertQuery {
  readonly page: number
  readonly per_page: number
  readonly rule_id?: string | undefined
  readonly incident_id?: string | undefined
  readonly state?: InputOf<typeof listAlerts.user>['query'] extends { state?: infer S } | undefined ? S : never
}

interface AlertPage {
  readonly rows: readonly AlertRecord[]
  readonly total_entries: number
}

/** The alerts that were sent or wait; null if the service has no alerts. */
export function alertsOf(scope: AnyScope, query: AlertQuery): Query<AlertPage | null> {
  return ifOffered<AlertPage>(
    scope.kind === 'partner'
      ? q(partnerAlerts.alerts, { path: { partner_id: scope.partner }, query })
      : scopedQuery(listAlerts, scope, { query }),
  )
}

/** An open incident; of a partner's accounts, with the account. */
export type OpenIncident = IncidentRecord & Partial<Pick<AccountIncident, 'account_id' | 'account_name'>>

interface OpenPage {
  readonly rows: readonly OpenIncident[]
  readonly total_entries: number
}

/** The incidents that are open now, the worst of a partner's first; null if the service doesn't list them. */
export function openIncidentsOf(scope: AnyScope): Query<OpenPage | null> {
  return scope.kind === 'partner' ? openIncidentsOfAll(scope.partner) : openIncidents(scope)
}

/** Creates a rule, or changes the one with this id. */
export function saveRule(scope: AnyScope, id: string | undefined, body: RuleBody): Promise<AlertRuleRecord> {
  if (scope.kind !== 'partner')
    return id === undefined
      ? changeScoped(createAlertRule, scope, { body })
      : changeScoped(updateAlertRule, scope, { path: { rule_id: id }, body })
  const path = { partner_id: scope.partner }
  const { recipient: _, site_ids: __, monitor_ids: ___, ...rest } = body
  return id === undefined
    ? change(partnerAlerts.create, { path, body: rest })
    : change(partnerAlerts.update, { path: { ...path, partner_rule_id: id }, body: rest })
}

/** Mutes a rule until a time, in UNIX ms; null ends that. */
export async function muteRule(scope: AnyScope, id: string, until: number | null): Promise<void> {
  const body = { until }
  await (scope.kind === 'partner'
    ? change(partnerAlerts.mute, { path: { partner_id: scope.partner, partner_rule_id: id }, body })
    : changeScoped(muteAlertRule, scope, { path: { rule_id: id }, body }))
}

export async function deleteRule(scope: AnyScope, id: string): Promise<void> {
  await (scope.kind === 'partner'
    ? change(partnerAlerts.delete, { path: { partner_id: scope.partner, partner_rule_id: id } })
    : changeScoped(deleteAlertRule, scope, { path: { rule_id: id } }))
}

/** Sends a test. @returns why it failed, null if it was accepted */
export async function testRule(scope: AnyScope, id: string): Promise<string | null> {
  const { sent, error } = await (scope.kind === 'partner'
    ? change(partnerAlerts.test, { path: { partner_id: scope.partner, partner_rule_id: id } })
    : changeScoped(testAlertRule, scope, { path: { rule_id: id } }))
  return sent ? null : (error ?? 'The service didn’t say why.')
}
