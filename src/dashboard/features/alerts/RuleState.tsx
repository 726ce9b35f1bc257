import type { AlertRuleRecord } from '../../../contract/index.ts'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { deliveryProblem } from './words.ts'

interface Props {
  rule: AlertRuleRecord
  /** Whether nothing next to it says that it's a state. */
  alone?: boolean
}

/** Whether a rule sends alerts, and whether its last one failed. */
export function RuleState({ rule, alone = false }: Props) {
  const { enabled, muted_until, last_delivery: last } = rule
  const problem = deliveryProblem(rule)
  return (
    <Stacked
      below={
        problem &&
        last && (
          <>
            {problem} · <Time at={last.created_at} agoOnly />
          </>
        )
      }
    >
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
