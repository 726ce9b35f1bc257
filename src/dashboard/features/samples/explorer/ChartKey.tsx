import { severities, type Split } from '../../../../contract/index.ts'
import type { ChartPart } from '../../../kit/charts/PercentileBand.tsx'
import { SeriesLine } from '../../../kit/charts/Legend.tsx'
import { Mark, SeverityMark, severityShapes } from '../../../kit/marks/Mark.tsx'
import { splitWords } from '../splits.ts'
import classes from './explorer.module.css'

/** The chart's legend. */
export function ChartKey({ by, parts }: { by: Split | undefined; parts: readonly ChartPart[] }) {
  return (
    <ul className={classes.key} aria-label="Legend">
      {by ? (
        <>
          <li>Median by {splitWords[by]}:</li>
          {parts.map(({ key, label }) => (
            <li key={key}>
              <SeriesLine series={parts} of={key} />
              {label}
            </li>
          ))}
        </>
      ) : (
        <>
          <li>
            <span className={classes.keyLine} aria-hidden="true" />
            median
          </li>
          <li>
            <span className={classes.keyBand} aria-hidden="true" />
            median to p95
          </li>
        </>
      )}
      {severities.map((severity) => (
        <li key={severity}>
          {/* most samples are good, so that the chart leaves them grey */}
          {severity === 'ok' ? <Mark tone="muted">{severityShapes.ok}</Mark> : <SeverityMark severity={severity} />}
          {severity}
        </li>
      ))}
    </ul>
  )
}
