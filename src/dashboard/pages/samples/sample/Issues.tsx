import type { WholeSample } from '../../../../contract/index.ts'
import { Severity } from '../../../components/Mark.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { issueName } from '../../../../contract/index.ts'
import classes from './sample.module.css'

/** A sample's issues, worst first. */
export function Issues({ issues }: { issues: NonNullable<WholeSample['issues']> }) {
  return (
    <Panel title="Issues">
      {issues.length === 0 ? (
        <p>No issues. Every request succeeded.</p>
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
