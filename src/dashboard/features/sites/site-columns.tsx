import { Link } from 'react-router'
import { worstIncident, type SiteFigures } from '../../../contract/index.ts'
import type { Scope } from '../../api/scope.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { IconButton } from '../../kit/actions/IconButton.tsx'
import { Dropdown } from '../../kit/choices/Dropdown.tsx'
import { reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { PropertiesTable } from '../../kit/layout/PropertiesTable.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { MoreIcon } from '../../kit/marks/icons.tsx'
import type { Column } from '../../kit/tables/DataTable.tsx'
import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { Elapsed } from '../../kit/values/Elapsed.tsx'
import { ExternalLink } from '../../kit/values/ExternalLink.tsx'
import { LoadingValue } from '../../kit/values/LoadingValue.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { paths } from '../../paths.ts'
import { verdictParts } from '../../../words/verdict.ts'
import { VerdictCell, VerdictMark } from '../incidents/VerdictCell.tsx'
import { siteVerdict, uncheckedSite, type Verdicts } from '../incidents/verdicts.ts'
import { NoPreview } from './NoPreview.tsx'
import type { ListedSite } from './reads.ts'
import { readerOf } from './server-words.ts'
import { SiteState } from './SiteState.tsx'
import { useSiteState, type OfSite } from './use-site-state.ts'

/** What is known of the health of a scope's sites. */
export interface Health {
  /** Undefined while they load. */
  readonly verdicts: Verdicts | undefined
  /** By site, as far as the service reports them. */
  readonly figures?: ReadonlyMap<string, SiteFigures> | undefined
}

const loading = <LoadingValue />

function StateOf({ isShort = false, ...props }: OfSite & { isShort?: boolean }) {
  const { state, since, error } = useSiteState(props)
  if (state !== undefined) return <SiteState state={state} since={isShort ? undefined : since} />
  return error ? <EmptyCell why={reasonOf(error)} /> : loading
}

/** What is wrong with a site; undefined where that isn't known, or not yet. */
function useVerdictOf({ site, scope, verdicts, figures }: OfSite & Health) {
  const { state, since: stateSince, error } = useSiteState({ site, scope })
  const open = verdicts?.openOf(site.id)
  if (!open || (state === undefined && (!error || open.length === 0))) return undefined
  const known = typeof state === 'string' ? state : null
  return {
    verdict: {
      ...siteVerdict(site.host, known, open),
      unchecked: uncheckedSite({ ...figures?.get(site.id), state: known, state_since: stateSince }),
    },
    since: worstIncident(open)?.started_at,
  }
}

function MarkOf(props: OfSite & Health) {
  const found = useVerdictOf(props)
  return found ? <VerdictMark verdict={found.verdict} /> : null
}

function VerdictOf({ isMarked = false, withState, ...props }: OfSite & Health & VerdictLook) {
  const { site, scope, verdicts } = props
  const { error } = useSiteState(props)
  const found = useVerdictOf(props)
  if (verdicts && !verdicts.openOf(site.id)) return <EmptyCell why="too many open incidents to list" />
  if (verdicts && !found && error) return <EmptyCell why="the site’s state couldn’t be loaded" />
  if (!found) return loading
  const cell = <VerdictCell reader={readerOf(scope)} verdict={found.verdict} isMarked={isMarked} />
  if (!isMarked) return cell
  const since = found.verdict.severity > 0 ? found.since : undefined
  // a state that is the verdict isn't said again
  const isTold = verdictParts(found.verdict, readerOf(scope)).what.toLowerCase() === found.verdict.state
  const below = withState ? !isTold && <StateOf {...props} isShort /> : since && <Elapsed since={since} />
  return <Stacked below={below}>{cell}</Stacked>
}

interface VerdictLook {
  /** The mark has a column of its own. */
  readonly isMarked?: boolean
  /** The state stands below, instead of since when there is trouble. */
  readonly withState?: boolean
}

export const markColumn = (scope: Scope, health: Health): Column<ListedSite> => ({
  id: 'mark',
  header: 'Severity',
  unnamed: true,
  phone: 'select',
  cell: (site) => <MarkOf site={site} scope={scope} {...health} />,
})

export const hostColumn = (
  scope: Scope,
  { grows, withState }: { grows: boolean; withState?: boolean },
): Column<ListedSite> => ({
  id: 'host',
  header: withState === undefined ? 'Host' : 'Site',
  names: true,
  grows,
  phone: 'title',
  cell: (site) => {
    const link = (
      <Link to={paths.site(scope, site.id)}>
        <Breakable text={site.host} />
      </Link>
    )
    return withState ? <Stacked below={<StateOf site={site} scope={scope} />}>{link}</Stacked> : link
  },
})

export const verdictColumn = (scope: Scope, health: Health, look: VerdictLook = {}): Column<ListedSite> => ({
  id: 'verdict',
  header: 'Health',
  grows: true,
  phone: 'line',
  cell: (site) => <VerdictOf site={site} scope={scope} {...health} {...look} />,
})

export const stateColumn = (scope: Scope): Column<ListedSite> => ({
  id: 'state',
  header: 'Optimizer',
  phone: 'aside',
  cell: (site) => <StateOf site={site} scope={scope} />,
})

/** @param isNarrow leaves out the ID, which is in the site's address, too */
export const addressColumns = (isNarrow: boolean): readonly Column<ListedSite>[] => [
  { id: 'cname', header: 'Service CNAME', cell: (site) => cnameOf(site) },
  { id: 'preview', header: 'Preview', cell: (site) => previewOf(site) },
  ...(isNarrow ? [] : [{ id: 'id', header: 'Site ID', cell: (site: ListedSite) => idOf(site) }]),
]

/** What is seldom needed of a site. */
export const menuColumn: Column<ListedSite> = {
  id: 'menu',
  header: 'More',
  unnamed: true,
  buttons: true,
  align: 'end',
  phone: 'menu',
  cell: (site) => (
    <Dropdown
      label={`More about ${site.host}`}
      align="end"
      button={(props) => (
        <IconButton label={`More about ${site.host}`} {...props}>
          <MoreIcon />
        </IconButton>
      )}
    >
      {() => (
        <PropertiesTable
          facts={[
            { label: 'Preview', value: previewOf(site) },
            { label: 'Service CNAME', value: cnameOf(site) },
            { label: 'Site ID', value: idOf(site) },
          ]}
        />
      )}
    </Dropdown>
  ),
}

const idOf = (site: ListedSite) => <CopyValue value={site.id} what={`site ID of ${site.host}`} short />

const cnameOf = (site: ListedSite) =>
  site.service_cname ? (
    <CopyValue value={site.service_cname} what={`service CNAME of ${site.host}`} short />
  ) : (
    <EmptyCell why="This site doesn’t use the optimizer" />
  )

const previewOf = (site: ListedSite) =>
  site.preview_url ? (
    <ExternalLink href={site.preview_url}>
      Open<VisuallyHidden> the preview of {site.host}</VisuallyHidden>
    </ExternalLink>
  ) : (
    <NoPreview />
  )
