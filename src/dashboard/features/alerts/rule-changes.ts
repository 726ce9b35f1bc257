import {
  type AlertRuleRecord,
  createAlertRule,
  deleteAlertRule,
  type InputOf,
  muteAlertRule,
  partnerAlerts,
  testAlertRule,
  updateAlertRule,
} from '../../../contract/index.ts'
import { change, changeScoped } from '../../api/change.ts'
import type { AnyScope } from '../../api/scope.ts'

export type RuleBody = InputOf<typeof createAlertRule.user>['body']

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
