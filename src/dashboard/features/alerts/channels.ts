import type { AlertChannelRecord, AlertRuleRecord } from '../../../contract/index.ts'

/** The channels of a rule, each with whether it works. */
export function channelsIn(rule: AlertRuleRecord): readonly AlertChannelRecord[] {
  const { by_channel, channel, enabled, target, last_delivery, failures, failing_since } = rule
  return by_channel ?? [{ channel, enabled, target, last_delivery, failures, failing_since }]
}

/** ` by webhook`; empty for a rule’s only channel. */
export function channelInWords(rule: AlertRuleRecord, { channel }: Pick<AlertChannelRecord, 'channel'>): string {
  return channelsIn(rule).length > 1 ? ` by ${channel}` : ''
}
