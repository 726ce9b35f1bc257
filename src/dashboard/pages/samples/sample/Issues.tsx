import type { WholeSample } from '../../../../contract/index.ts'
import { Severity } from '../../../components/Mark.tsx'
import { Panel } from '../../../components/Panel.tsx'
import classes from './sample.module.css'

/** What was wrong, the worst first. */
export function Issues({ issues }: { issues: NonNullable<WholeSample['issues']> }) {
  return (
    <Panel title="Issues">
      {issues.length === 0 ? (
        <p>None: everything that was asked for answered as it should.</p>
      ) : (
        <ul className={classes.issues}>
          {issues
            .toSorted((a, b) => b.severity - a.severity)
            .map(({ severity, code, message }) => (
              <li key={`${code} ${message}`}>
                <Severity type={severity} /> <strong>{code}</strong> <span>{message}</span>
              </li>
            ))}
        </ul>
      )}
    </Panel>
  )
}
