import type { WholeSample } from '../../../../contract/index.ts'
import { issueName } from '../../../../words/issues.ts'
import { Severity } from '../Severity.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import type { Limits } from '../judge.ts'
import { clause, sampleVerdict } from './sample-verdict.ts'
import classes from './sample.module.css'

/** A sample's issues, worst first. Nothing where the verdict has told all there is. */
export function Issues({ sample, limits }: { sample: WholeSample; limits: Limits }) {
  const { issues = [] } = sample
  const [first, ...others] = issues
  const told = sampleVerdict(sample, limits)?.title
  if (!first || (others.length === 0 && clause(first.message) === told)) return null
  return (
    <Panel title="Issues">
      <ul className={classes.issues}>
        {issues
          .toSorted((a, b) => b.severity - a.severity)
          .map(({ severity, code, message }) => (
            <li key={`${code} ${message}`}>
              <Severity type={severity} /> <strong title={code}>{issueName(code)}</strong> <span>{message}</span>
            </li>
          ))}
      </ul>
    </Panel>
  )
}
