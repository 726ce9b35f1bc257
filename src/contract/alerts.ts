import * as z from 'zod/mini'
import { alertRecord, alertRuleRecord, alertStates } from './alert-records.ts'
import { accountRuleBody, partnerRuleBody } from './alert-rule-body.ts'
import { endpoint, scoped } from './endpoint.ts'
import { id } from './fields.ts'
import { moment } from './moments.ts'
import { pageOf, paging } from './paging.ts'

const testReply = z.looseObject({ sent: z.boolean(), error: z.nullable(z.string()) })
const muteBody = z.object({ until: z.nullable(moment) })
const rulesReply = z.looseObject({ rules: z.array(alertRuleRecord) })
const deleted = z.looseObject({ id, name: z.string() })
const alertQuery = z.extend(paging, {
  rule_id: z.optional(id),
  incident_id: z.optional(id),
  state: z.optional(z.enum(alertStates, `must be ${alertStates.join(', ')}`)),
})
const full = 'There are as many rules as allowed.'

const words = {
  list: 'List the alert rules',
  create: 'Create an alert rule',
  createMore:
    'A rule decides who is alerted about which incidents. For a webhook, the reply has the `secret` that signs its messages; it isn’t shown again. Webhooks follow the Standard Webhooks specification.',
  read: 'Read an alert rule',
  update: 'Change an alert rule',
  updateMore:
    'Takes the same body as creating a rule. With `new_secret`, a webhook gets a new secret, which only this reply shows.',
  delete: 'Delete an alert rule',
  deleteMore: 'The rule stops sending alerts, including those still waiting. Past alerts stay in the log.',
  mute: 'Mute an alert rule until a time, or unmute it with null',
  muteMore: 'A muted rule sends no alerts. Once it’s unmuted, it sends alerts about incidents that are still open.',
  test: 'Send a test through an alert rule',
  testMore: 'Sends one message now and returns whether it was accepted. A failed test isn’t retried.',
  alerts: 'List the sent and waiting alerts, latest first',
} as const

export const listAlertRules = scoped({
  id: 'alertRules.list',
  extension: true,
  method: 'GET',
  path: '/alert_rules',
  summary: words.list,
  description: 'The rules of the account. Rules that its partner has for all accounts are not included.',
  rows: 'rules',
  reply: rulesReply,
})

export const createAlertRule = scoped({
  id: 'alertRules.create',
  extension: true,
  method: 'POST',
  path: '/alert_rules',
  summary: words.create,
  description: words.createMore,
  body: { json: accountRuleBody },
  reply: alertRuleRecord,
  refusals: { 409: full },
})

export const readAlertRule = scoped({
  id: 'alertRules.read',
  extension: true,
  method: 'GET',
  path: '/alert_rules/{rule_id}',
  summary: words.read,
  reply: alertRuleRecord,
})

export const updateAlertRule = scoped({
  id: 'alertRules.update',
  extension: true,
  method: 'PUT',
  path: '/alert_rules/{rule_id}',
  summary: words.update,
  description: words.updateMore,
  body: { json: accountRuleBody },
  reply: alertRuleRecord,
})

export const deleteAlertRule = scoped({
  id: 'alertRules.delete',
  extension: true,
  method: 'DELETE',
  path: '/alert_rules/{rule_id}',
  summary: words.delete,
  description: words.deleteMore,
  reply: deleted,
})

export const muteAlertRule = scoped({
  id: 'alertRules.mute',
  extension: true,
  method: 'PUT',
  path: '/alert_rules/{rule_id}/mute',
  summary: words.mute,
  description: words.muteMore,
  body: { json: muteBody },
  reply: alertRuleRecord,
})

export const testAlertRule = scoped({
  id: 'alertRules.test',
  extension: true,
  method: 'POST',
  path: '/alert_rules/{rule_id}/test',
  summary: words.test,
  description: words.testMore,
  reply: testReply,
})

export const listAlerts = scoped({
  id: 'alerts.list',
  extension: true,
  method: 'GET',
  path: '/alerts',
  summary: words.alerts,
  query: alertQuery,
  rows: 'rows',
  reply: pageOf('rows', alertRecord),
})

const partnerRules = '/partners/{partner_id}/alert_rules'

/** A partner's rules for all its accounts. */
export const partnerAlerts = {
  list: endpoint({
    id: 'partner.partnerAlertRules.list',
    extension: true,
    access: 'partner',
    method: 'GET',
    path: partnerRules,
    summary: `${words.list} for all accounts`,
    rows: 'rules',
    reply: rulesReply,
  }),
  create: endpoint({
    id: 'partner.partnerAlertRules.create',
    extension: true,
    access: 'partner',
    method: 'POST',
    path: partnerRules,
    summary: `${words.create} for all accounts`,
    description: `${words.createMore} Email goes to the partner’s own address.`,
    body: { json: partnerRuleBody },
    reply: alertRuleRecord,
    refusals: { 409: full },
  }),
  read: endpoint({
    id: 'partner.partnerAlertRules.read',
    extension: true,
    access: 'partner',
    method: 'GET',
    path: `${partnerRules}/{partner_rule_id}`,
    summary: `${words.read} for all accounts`,
    reply: alertRuleRecord,
  }),
  update: endpoint({
    id: 'partner.partnerAlertRules.update',
    extension: true,
    access: 'partner',
    method: 'PUT',
    path: `${partnerRules}/{partner_rule_id}`,
    summary: `${words.update} for all accounts`,
    description: words.updateMore,
    body: { json: partnerRuleBody },
    reply: alertRuleRecord,
  }),
  delete: endpoint({
    id: 'partner.partnerAlertRules.delete',
    extension: true,
    access: 'partner',
    method: 'DELETE',
    path: `${partnerRules}/{partner_rule_id}`,
    summary: `${words.delete} for all accounts`,
    description: words.deleteMore,
    reply: deleted,
  }),
  mute: endpoint({
    id: 'partner.partnerAlertRules.mute',
    extension: true,
    access: 'partner',
    method: 'PUT',
    path: `${partnerRules}/{partner_rule_id}/mute`,
    summary: 'Mute an alert rule for all accounts until a time, or unmute it with null',
    description: words.muteMore,
    body: { json: muteBody },
    reply: alertRuleRecord,
  }),
  test: endpoint({
    id: 'partner.partnerAlertRules.test',
    extension: true,
    access: 'partner',
    method: 'POST',
    path: `${partnerRules}/{partner_rule_id}/test`,
    summary: 'Send a test through an alert rule for all accounts',
    description: words.testMore,
    reply: testReply,
  }),
  alerts: endpoint({
    id: 'partner.partnerAlerts.list',
    extension: true,
    access: 'partner',
    method: 'GET',
    path: '/partners/{partner_id}/alerts',
    summary: 'List the alerts of the rules for all accounts, the latest first',
    query: alertQuery,
    rows: 'rows',
    reply: pageOf('rows', alertRecord),
  }),
} as const
