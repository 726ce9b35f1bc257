import type { ReactNode } from 'react'
import { severities } from '../../../contract/severity.ts'
import { SeverityMark } from '../marks/Mark.tsx'
import { type Failure, failureKinds, failureLabel } from './FailureMarks.tsx'
import { overLabels, type overKinds } from './limit-line.ts'
import { areaFill } from './line-style.ts'
import classes from './Legend.module.css'
import type { Highlight, Series } from './TimeChart.tsx'

interface Props {
  series: readonly Series[]
  highlight?: Pick<Highlight, 'label' | 'tone'> | undefined
  failures?: readonly Failure[] | undefined
  /** How bad the marked values are that are over the limit. */
  over?: ReturnType<typeof overKinds>
}

/** A chart's legend: each series with its line style, what is shaded, and the marks of values over the limit and of samples that failed. */
export function Legend({ series, highlight, failures, over = [] }: Props) {
  return (
    <LegendList>
      {series.map((one) => (
        <li key={one.key}>
          <SeriesLine series={series} of={one.key} />
          {one.label}
        </li>
      ))}
      {highlight && (
        <li>
          <span className={classes.shade} data-tone={highlight.tone} aria-hidden="true" />
          {highlight.label}
        </li>
      )}
      {over.map((severity) => (
        <li key={severity}>
          <SeverityMark severity={severity} />
          {overLabels[severity]}
        </li>
      ))}
      {failureKinds(failures).map((severity) => (
        <li key={`failed ${severity}`}>
          <SeverityMark severity={severities[severity]} />
          {failureLabel(severity)}
        </li>
      ))}
    </LegendList>
  )
}

/** A sample of the line of one of the series. */
export function SeriesLine({ series, of }: { series: readonly Series[]; of: string }) {
  const index = series.findIndex(({ key }) => key === of)
  const name = series[index]?.previousPeriod ? 'previous-period' : index + 1
  return (
    <span
      className={classes.line}
      data-series={name}
      data-filled={series[index]?.filled || undefined}
      style={{ ['--area' as string]: areaFill(index) }}
      aria-hidden="true"
    />
  )
}

/** The list of a legend's entries. */
export function LegendList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={classes.legend} aria-label={label}>
      {children}
    </ul>
  )
}
