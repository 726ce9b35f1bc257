import { severities } from '../../../../contract/index.ts'
import { SeverityMark } from '../../../components/Mark.tsx'
import classes from './explorer.module.css'

/** The chart's legend. */
export function ChartKey() {
  return (
    <ul className={classes.key}>
      <li>
        <span className={classes.keyLine} aria-hidden="true" />
        p50
      </li>
      <li>
        <span className={classes.keyBand} aria-hidden="true" />
        p50–p95
      </li>
      {severities.map((severity) => (
        <li key={severity}>
          <SeverityMark severity={severity} />
          {severity}
        </li>
      ))}
    </ul>
  )
}
