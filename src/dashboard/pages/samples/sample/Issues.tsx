import type { WholeSample } from '../../../../contract/index.ts'
import { Severity } from '../../../components/Mark.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { issueName } from '../../../../contract/index.ts'
import classes from './sample.module.css'

/** A sample's issues, worst first. */
export function Issues({
  issues,
  metrics,
}: { issues: NonNullable<WholeSample['issues']> } & Pick<WholeSample, 'metrics'>) {
  return (
    <Panel title="Issues">
      {issues.length === 0 ? (
        <p>No issues.{metrics?.['request_errors'] === 0 && ' Every request succeeded.'}</p>
      ) : (
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
    </Panel>
  )
}
