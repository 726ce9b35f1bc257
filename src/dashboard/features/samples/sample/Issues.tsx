import { joinWithAnd, slowRounds, type WholeSample } from '../../../../contract/index.ts'
import { issueName } from '../../../../words/issues.ts'
import { Severity } from '../Severity.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { overLimits, type Limits } from './judge.ts'
import classes from './sample.module.css'

/** A sample's issues, worst first. Nothing where there are none, as the verdict says so. */
export function Issues({
  issues,
  metrics,
  limits,
}: { issues: NonNullable<WholeSample['issues']>; limits: Limits } & Pick<WholeSample, 'metrics'>) {
  const over = overLimits(metrics, limits)
  if (issues.length === 0 && over.length === 0) return null
  return (
    <Panel title="Issues">
      {issues.length > 0 && (
        <ul className={classes.issues}>
          {issues
            .toSorted((a, b) => b.severity - a.severity)
            .map(({ severity, code, message }) => (
              <li key={`${code} ${message}`}>
                <Severity type={severity} /> <strong title={code}>{issueName(code)}</strong> <span>{message}</span>
              </li>
            ))}
        </ul>
      )}
      {over.length > 0 && (
        <p>
          {joinWithAnd(over)}. {slowRounds.over} of {slowRounds.of} rounds over it open an incident.
        </p>
      )}
    </Panel>
  )
}
