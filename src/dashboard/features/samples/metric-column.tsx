import { countsIn, limitExceeded, type Sample } from '../../../contract/index.ts'
import { formatLimit, formatOver } from '../../../words/metrics.ts'
import type { Column } from '../../kit/tables/DataTable.tsx'
import { Measured } from '../../kit/values/Measured.tsx'
import { OverLimit } from '../../kit/values/OverLimit.tsx'
import classes from './metric-column.module.css'
import { formatMetric, metricWords, ratingOf, whyNotMeasured } from './metrics.ts'

/**
 * A table column with a metric of each sample.
 * @param limits those of the samples' monitor; what is over one is marked
 */
export function metricColumn(name: string, limits?: Readonly<Record<string, number>> | null): Column<Sample> {
  return {
    id: name,
    header: metricWords(name).short,
    align: 'end',
    cell: (sample) => {
      const value = countsIn(name, sample.metrics ?? {}) ? sample.metrics?.[name] : null
      const limit = sample.judged === false ? undefined : limitExceeded(limits, name, value)
      return (
        <OverLimit
          limit={limit === undefined ? undefined : formatLimit(name, limit)}
          isPoor={ratingOf(name, value) === 'poor'}
        >
          <Measured
            value={value}
            format={(known) => (limit === undefined ? formatMetric(name, known) : formatOver(name, known, limit))}
            why={whyNotMeasured(sample, name)}
          />
        </OverLimit>
      )
    },
  }
}

/** A column at the end of a row on a phone, where no heading says what its value is. */
export function atEnd(column: Column<Sample>, isPhone: boolean): Column<Sample> {
  const { header, cell } = column
  const named = (sample: Sample) => (
    <>
      <span className={classes.name}>{header}</span> {cell(sample)}
    </>
  )
  return { ...column, phone: 'end', cell: isPhone ? named : cell }
}
