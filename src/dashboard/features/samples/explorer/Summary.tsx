import { Button } from '@mantine/core'
import type { MetricName } from '../../../../contract/index.ts'
import { reasonOf } from '../../../kit/feedback/ErrorState.tsx'
import { FetchProgress } from '../../../kit/reading/FetchProgress.tsx'
import { plural, fullNumber } from '../../../kit/format/format.ts'
import { useZone } from '../../../kit/format/zone.ts'
import { perTime } from '../../../kit/ranges/range-words.ts'
import { timeSpan } from '../../../kit/format/time.ts'
import { useNow } from '../../../kit/reading/use-now.ts'
import type { ExplorerData } from './explorer-data.ts'
import classes from './explorer.module.css'
import { countWith } from './stats.ts'
import { inChartWords } from './summary-words.ts'

const nowStepMs = 60_000

interface Props {
  data: ExplorerData
  /** What the charts show. */
  metrics: readonly MetricName[]
  onLoadAll: () => void
}

/** Says how many of the samples are shown and loads the rest. */
export function Summary({ data, metrics, onLoadAll }: Props) {
  const zone = useZone()
  const now = useNow(nowStepMs)
  const { span, collection, charted, list, bucketWidth, series, withoutSeries, withoutParts, loadsAll } = data
  // a preset is read in steps, the last of which may not be over
  const end = Math.max(span.from, Math.min(span.to, now))
  const total = list.data?.total_entries ?? collection.total
  const loaded = collection.columns.at.length
  const drawn = countWith(collection.columns, metrics)
  const { status, pagesToFetch } = collection
  const long = status === 'fetching' && loadsAll && pagesToFetch > 1
  return (
    <div className={classes.summary}>
      <p>
        {timeSpan(span.from, end, zone)} · {plural(total, 'sample')}
        {status === 'done' &&
          total > 0 &&
          `, ${inChartWords({ total, loaded, drawn, metrics: metrics.length, errors: countWith(charted, metrics) - drawn })}`}
        {series.data && total > 0 && ` · percentiles ${perTime(bucketWidth)}`}
        {(status === 'done' || (status === 'fetching' && !loadsAll)) && loaded < total && (
          <Button variant="subtle" onClick={onLoadAll}>
            Load all
          </Button>
        )}
      </p>
      {withoutSeries && <p>This service doesn’t provide percentiles, so they’re calculated from the samples.</p>}
      {withoutParts && <p>This service can’t split percentiles, so the lines are calculated from the samples shown.</p>}
      {series.error && !withoutSeries && (
        <p role="alert">
          Couldn’t load the percentiles, so they’re calculated from the samples shown. {reasonOf(series.error)}{' '}
          <Button variant="subtle" onClick={() => void series.refetch()}>
            Retry
          </Button>
        </p>
      )}
      {long && <FetchProgress done={loaded} of={total} onCancel={collection.cancel} />}
      {(status === 'cancelled' || status === 'failed') && (
        <p role="alert">
          {status === 'failed'
            ? `${loaded > 0 ? `Loaded only ${fullNumber(loaded)} of ${fullNumber(total)} samples.` : 'Couldn’t load the samples.'} ${reasonOf(collection.error)}`
            : `Stopped after ${fullNumber(loaded)} of ${fullNumber(total)} samples.`}{' '}
          <Button variant="subtle" onClick={collection.again}>
            {status === 'failed' ? 'Retry' : 'Load again'}
          </Button>
        </p>
      )}
    </div>
  )
}
