import * as z from 'zod/mini'
import { endpoint, scoped } from './endpoint.ts'
import { id, joinWithOr, line, onlyKnown } from './fields.ts'
import { incidentKinds } from './incidents.ts'
import { slowReasons } from './limits.ts'
import { moment } from './moments.ts'
import { pageOf, paging } from './paging.ts'

export const alertLimits = {
  /** Of an account, or of a partner for all its accounts. */
  rules: 20,
  /** Characters. */
  name: 100,
  /** Sites, or monitors, that a rule names. */
  selected: 100,
  /** Characters of a webhook's address. */
  url: 2048,
} as const

export const alertChannels = ['email', 'webhook'] as const
export type AlertChannel = (typeof alertChannels)[number]

/** Whose email address alerts go to: the account's, or its partner's. */
export const alertRecipients = ['holder', 'partner'] as const

/** What an alert tells; `failing` is that the rule's channel fails. */
export const alertSubjects = ['opened', 'reopened', 'closed', 'digest', 'test', 'failing'] as const
export const alertStates = ['waiting', 'sending', 'sent', 'failed', 'dropped'] as const

/** Why an alert waits, or why it was dropped. */
export const alertReasons = [
  'muted',
  'maintenance',
  'recent',
  'digest',
  'acknowledged',
  'over',
  'again',
  'untold',
  'off',
  'gone',
] as const
export type AlertReason = (typeof alertReasons)[number]

const flag = (value: boolean) => z._default(z.boolean('must be true or false'), value)
const selected = (what: string) =>
  z._default(
    z.nullable(
      z
        .array(id)
        .check(
          z.minLength(1, `must name at least one ${what}, or be null for all`),
          z.maxLength(alertLimits.selected, `must name at most ${alertLimits.selected}`),
        ),
    ),
    null,
  )
const severityProblem = 'must be 1, 2 or 3'

/** What any rule says. Null stands for all. */
const anyRuleBody = z.looseObject({
  name: line(alertLimits.name),
  enabled: flag(true),
  kinds: z._default(
    z.nullable(
      z
        .array(z.enum(incidentKinds, `must be ${incidentKinds.join(', ')}`))
        .check(z.minLength(1, 'must name at least one kind, or be null for all'), z.maxLength(incidentKinds.length)),
    ),
    null,
  ),
  min_severity: z._default(z.int(severityProblem).check(z.gte(1, severityProblem), z.lte(3, severityProblem)), 1),
  /** Which slow incidents: over a limit of their monitor, or over what is usual; null for both. */
  slow_by: z._default(z.nullable(z.enum(slowReasons, `must be ${joinWithOr(slowReasons)}`)), null),
  /** The only channel. A rule by both names them in `channels`. */
  channel: z.optional(z.enum(alertChannels, 'must be email or webhook')),
  channels: z.optional(
    z
      .array(z.enum(alertChannels, 'must be email or webhook'))
      .check(z.minLength(1, 'must name email, webhook or both'), z.maxLength(alertChannels.length)),
  ),
  /** Of a webhook. */
  url: z._default(z.nullable(z.string().check(z.maxLength(alertLimits.url))), null),
  tell_recovery: flag(true),
  /** Whether to make a new key for a webhook's signature. */
  new_secret: flag(false),
})

/** What a client may send back as it has read it, and has no say in. */
const readOnly = [
  'id',
  'target',
  'muted_until',
  'last_delivery',
  'failures',
  'failing_since',
  'by_channel',
  'created_at',
  'updated_at',
  'secret',
]

interface Channels {
  readonly channel?: AlertChannel | undefined
  readonly channels?: readonly AlertChannel[] | undefined
}

/** By which channels a rule sends, in the order of `alertChannels`. */
export function channelsOf({ channel, channels }: Channels): readonly AlertChannel[] {
  return alertChannels.filter((one) => (channels ? channels.includes(one) : one === channel))
}

/** Has a rule name a channel, and the same ones in both fields: `channel` alone is from before there could be two. */
const withChannels = <T extends z.ZodMiniType<Channels>>(body: T): T =>
  body.check((c) => {
    const { channel, channels } = c.value
    const path = [channel === undefined ? 'channels' : 'channel']
    if (channelsOf(c.value).length === 0)
      c.issues.push({ code: 'custom', input: channels, path, message: 'must be email, webhook or both' })
    else if (channel !== undefined && !channelsOf(c.value).includes(channel))
      c.issues.push({ code: 'custom', input: channel, path, message: 'must be one of channels, or be left out' })
  })

const accountRuleBody = withChannels(
  onlyKnown(
    z.extend(anyRuleBody, {
      recipient: z._default(z.nullable(z.enum(alertRecipients, 'must be holder or partner')), 'holder'),
      site_ids: selected('site'),
      monitor_ids: selected('monitor'),
    }),
    readOnly,
  ),
)

const ofAllAccounts = z.optional(z.null('must be null: the rule is about all accounts'))
const ruleBody = withChannels(
  onlyKnown(
    z.extend(anyRuleBody, {
      /** Always the partner. */
      recipient: z.optional(z.nullable(z.enum(alertRecipients))),
      site_ids: ofAllAccounts,
      monitor_ids: ofAllAccounts,
    }),
    readOnly,
  ),
)

const ids = z.nullable(z.array(id))

export const alertRecord = z.looseObject({
  id,
  /** Null once the rule has been deleted. */
  rule_id: z.nullable(id),
  rule_name: z.string(),
  channel: z.string(),
  target: z.nullable(z.string()),
  /** Null for what isn't about a single incident. */
  incident_id: z.nullable(id),
  account_id: z.nullable(id),
  /** One of `alertSubjects`. */
  what: z.string(),
  subject: z.string(),
  state: z.string(),
  /** One of `alertReasons`. */
  reason: z.nullable(z.string()),
  attempts: z.number(),
  /** When it is tried next; null once that's settled. */
  next_at: z.nullable(z.string()),
  last_error: z.nullable(z.string()),
  created_at: z.string(),
  sent_at: z.nullable(z.string()),
  /** The digest that it's part of. */
  digest_id: z.nullable(id),
})
export type AlertRecord = z.output<typeof alertRecord>

/** One of a rule's channels, and whether it works. */
const channelRecord = z.looseObject({
  channel: z.string(),
  /** False once its receiver wants no more messages, until the rule is saved again. */
  enabled: z.boolean(),
  /** Null for an address that is the partner's business. */
  target: z.nullable(z.string()),
  last_delivery: z.nullable(alertRecord),
  failures: z.number(),
  failing_since: z.nullable(z.string()),
})
export type AlertChannelRecord = z.output<typeof channelRecord>

export const alertRuleRecord = z.looseObject({
  id,
  name: z.string(),
  enabled: z.boolean(),
  kinds: z.nullable(z.array(z.string())),
  min_severity: z.number(),
  slow_by: z._default(z.nullable(z.string()), null),
  site_ids: ids,
  monitor_ids: ids,
  /** The first of `channels`, which `target` is about. */
  channel: z.string(),
  channels: z.optional(z.array(z.string())),
  by_channel: z.optional(z.array(channelRecord)),
  /** Of email. */
  recipient: z.nullable(z.string()),
  /** Where alerts go: an email address, or a webhook's URL. Null for an address that is the partner's business. */
  target: z.nullable(z.string()),
  url: z.nullable(z.string()),
  tell_recovery: z.boolean(),
  muted_until: z.nullable(z.string()),
  /** The alert, digest or test that was last tried; null if none was. */
  last_delivery: z.nullable(alertRecord),
  /** Of the channel that fails longest: attempts in a row that have failed; 0 as soon as one arrives. */
  failures: z._default(z.number(), 0),
  /** The first of them, once there are enough to say that the channel fails. */
  failing_since: z._default(z.nullable(z.string()), null),
  created_at: z.string(),
  updated_at: z.string(),
  /** The key of a webhook's signature: only where it has just been made. */
  secret: z.optional(z.string()),
})
export type AlertRuleRecord = z.output<typeof alertRuleRecord>

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
    body: { json: ruleBody },
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
    body: { json: ruleBody },
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
