import {
  createAlertRule,
  deleteAlertRule,
  type EndpointId,
  listAlertRules,
  listAlerts,
  muteAlertRule,
  readAlertRule,
  testAlertRule,
  updateAlertRule,
} from '../../contract/index.ts'
import { bothScopes, type Handlers } from '../api/handler.ts'
import { listOwnAlerts } from './log.ts'
import { accountOwner, partnerOwner, ruleOf } from './owner.ts'
import { changeRule, createRule, deleteRule, muteRule, recordOf, rulesOf } from './change-rules.ts'
import { testRule } from './test-rule.ts'

type HandledEndpoints = Extract<
  EndpointId,
  | `${'partner' | 'user'}.${'alertRules' | 'alerts'}.${string}`
  | `partner.${'partnerAlertRules' | 'partnerAlerts'}.${string}`
>

export const alertHandlers: Handlers<HandledEndpoints> = {
  ...bothScopes(listAlertRules, (_, call) => rulesOf(accountOwner(call), call.services)),
  ...bothScopes(createAlertRule, ({ body }, call) => createRule(body, accountOwner(call), call.services)),
  ...bothScopes(readAlertRule, async ({ path }, call) => {
    const owner = accountOwner(call)
    return recordOf(await ruleOf(path.rule_id, owner, call.services), owner, call.services)
  }),
  ...bothScopes(updateAlertRule, ({ path, body }, call) =>
    changeRule(path.rule_id, body, accountOwner(call), call.services),
  ),
  ...bothScopes(deleteAlertRule, ({ path }, call) => deleteRule(path.rule_id, accountOwner(call), call.services)),
  ...bothScopes(muteAlertRule, ({ path, body }, call) =>
    muteRule(path.rule_id, body.until, accountOwner(call), call.services),
  ),
  ...bothScopes(testAlertRule, ({ path }, call) => testRule(path.rule_id, accountOwner(call), call.services)),
  ...bothScopes(listAlerts, ({ query }, call) => listOwnAlerts(query, accountOwner(call), call.services)),

  'partner.partnerAlertRules.list': (_, call) => rulesOf(partnerOwner(call), call.services),
  'partner.partnerAlertRules.create': ({ body }, call) => createRule(body, partnerOwner(call), call.services),
  async 'partner.partnerAlertRules.read'({ path }, call) {
    const owner = partnerOwner(call)
    return recordOf(await ruleOf(path.partner_rule_id, owner, call.services), owner, call.services)
  },
  'partner.partnerAlertRules.update': ({ path, body }, call) =>
    changeRule(path.partner_rule_id, body, partnerOwner(call), call.services),
  'partner.partnerAlertRules.delete': ({ path }, call) =>
    deleteRule(path.partner_rule_id, partnerOwner(call), call.services),
  'partner.partnerAlertRules.mute': ({ path, body }, call) =>
    muteRule(path.partner_rule_id, body.until, partnerOwner(call), call.services),
  'partner.partnerAlertRules.test': ({ path }, call) =>
    testRule(path.partner_rule_id, partnerOwner(call), call.services),
  'partner.partnerAlerts.list': ({ query }, call) => listOwnAlerts(query, partnerOwner(call), call.services),
}
