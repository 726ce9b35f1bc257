import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AlertScope } from '../../api/scope.ts'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { plural } from '../../kit/format/format.ts'
import { Time } from '../../kit/values/Time.tsx'
import { paths } from '../../paths.ts'
import { channelInWords, channelsIn } from './channels.ts'
import { rulesOf } from './reads.ts'

/** The rules whose alerts don't arrive; nothing if all do. */
export function FailingChannels({ scope }: { scope: AlertScope }) {
  const { data } = useQuery(rulesOf(scope))
  const failing = (data?.rules ?? []).flatMap((rule) =>
    channelsIn(rule)
      .filter(({ failing_since }) => failing_since !== null)
      .map((channel) => ({ rule, channel })),
  )
  if (failing.length === 0) return null
  return (
    <Notice tone="error">
      {failing.map(({ rule, channel }) => (
        <p key={`${rule.id} ${channel.channel}`}>
          <Verdict severity="error">
            <span>
              Alerts of <Link to={paths.alertRule(scope, rule.id)}>{rule.name}</Link> don’t arrive
              {channelInWords(rule, channel)}: {plural(channel.failures, 'attempt')} failed since{' '}
              <Time at={channel.failing_since} withoutZone />.
            </span>
          </Verdict>
        </p>
      ))}
    </Notice>
  )
}
