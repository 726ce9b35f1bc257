import type { ReactNode } from 'react'
import classes from './Legend.module.css'
import type { Series } from './TimeChart.tsx'

/** A chart's legend: each series with its line style. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <LegendList>
      {series.map((one, i) => (
        <li key={one.key}>
          <span
            className={classes.line}
            data-series={one.previousPeriod ? 'previous-period' : i + 1}
            aria-hidden="true"
          />
          {one.label}
        </li>
      ))}
    </LegendList>
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
