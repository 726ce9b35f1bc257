import { Button } from '@mantine/core'
import { reasonOf } from '../../../components/ErrorState.tsx'
import { FetchProgress } from '../../../components/FetchProgress.tsx'
import { plural, whole } from '../../../format/format.ts'
import { useZone } from '../../../stores/preferences.ts'
import { dateAndTime, zoneName } from '../../../format/time.ts'
import type { ExplorerData } from './explorer-data.ts'
import classes from './explorer.module.css'

/** What is drawn, of how much, and the way to the rest. */
export function Summary({ data, onWhole }: { data: ExplorerData; onWhole: () => void }) {
  const zone = useZone()
  const { span, collection, list, buckets, series, withoutSeries, isWhole } = data
  const total = list.data?.total_entries ?? collection.total
  const loaded = collection.columns.at.length
  const { status, pagesWanted } = collection
  const long = status === 'fetching' && isWhole && pagesWanted > 1
  const minutes = (span.to - span.from) / buckets / 60_000
  return (
    <div className={classes.summary}>
      <p>
        {dateAndTime(span.from, zone)} – {dateAndTime(span.to, zone)} {zoneName(zone, span.to)} ·{' '}
        {plural(total, 'sample')}
        {series.data && ` · percentiles of each ${minutesWords(minutes)}`}
        {status === 'done' &&
          total > 0 &&
          (loaded >= total
            ? ' · every sample as a point'
            : ` · ${whole(loaded)} of them as points, spread over the range`)}
        {(status === 'done' || (status === 'fetching' && !isWhole)) && loaded < total && (
          <Button variant="subtle" onClick={onWhole}>
            Fetch all {whole(total)}
          </Button>
        )}
      </p>
      {withoutSeries && <p>This service tells no percentiles: they are reckoned from the samples themselves.</p>}
      {series.error && !withoutSeries && (
        <p role="alert">
          The percentiles could not be read, so they are reckoned from the points: {reasonOf(series.error)}{' '}
          <Button variant="subtle" onClick={() => void series.refetch()}>
            Retry
          </Button>
        </p>
      )}
      {long && <FetchProgress done={loaded} of={total} onCancel={collection.cancel} />}
      {(status === 'cancelled' || status === 'failed') && (
        <p role="alert">
          {status === 'failed'
            ? `Only ${whole(loaded)} of ${whole(total)} samples came: ${reasonOf(collection.error)}`
            : `Stopped after ${whole(loaded)} of ${whole(total)} samples.`}{' '}
          <Button variant="subtle" onClick={collection.again}>
            {status === 'failed' ? 'Retry' : 'Fetch again'}
          </Button>
        </p>
      )}
    </div>
  )
}

function minutesWords(minutes: number): string {
  if (minutes >= 60) return `${Number((minutes / 60).toPrecision(3))} h`
  return minutes >= 1 ? `${Number(minutes.toPrecision(3))} min` : `${Math.round(minutes * 60)} s`
}
