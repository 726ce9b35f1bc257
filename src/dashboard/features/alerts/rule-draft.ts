import * as z from 'zod/mini'
import {
  alertChannels,
  alertRecipients,
  type AlertRuleRecord,
  incidentKinds,
  slowReasons,
} from '../../../contract/index.ts'
import type { RuleBody } from './rule-changes.ts'

const ids = z.readonly(z.array(z.string()))

/** A rule as the form holds it. An empty list stands for all. */
export const ruleDraft = z.object({
  name: z.string(),
  enabled: z.boolean(),
  channels: z.readonly(z.array(z.enum(alertChannels))),
  recipient: z.enum(alertRecipients),
  url: z.string(),
  kinds: z.readonly(z.array(z.enum(incidentKinds))),
  minSeverity: z.string(),
  /** What makes a slow page one to report; empty for either. */
  slowBy: z.enum(['', ...slowReasons]),
  siteIds: ids,
  monitorIds: ids,
  tellRecovery: z.boolean(),
  newSecret: z.boolean(),
})
export type RuleDraft = Readonly<z.output<typeof ruleDraft>>

export const emptyDraft: RuleDraft = {
  name: '',
  enabled: true,
  channels: ['email'],
  recipient: 'holder',
  url: '',
  kinds: [],
  minSeverity: '1',
  slowBy: '',
  siteIds: [],
  monitorIds: [],
  tellRecovery: true,
  newSecret: false,
}

export function draftOf(rule: AlertRuleRecord): RuleDraft {
  return {
    name: rule.name,
    enabled: rule.enabled,
    channels: alertChannels.filter((one) => (rule.channels ?? [rule.channel]).includes(one)),
    recipient: rule.recipient === 'partner' ? 'partner' : 'holder',
    url: rule.url ?? '',
    kinds: incidentKinds.filter((kind) => rule.kinds?.includes(kind)),
    minSeverity: String(rule.min_severity),
    slowBy: slowReasons.find((by) => by === rule.slow_by) ?? '',
    siteIds: rule.site_ids ?? [],
    monitorIds: rule.monitor_ids ?? [],
    tellRecovery: rule.tell_recovery,
    newSecret: false,
  }
}

export function bodyOf(draft: RuleDraft): RuleBody {
  const listOrAll = <T>(list: readonly T[]): T[] | null => (list.length > 0 ? [...list] : null)
  return {
    name: draft.name,
    enabled: draft.enabled,
    channels: alertChannels.filter((one) => draft.channels.includes(one)),
    recipient: draft.recipient,
    url: draft.channels.includes('webhook') ? draft.url.trim() : null,
    kinds: listOrAll(draft.kinds),
    min_severity: Number(draft.minSeverity),
    slow_by: reportsSlow(draft) && draft.slowBy !== '' ? draft.slowBy : null,
    site_ids: listOrAll(draft.siteIds),
    monitor_ids: listOrAll(draft.monitorIds),
    tell_recovery: draft.tellRecovery,
    new_secret: draft.channels.includes('webhook') && draft.newSecret,
  }
}

export const reportsSlow = ({ kinds }: Pick<RuleDraft, 'kinds'>) => kinds.length === 0 || kinds.includes('slow')

/** What is wrong with a draft, by field, as far as the dashboard can say. */
export function problemsIn({ name, channels, url }: RuleDraft): Readonly<Record<string, string>> {
  return {
    ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...(channels.length === 0 ? { channels: 'Choose email, webhook or both.' } : {}),
    ...(channels.includes('webhook') && !/^https?:\/\/./i.test(url.trim())
      ? { url: 'Enter the recipient’s address, beginning with https:// or http://.' }
      : {}),
  }
}

/** A list with an item, or without it. */
export function toggled<T>(list: readonly T[], item: T, isIn: boolean): readonly T[] {
  return isIn ? [...list, item] : list.filter((other) => other !== item)
}
