import * as z from 'zod/mini'
import { id, joinWithOr, line, onlyKnown } from './fields.ts'
import { incidentKinds } from './incidents.ts'
import { slowReasons } from './limits.ts'

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

/** A rule of an account. */
export const accountRuleBody = withChannels(
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
/** A rule of a partner for all its accounts. */
export const partnerRuleBody = withChannels(
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
