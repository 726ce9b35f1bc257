import { Button } from '@mantine/core'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Scope } from '../../api/scope.ts'
import { queuedSite } from './queued-site.ts'
import type { ListedSite } from './reads.ts'
import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { ExternalLink } from '../../kit/values/ExternalLink.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { SiteState } from './SiteState.tsx'
import { reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { VerdictCell } from '../incidents/VerdictCell.tsx'
import { readerOf } from './server-words.ts'
import { useIsNarrow } from '../../kit/layout/use-media.ts'
import { paths } from '../../paths.ts'
import { NoPreview } from './NoPreview.tsx'
import { siteVerdict, type Verdicts } from '../incidents/verdicts.ts'

interface Props {
  sites: readonly ListedSite[]
  scope: Scope
  verdicts: Verdicts | null | undefined
}

/** A scope's sites with what is wrong with them and their states. */
export function SitesTable({ sites, scope, verdicts }: Props) {
  const isNarrow = useIsNarrow()
  const verdict: Column<ListedSite> = {
    id: 'verdict',
    header: 'Health',
    grows: true,
    phone: 'line',
    cell: (site) => <VerdictOf site={site} scope={scope} verdicts={verdicts} />,
  }
  const siteId: Column<ListedSite> = {
    id: 'id',
    header: 'Site ID',
    cell: (site) => <CopyValue value={site.id} what={`site ID of ${site.host}`} short />,
  }
  const columns: readonly Column<ListedSite>[] = [
    {
      id: 'host',
      header: 'Host',
      names: true,
      grows: verdicts === null,
      phone: 'title',
      cell: (site) => <Link to={paths.site(scope, site.id)}>{site.host}</Link>,
    },
    ...(verdicts === null ? [] : [verdict]),
    { id: 'state', header: 'Optimizer', phone: 'aside', cell: (site) => <StateOf site={site} scope={scope} /> },
    {
      id: 'cname',
      header: 'Service CNAME',
      cell: (site) =>
        site.service_cname ? (
          <CopyValue value={site.service_cname} what={`service CNAME of ${site.host}`} short />
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
    // it's in the site's address, too
    ...(isNarrow ? [] : [siteId]),
  ]
  return <DataTable label="Sites" columns={columns} rows={sites} rowKey={(site) => site.id} />
}

/** The partner API's list has no states, so each row loads its own, a few at a time. */
function useSiteState({ site, scope }: { site: ListedSite; scope: Scope }) {
  const listed = site.optimizer !== undefined
  const read = useQuery({ ...queuedSite(scope, site.id), enabled: !listed })
  const { optimizer: state, state_since: since } = listed ? site : { ...read.data }
  return { state, since, error: read.error }
}

const loading = <span aria-label="Loading">…</span>

function StateOf(props: { site: ListedSite; scope: Scope }) {
  const { state, since, error } = useSiteState(props)
  if (state !== undefined) return <SiteState state={state} since={since} />
  return error ? <EmptyCell why={reasonOf(error)} /> : loading
}

function VerdictOf({ site, scope, verdicts }: Pick<Props, 'scope' | 'verdicts'> & { site: ListedSite }) {
  const { state, error } = useSiteState({ site, scope })
  const open = verdicts?.openOf(site.id)
  if (verdicts && !open) return <EmptyCell why="too many open incidents to list" />
  if (!open || (state === undefined && !error)) return loading
  if (state === undefined && open.length === 0) return <EmptyCell why="the site’s state couldn’t be loaded" />
  return (
    <VerdictCell
      reader={readerOf(scope)}
      verdict={siteVerdict(site.host, typeof state === 'string' ? state : null, open)}
    />
  )
}

export function NoSites({ scope }: { scope: Scope }) {
  return (
    <EmptyState
      title="No sites yet"
      action={
        <Button variant="default" component={Link} to={paths.newSite(scope)}>
          Add site
        </Button>
      }
    >
      A site is a host name. Its home page is measured within a minute, and you get an address to preview it at.
    </EmptyState>
  )
}
