import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { IncidentRecord } from '../../../../contract/index.ts'
import { causeInWords } from '../../../../words/incidents.ts'
import { comparable, type Place, samplesUntil } from '../reads.ts'
import type { Scope } from '../../../api/scope.ts'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { Stacked } from '../../../kit/layout/Stacked.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import { fullNumber } from '../../../kit/format/format.ts'
import { useIsPhone } from '../../../kit/layout/use-media.ts'
import { paths } from '../../../paths.ts'
import { sampleWord } from '../incident-facts.tsx'
import { monitorName } from './timeline.ts'

interface Props {
  scope: Scope
  incident: IncidentRecord
  /** Those to show. */
  places: readonly Place[]
}

/** Each stretch of failures at a place, with the samples that show it. */
export function PlaceTable({ scope, incident, places }: Props) {
  const { host } = incident
  const word = sampleWord(incident)
  const isPhone = useIsPhone()
  const isSlow = word === 'slow'
  const columns: readonly Column<Place>[] = [
    {
      id: 'place',
      header: 'Location',
      names: true,
      cell: (place) => (
        <Stacked
          below={
            place.monitor_name === null ? (
              monitorName(place)
            ) : (
              <Link to={paths.monitor(scope, place.monitor_id)}>{place.monitor_name}</Link>
            )
          }
        >
          {place.location}
        </Stacked>
      ),
    },
    { id: 'since', header: 'Since', cell: ({ since }) => <Time at={since} withoutZone stacked /> },
    {
      id: 'until',
      header: 'Until',
      cell: ({ until }) => <Time at={until} never={isSlow ? 'still slow' : 'still failing'} withoutZone stacked />,
    },
    {
      id: 'cause',
      header: isSlow ? 'Latest slow value' : 'Cause',
      grows: true,
      cell: ({ cause }) => causeInWords({ cause, host }),
    },
    {
      id: 'samples',
      header: isSlow ? 'Slow samples' : 'Failed samples',
      // stacked on a phone, in a line with the other values
      ...(isPhone ? {} : { align: 'end' as const }),
      cell: ({ samples }) => fullNumber(samples),
    },
    { id: 'evidence', header: 'Evidence', cell: (place) => <Evidence scope={scope} place={place} word={word} /> },
  ]
  return (
    <DataTable
      label="Where and when"
      columns={columns}
      rows={places}
      rowKey={({ monitor_id, location, since }) => `${monitor_id} ${location} ${since}`}
    />
  )
}

function Evidence({ scope, place, word }: { scope: Scope; place: Place; word: 'slow' | 'failed' }) {
  const { first_sample_id: first, last_sample_id: last, monitor_name, location } = place
  // the samples of a deleted monitor are gone, too
  const before = useQuery({ ...samplesUntil(scope, place), enabled: monitor_name !== null, staleTime: Infinity })
  if (monitor_name === null) return 'Deleted with its monitor'
  const what = word === 'slow' ? 'slow sample' : 'failure'
  const good = before.data && comparable(before.data.rows, first)?.id
  return (
    <Stacked
      below={
        good !== undefined && (
          <Link
            to={paths.compareSamples(scope, [good, first])}
            aria-label={`Compare with the last good sample, ${location}`}
          >
            Compare with the last good sample
          </Link>
        )
      }
    >
      <Link to={paths.sample(scope, first)} aria-label={`First ${what}, ${location}`}>
        First {what}
      </Link>
      {last !== first && (
        <>
          {' · '}
          <Link to={paths.sample(scope, last)} aria-label={`Latest ${what}, ${location}`}>
            Latest {what}
          </Link>
        </>
      )}
    </Stacked>
  )
}
