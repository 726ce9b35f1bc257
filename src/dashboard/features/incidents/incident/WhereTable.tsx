import { useState } from 'react'
import type { IncidentRecord, MetricName } from '../../../../contract/index.ts'
import { severities } from '../../../../contract/index.ts'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import { fullNumber } from '../../../kit/format/format.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Stacked } from '../../../kit/layout/Stacked.tsx'
import { Verdict } from '../../../kit/marks/Mark.tsx'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { Paging } from '../../../kit/tables/Paging.tsx'
import { Measured } from '../../../kit/values/Measured.tsx'
import { formatMetric, metricWords } from '../../samples/metrics.ts'
import { sampleWord } from '../incident-facts.tsx'
import { Moment } from './Moment.tsx'
import type { Location } from './where.ts'

interface Props {
  incident: IncidentRecord
  metric: MetricName
  locations: readonly Location[]
  /** Whether the metric says something about it. */
  hasValues: boolean
}

const perPageAtFirst = 25

/** Where an incident is seen and where it isn't, each with its value now beside what is usual there. */
export function WhereTable({ incident, metric, locations, hasValues }: Props) {
  const [{ page, per_page: perPage }, setPlace] = useState({ page: 1, per_page: perPageAtFirst })
  const isSlow = sampleWord(incident) === 'slow'
  const { short } = metricWords(metric)
  const isOver = incident.ended_at !== null
  const format = (value: number) => formatMetric(metric, value)
  const values: readonly Column<Location>[] = [
    {
      id: 'now',
      header: `${short} ${isOver ? (incident.end_reason === 'unwatched' ? 'at the end' : 'at recovery') : 'now'}`,
      align: 'end',
      phone: 'aside',
      cell: ({ now }) => (
        <Measured value={now} format={format} why={isOver ? 'no value at the end' : 'no value in the latest sample'} />
      ),
    },
    {
      id: 'usual',
      header: 'Usual',
      hint: 'Median of the seven days before the incident',
      align: 'end',
      cell: ({ usual }) => <Measured value={usual} format={format} why="not known" />,
    },
  ]
  const columns: readonly Column<Location>[] = [
    {
      id: 'place',
      header: 'Location',
      names: true,
      phone: 'title',
      cell: ({ name, monitor }) => (monitor ? <Stacked below={<Breakable text={monitor} />}>{name}</Stacked> : name),
    },
    {
      id: 'state',
      header: 'State',
      grows: true,
      phone: 'line',
      cell: (location) => <State location={location} incident={incident} isSlow={isSlow} />,
    },
    ...(hasValues ? values : []),
    {
      id: 'samples',
      header: isSlow ? 'Slow samples' : 'Failed samples',
      hint: locations.every(({ isAlike }) => isAlike)
        ? 'Of the connection and view that the incident is about'
        : 'Of all connections and views',
      align: 'end',
      phone: 'end',
      cell: ({ failed, total }) =>
        total === undefined ? fullNumber(failed) : `${fullNumber(failed)} of ${fullNumber(Math.max(total, failed))}`,
    },
  ]
  const start = (page - 1) * perPage
  return (
    <Panel title="Where" bare>
      <DataTable
        label="Where"
        columns={columns}
        rows={locations.slice(start, start + perPage)}
        rowKey={({ monitorId, name }) => `${monitorId} ${name}`}
      />
      {locations.length > perPageAtFirst && (
        <Paging
          page={page}
          perPage={perPage}
          total={locations.length}
          what="locations"
          onChange={(change) => setPlace((was) => ({ ...was, ...change }))}
        />
      )}
    </Panel>
  )
}

function State({ location, incident, isSlow }: { location: Location; incident: IncidentRecord; isSlow: boolean }) {
  const { since, isFailing } = location
  return (
    <Verdict severity={isFailing ? (severities[incident.severity] ?? 'error') : 'ok'}>
      <span>
        {since === null ? (
          'Not affected'
        ) : (
          <>
            {isFailing ? `${isSlow ? 'Slow' : 'Failing'} since` : 'Recovered'} <Moment at={since} />
          </>
        )}
      </span>
    </Verdict>
  )
}
