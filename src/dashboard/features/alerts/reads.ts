import {
  type AccountIncident,
  type AlertRecord,
  type AlertRuleRecord,
  type IncidentRecord,
  type InputOf,
  listAlertRules,
  listAlerts,
  partnerAlerts,
} from '../../../contract/index.ts'
import { ifOffered, q, type Query } from '../../api/queries.ts'
import { openIncidents, openIncidentsOfAll } from '../incidents/reads.ts'
import { type AnyScope, scopedQuery } from '../../api/scope.ts'

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
