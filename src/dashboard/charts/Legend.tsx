import classes from './Legend.module.css'
import type { Series } from './TimeChart.tsx'

/** A chart's legend: each series with its line style. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={classes.legend}>
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
    </ul>
  )
}
