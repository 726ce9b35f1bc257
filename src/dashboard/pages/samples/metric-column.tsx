import { countsIn, type Sample } from '../../../contract/index.ts'
import type { Column } from '../../components/DataTable.tsx'
import { Measured } from '../../components/Measured.tsx'
import { formatMetric, metricWords, whyNotMeasured } from '../../format/metrics.ts'

/** A table column with a metric of each sample. */
export function metricColumn(name: string): Column<Sample> {
  return {
    id: name,
    header: metricWords(name).short,
    align: 'end',
    cell: (sample) => (
      <Measured
        value={countsIn(name, sample.metrics ?? {}) ? sample.metrics?.[name] : null}
        format={(value) => formatMetric(name, value)}
        why={whyNotMeasured(sample)}
      />
    ),
  }
}
