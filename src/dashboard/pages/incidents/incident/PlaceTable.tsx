import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { causeInWords } from '../../../../contract/index.ts'
import { comparable, type Place, samplesUntil } from '../../../api/incidents.ts'
import type { Scope } from '../../../api/scope.ts'
import { DataTable, type Column } from '../../../components/DataTable.tsx'
import { Stacked } from '../../../components/Stacked.tsx'
import { Time } from '../../../components/Time.tsx'
import { fullNumber } from '../../../format/format.ts'
import { paths } from '../../../paths.ts'
import { monitorName } from './timeline.ts'

/** Each stretch of failures at a place, with the samples that show it. */
export function PlaceTable({ scope, host, places }: { scope: Scope; host: string; places: readonly Place[] }) {
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
    { id: 'since', header: 'Since', cell: ({ since }) => <Time at={since} withoutZone /> },
    { id: 'until', header: 'Until', cell: ({ until }) => <Time at={until} never="still failing" withoutZone /> },
    { id: 'cause', header: 'Cause', grows: true, cell: ({ cause }) => causeInWords({ cause, host }) },
    { id: 'samples', header: 'Failed samples', align: 'end', cell: ({ samples }) => fullNumber(samples) },
    { id: 'evidence', header: 'Evidence', cell: (place) => <Evidence scope={scope} place={place} /> },
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

function Evidence({ scope, place }: { scope: Scope; place: Place }) {
  const { first_sample_id: first, last_sample_id: last, monitor_name, location } = place
  // the samples of a deleted monitor are gone, too
  const before = useQuery({ ...samplesUntil(scope, place), enabled: monitor_name !== null, staleTime: Infinity })
  if (monitor_name === null) return 'Deleted with its monitor'
  const good = before.data && comparable(before.data.rows, first)?.id
  return (
    <Stacked
      below={
        good !== undefined && (
          <Link
            to={paths.compareSamples(scope, [good, first])}
            aria-label={`Compare with the sample before, ${location}`}
          >
            Compare with the sample before
          </Link>
        )
      }
    >
      <Link to={paths.sample(scope, first)} aria-label={`First failed sample, ${location}`}>
        First
      </Link>
      {last !== first && (
        <>
          {' · '}
          <Link to={paths.sample(scope, last)} aria-label={`Last failed sample, ${location}`}>
            Last
          </Link>
        </>
      )}
    </Stacked>
  )
}
