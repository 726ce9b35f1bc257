import type { AlertRule } from '../database/index.ts'

/** Names of what a change of a rule changes. `before` and `after` are its rows, one for each channel. */
export function changedParts(before: readonly AlertRule[], after: readonly AlertRule[]): string[] {
  const [left, right] = [partsOf(before), partsOf(after)]
  const areChannelsSame = left.channels === right.channels
  const switched = left.enabled === right.enabled ? [] : [right.enabled === 1 ? 'turned on' : 'turned off']
  return [
    ...switched,
    ...Object.keys(right.parts).filter((part) => Reflect.get(left.parts, part) !== Reflect.get(right.parts, part)),
    ...(areChannelsSame ? [] : ['channels']),
    // a channel that comes or goes brings its own
    ...(areChannelsSame
      ? Object.keys(right.receivers).filter(
          (part) => Reflect.get(left.receivers, part) !== Reflect.get(right.receivers, part),
        )
      : []),
  ]
}

function partsOf(rows: readonly AlertRule[]) {
  const [rule] = rows
  const [email, webhook] = (['email', 'webhook'] as const).map((name) => rows.find(({ channel }) => channel === name))
  return {
    enabled: rule?.enabled,
    channels: rows
      .map(({ channel }) => channel)
      .toSorted()
      .join(),
    parts: {
      name: rule?.name,
      kinds: rule?.kinds,
      severity: rule?.min_severity,
      'slow pages': rule?.slow_by,
      sites: rule?.site_ids,
      monitors: rule?.monitor_ids,
      recovery: rule?.tell_recovery,
    },
    receivers: { recipient: email?.recipient, 'webhook address': webhook?.url, 'signing key': webhook?.secret_sealed },
  }
}
