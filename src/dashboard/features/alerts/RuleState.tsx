import { Fragment } from 'react'
import type { AlertRuleRecord } from '../../../contract/index.ts'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { channelInWords, channelsIn } from './channels.ts'
import { deliveryProblem } from './words.ts'

interface Props {
  rule: AlertRuleRecord
  /** Whether nothing next to it says that it's a state. */
  alone?: boolean
}

/** Whether a rule sends alerts, and whether they arrive. */
export function RuleState({ rule, alone = false }: Props) {
  const { enabled, muted_until } = rule
  const problems = channelsIn(rule).flatMap((channel) => {
    const problem = deliveryProblem(channel, channelInWords(rule, channel))
    if (!problem) return []
    const told = (
      <span>
        {problem.words} · <Time at={problem.since} agoOnly />
      </span>
    )
    return [
      <Fragment key={channel.channel}>{problem.isLoud ? <Verdict severity="error">{told}</Verdict> : told}</Fragment>,
    ]
  })
  return (
    <Stacked below={problems.length > 0 ? problems : null}>
      {!enabled || muted_until === null ? (
        alone ? (
          `This rule is ${enabled ? 'on' : 'off'}`
        ) : enabled ? (
          'On'
        ) : (
          'Off'
        )
      ) : (
        <>
          Muted until <Time at={muted_until} withoutZone planned />
        </>
      )}
    </Stacked>
  )
}
