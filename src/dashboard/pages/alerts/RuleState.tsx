import type { AlertRuleRecord } from '../../../contract/index.ts'
import { Stacked } from '../../components/Stacked.tsx'
import { Time } from '../../components/Time.tsx'
import { deliveryProblem } from '../../format/alerts.ts'

/** Whether a rule sends alerts, and whether its last one failed. */
export function RuleState({ rule }: { rule: AlertRuleRecord }) {
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
      {!enabled ? (
        'Off'
      ) : muted_until === null ? (
        'On'
      ) : (
        <>
          Muted until <Time at={muted_until} withoutZone />
        </>
      )}
    </Stacked>
  )
}
