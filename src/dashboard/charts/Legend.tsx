import classes from './Legend.module.css'
import type { Series } from './TimeChart.tsx'

/** Each series' line, drawn as it is in the chart. */
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
