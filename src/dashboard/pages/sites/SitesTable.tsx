import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Scope } from '../../api/scope.ts'
import { queuedSite, type ListedSite } from '../../api/sites.ts'
import { CopyValue } from '../../components/CopyValue.tsx'
import { DataTable, type Column } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ExternalLink } from '../../components/ExternalLink.tsx'
import { EmptyCell } from '../../components/Measured.tsx'
import { SiteState } from '../../components/Mark.tsx'
import { reasonOf } from '../../components/ErrorState.tsx'
import { paths } from '../../paths.ts'
import { NoPreview } from './NoPreview.tsx'

/** A scope's sites with their states. */
export function SitesTable({ sites, scope }: { sites: readonly ListedSite[]; scope: Scope }) {
  const columns: readonly Column<ListedSite>[] = [
    {
      id: 'host',
      header: 'Host',
      grows: true,
      cell: (site) => <Link to={paths.site(scope, site.id)}>{site.host}</Link>,
    },
    { id: 'state', header: 'Optimizer', cell: (site) => <StateOf site={site} scope={scope} /> },
    {
      id: 'cname',
      header: 'Service CNAME',
      cell: (site) =>
        site.service_cname ? (
          <CopyValue value={site.service_cname} what={`service CNAME of ${site.host}`} />
        ) : (
          <EmptyCell why="This site doesn’t use the optimizer" />
        ),
    },
    {
      id: 'preview',
      header: 'Preview',
      cell: (site) =>
        site.preview_url ? (
          <ExternalLink href={site.preview_url}>
            Open<VisuallyHidden> the preview of {site.host}</VisuallyHidden>
          </ExternalLink>
        ) : (
          <NoPreview />
        ),
    },
    {
      id: 'id',
      header: 'Site ID',
      cell: (site) => <CopyValue value={site.id} what={`site ID of ${site.host}`} short />,
    },
  ]
  return <DataTable label="Sites" columns={columns} rows={sites} rowKey={(site) => site.id} />
}

/** The partner API's list has no states, so each row loads its own, a few at a time. */
function StateOf({ site, scope }: { site: ListedSite; scope: Scope }) {
  const listed = site.optimizer !== undefined
  const read = useQuery({ ...queuedSite(scope, site.id), enabled: !listed })
  if (listed) return <SiteState state={site.optimizer} />
  if (read.data) return <SiteState state={read.data.optimizer} />
  return read.error ? <EmptyCell why={reasonOf(read.error)} /> : <span aria-label="Loading">…</span>
}

export function NoSites({ scope }: { scope: Scope }) {
  return (
    <EmptyState
      title="No sites yet"
      action={
        <Button component={Link} to={paths.newSite(scope)}>
          Add site
        </Button>
      }
    >
      A site is a host name. When you add one, its home page is measured right away, and you get an address where you
      can preview its optimized pages.
    </EmptyState>
  )
}
