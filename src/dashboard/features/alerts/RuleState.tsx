import type { AlertRuleRecord } from '../../../contract/index.ts'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { deliveryProblem } from './words.ts'

interface Props {
  rule: AlertRuleRecord
  /** Whether nothing next to it says that it's a state. */
  alone?: boolean
}

/** Whether a rule sends alerts, and whether they arrive. */
export function RuleState({ rule, alone = false }: Props) {
  const { enabled, muted_until } = rule
  const problem = deliveryProblem(rule)
  const told = problem && (
    <span>
      {problem.words} · <Time at={problem.since} agoOnly />
    </span>
  )
  return (
    <Stacked below={problem?.isLoud ? <Verdict severity="error">{told}</Verdict> : told}>
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
          Muted until <Time at={muted_until} withoutZone />
        </>
      )}
    </Stacked>
  )
}
