import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AlertChannelRecord, AlertRuleRecord } from '../../../contract/index.ts'
import type { AnyScope } from '../../api/scope.ts'
import { plural } from '../../kit/format/format.ts'
import { Time } from '../../kit/values/Time.tsx'
import { paths } from '../../paths.ts'
import { channelInWords, channelsIn } from './channels.ts'
import { rulesOf } from './reads.ts'

/** A rule's channel by which alerts don't arrive. */
export interface Failing {
  readonly rule: AlertRuleRecord
  readonly channel: AlertChannelRecord
}

export function useFailing(scope: AnyScope): readonly Failing[] {
  const { data } = useQuery(rulesOf(scope))
  return (data?.rules ?? []).flatMap((rule) =>
    channelsIn(rule)
      .filter(({ failing_since }) => failing_since !== null)
      .map((channel) => ({ rule, channel })),
  )
}

/** Whether a rule is about a site: about all, or about it among others. */
export const coversSite = ({ site_ids: sites, monitor_ids: monitors }: AlertRuleRecord, siteId: string) =>
  sites === null ? monitors === null : sites.includes(siteId)

export const keyOf = ({ rule, channel }: Failing) => `${rule.id} ${channel.channel}`

export function Told({ scope, of: { rule, channel } }: { scope: AnyScope; of: Failing }) {
  return (
    <>
      Alerts of <Link to={paths.alertRule(scope, rule.id)}>{rule.name}</Link> don’t arrive
      {channelInWords(rule, channel)}: <Attempts of={channel} />
    </>
  )
}

export function Attempts({ of: { failures, failing_since } }: { of: AlertChannelRecord }) {
  return (
    <>
      {plural(failures, 'attempt')} failed since <Time at={failing_since} withoutZone />.
    </>
  )
}
