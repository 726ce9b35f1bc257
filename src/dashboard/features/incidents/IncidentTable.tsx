import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { IncidentRecord } from '../../../contract/index.ts'
import { causeInWords, locationsInWords } from '../../../words/incidents.ts'
import type { Scope } from '../../api/scope.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { useIsPhone } from '../../kit/layout/use-media.ts'
import { paths } from '../../paths.ts'
import { endInWords, IncidentLink, Lasted } from './incident-facts.tsx'

interface Props {
  scope: Scope
  rows: readonly IncidentRecord[]
  label?: string
  /** Leaves out the host, where all have the same one. */
  withoutHost?: boolean
  busy?: boolean
}

/** Incidents with links to their pages. */
export function IncidentTable({ scope, rows, label = 'Incidents', withoutHost = false, busy = false }: Props) {
  const isPhone = useIsPhone()
  // on a phone, several incidents of a host are told apart by when they began; how long an open one lasts says it
  const withStart = (incident: IncidentRecord, shown: ReactNode) =>
    isPhone && incident.ended_at !== null ? (
      <>
        {shown} · <Time at={incident.started_at} agoOnly />
      </>
    ) : (
      shown
    )
  const host: Column<IncidentRecord> = {
    id: 'host',
    header: 'Host',
    names: true,
    phone: 'line',
    cell: (incident) =>
      withStart(
        incident,
        incident.site_id === null ? (
          <Breakable text={incident.host} />
        ) : (
          <Link to={paths.site(scope, incident.site_id)}>
            <Breakable text={incident.host} />
          </Link>
        ),
      ),
  }
  const columns: readonly Column<IncidentRecord>[] = [
    {
      id: 'kind',
      header: 'Incident',
      phone: 'title',
      cell: (incident) => <IncidentLink scope={scope} incident={incident} />,
    },
    // what matters most is in view where the table is wider than the window
    {
      id: 'lasted',
      header: 'Duration',
      phone: 'aside',
      cell: (incident) => (
        <Stacked below={incident.ended_at === null ? <strong>Open</strong> : endInWords(incident)}>
          <Lasted incident={incident} />
        </Stacked>
      ),
    },
    ...(withoutHost ? [] : [host]),
    {
      id: 'cause',
      header: 'Cause',
      grows: true,
      ...(withoutHost ? { phone: 'line' as const } : {}),
      // with a host, a phone leaves it out
      cell: (incident) => withStart(incident, <Breakable text={causeInWords(incident)} />),
    },
    { id: 'places', header: 'Locations', names: true, cell: locationsOf },
    { id: 'since', header: 'Started', cell: ({ started_at }) => <Time at={started_at} withoutZone stacked /> },
  ]
  return <DataTable label={label} columns={columns} rows={rows} rowKey={({ id }) => id} busy={busy} />
}

function locationsOf(incident: IncidentRecord) {
  return locationsInWords(incident) || <EmptyCell why="not seen by a monitor" />
}
