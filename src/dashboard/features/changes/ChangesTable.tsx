import { Link } from 'react-router'
import type { Event } from './reads.ts'
import type { Scope } from '../../api/scope.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { ExternalLink } from '../../kit/values/ExternalLink.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { releaseUrl, subjectOf, whatHappened, whoDid } from './words.ts'
import { useIsPhone } from '../../kit/layout/use-media.ts'
import { paths } from '../../paths.ts'

interface Props {
  scope: Scope
  rows: readonly Event[]
  /** The hosts of the account's sites by ID; undefined while they aren't known. */
  hosts: ReadonlyMap<string, string> | undefined
  busy: boolean
}

/** Events as rows, newest first. */
export function ChangesTable({ scope, rows, hosts, busy }: Props) {
  const isPhone = useIsPhone()
  const columns: readonly Column<Event>[] = [
    {
      id: 'at',
      header: 'Time',
      phone: 'end',
      cell: ({ at }) => <Time at={at ?? null} withoutZone agoOnly={isPhone} />,
    },
    { id: 'what', header: 'What', grows: true, phone: 'title', cell: (event) => <What scope={scope} event={event} /> },
    {
      id: 'of',
      header: 'Site, monitor or rule',
      names: true,
      phone: 'line',
      cell: (event) => <Subject {...{ scope, event, hosts }} />,
    },
    { id: 'who', header: 'Who', phone: 'aside', cell: whoDid },
  ]
  // a service may leave out IDs; the list is never reordered
  const keys = new Map(rows.map((row, i) => [row, row.id ?? String(i)]))
  return <DataTable label="Changes" columns={columns} rows={rows} rowKey={(row) => keys.get(row) ?? ''} busy={busy} />
}

/** A purge with its paths, a release with its link, anything else as a sentence. */
function What({ scope, event }: { scope: Scope; event: Event }) {
  const isPhone = useIsPhone()
  const purged = event.detail?.['paths']
  const words = whatHappened(event)
  if (event.kind === 'release.created' && event.id !== undefined) {
    const url = releaseUrl(event)
    const link = url !== undefined && <ExternalLink href={url}>{URL.parse(url)?.host ?? url}</ExternalLink>
    // two links of a row are too near to each other for a finger; the page has the other one too
    return (
      <Stacked below={!isPhone && link}>
        <Link to={paths.change(scope, event.id)}>
          <Breakable text={words} />
        </Link>
      </Stacked>
    )
  }
  return Array.isArray(purged) && purged.length > 1 ? (
    <details>
      <summary>{words}</summary>
      <ul>
        {purged.map((path) => (
          <li key={String(path)}>
            <Breakable text={String(path)} />
          </li>
        ))}
      </ul>
    </details>
  ) : (
    <Breakable text={words} />
  )
}

/** A link to what changed, or its name at that time where it is gone. */
function Subject({ scope, event, hosts }: Pick<Props, 'scope' | 'hosts'> & { event: Event }) {
  const { kind, site_id: site, monitor_id: monitor } = event
  const name = subjectOf(event)
  if (monitor)
    return kind === 'monitor.deleted' ? (
      <Breakable text={name ?? monitor} />
    ) : (
      <Link to={paths.monitor(scope, monitor)}>
        <Breakable text={name ?? monitor} />
      </Link>
    )
  if (kind?.startsWith('alert_rule.') && name)
    return (
      <Link to={paths.alerts(scope)}>
        <Breakable text={name} />
      </Link>
    )
  if (!site && name) return name
  if (!site) return <EmptyCell why="the account itself" />
  const isGone = hosts && !hosts.has(site)
  if (isGone) return <Breakable text={name ?? site} />
  return (
    <Link to={paths.site(scope, site)}>
      <Breakable text={hosts?.get(site) ?? name ?? site} />
    </Link>
  )
}
