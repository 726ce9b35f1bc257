import { Link } from 'react-router'
import type { Event } from './reads.ts'
import type { AnyScope, Scope } from '../../api/scope.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { ExternalLink } from '../../kit/values/ExternalLink.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { doerOf, releaseUrl, subjectOf, whatHappened } from './words.ts'
import { useIsPhone } from '../../kit/layout/use-media.ts'
import { paths } from '../../paths.ts'

interface Props {
  scope: AnyScope
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
    ...(scope.kind === 'partner'
      ? []
      : [
          {
            id: 'of',
            header: 'Site, monitor or rule',
            names: true,
            phone: 'line',
            cell: (event: Event) => <Subject {...{ scope, event, hosts }} />,
          } as const,
        ]),
    {
      id: 'who',
      header: 'Who',
      phone: 'aside',
      cell: (event) => <Who {...doerOf(scope.kind === 'partner' ? withoutPartner(event) : event)} />,
    },
  ]
  // a service may leave out IDs; the list is never reordered
  const keys = new Map(rows.map((row, i) => [row, row.id ?? String(i)]))
  return <DataTable label="Changes" columns={columns} rows={rows} rowKey={(row) => keys.get(row) ?? ''} busy={busy} />
}

/** In two lines where it takes both, also on a phone: what happened needs the room. */
function Who({ who, as }: ReturnType<typeof doerOf>) {
  const isPhone = useIsPhone()
  if (!isPhone || !as) return <Stacked below={as}>{who}</Stacked>
  return (
    <span>
      {who},
      <br />
      {as}
    </span>
  )
}

/** In a partner's own log, its people and keys need no “of”. */
function withoutPartner(event: Event): Event {
  return event.person || event.key ? { ...event, actor_name: null } : event
}

/** A purge with its paths, a release with its link, a partner's rule with its name, anything else as a sentence. */
function What({ scope, event }: { scope: AnyScope; event: Event }) {
  const isPhone = useIsPhone()
  const purged = event.detail?.['paths']
  const words = whatHappened(event)
  if (scope.kind === 'partner')
    return (
      <Stacked below={isOfRule(event) && <RuleLink scope={scope} event={event} />}>
        <Breakable text={words} />
      </Stacked>
    )
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
function Subject({ scope, event, hosts }: Pick<Props, 'hosts'> & { scope: Scope; event: Event }) {
  const { kind, site_id: site, monitor_id: monitor } = event
  const name = subjectOf(event)
  const isPhone = useIsPhone()
  if (monitor)
    return kind === 'monitor.deleted' ? (
      <Breakable text={name ?? monitor} />
    ) : (
      <Link to={paths.monitor(scope, monitor)}>
        <Breakable text={name ?? monitor} />
      </Link>
    )
  if (isOfRule(event)) return <RuleLink scope={scope} event={event} />
  if (!site && name) return name
  // a dash needs a heading above it
  if (!site) return !isPhone && <EmptyCell why="the account itself" />
  const isGone = hosts && !hosts.has(site)
  if (isGone) return <Breakable text={name ?? site} />
  return (
    <Link to={paths.site(scope, site)}>
      <Breakable text={hosts?.get(site) ?? name ?? site} />
    </Link>
  )
}

const isOfRule = (event: Event) => event.kind?.startsWith('alert_rule.') === true && subjectOf(event) !== undefined

function RuleLink({ scope, event }: { scope: AnyScope; event: Event }) {
  return (
    <Link to={paths.alerts(scope)}>
      <Breakable text={subjectOf(event) ?? ''} />
    </Link>
  )
}
