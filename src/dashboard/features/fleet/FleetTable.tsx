import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type FleetSite, type FleetSort, fleetSorts } from '../../../contract/index.ts'
import { Sparkline } from '../../kit/charts/Sparkline.tsx'
import { DataTable, type Column, type Sort } from '../../kit/tables/DataTable.tsx'
import { AvailabilityCell } from '../sites/AvailabilityCell.tsx'
import { lcpChangeInShort } from '../sites/figure-words.ts'
import { SiteState } from '../sites/SiteState.tsx'
import { Measured } from '../../kit/values/Measured.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { VerdictCell, VerdictMark } from '../incidents/VerdictCell.tsx'
import { uncheckedSite } from '../incidents/verdicts.ts'
import { count, percent } from '../../kit/format/format.ts'
import { formatMetric } from '../samples/metrics.ts'
import { useIsNarrow, useIsPhone, useIsWide } from '../../kit/layout/use-media.ts'
import { paths } from '../../paths.ts'
import classes from './FleetTable.module.css'
import { dnsInWords } from './words.ts'

interface Props {
  readonly sites: readonly FleetSite[]
  readonly partner: string
  readonly sortBy: FleetSort
  readonly direction: 'asc' | 'desc'
  readonly busy: boolean
  /** Without a direction, the one in which the worst come first. */
  readonly onSort: (by: FleetSort, direction: 'asc' | 'desc' | undefined) => void
}

/** Sites of all accounts. On phones, they are sorted elsewhere, and rows show only the figure that they are sorted by. */
export function FleetTable({ sites, partner, sortBy, direction, busy, onSort }: Props) {
  const isPhone = useIsPhone()
  const isNarrow = useIsNarrow()
  const isWide = useIsWide()
  const sort: Sort = {
    by: sortBy,
    direction,
    onSort: (by) => {
      if (!isFleetSort(by)) return
      const other = direction === 'asc' ? 'desc' : 'asc'
      onSort(by, by === sortBy && other !== fleetSorts[by] ? other : undefined)
    },
  }
  return (
    <DataTable
      label="Sites"
      columns={columnsFor(partner, { isNarrow, isPhone, isWide, shown: isPhone ? sortBy : undefined })}
      rows={sites}
      rowKey={({ id }) => id}
      isDown={({ trouble }) => trouble === 'down'}
      {...(isPhone ? {} : { sort })}
      busy={busy}
    />
  )
}

export const isFleetSort = (name: string): name is FleetSort => name in fleetSorts

const verdictOf = (site: FleetSite) => ({ ...site, unchecked: uncheckedSite(site) })

interface Figure {
  readonly name: string
  readonly of: (site: FleetSite) => ReactNode
}

const formatLcp = (value: number) => formatMetric('time_to_display', value)
const availability: Figure = {
  name: 'Availability',
  of: (site) => <Measured value={site.availability} format={percent} />,
}
const lcp: Figure = { name: 'Home page LCP', of: (site) => <Measured value={site.lcp_p75} format={formatLcp} /> }
const requests: Figure = {
  name: 'Requests',
  of: (site) => <Measured value={site.requests} format={count} why="no requests counted yet" />,
}

/** What sites are sorted by, where a phone's rows don't show it anyway. */
const figures: Readonly<Partial<Record<FleetSort, Figure>>> = { availability, lcp, requests }

/** Troubles that are the state of a site. */
const bySelf: readonly string[] = ['maintenance', 'off', 'idle']

/** Since when a site's verdict holds; of maintenance and of sites that aren't live, that's their state. */
function verdictSince({ since, trouble, state_since }: FleetSite): string | null | undefined {
  return since ?? (bySelf.includes(trouble) ? state_since : null)
}

interface Room {
  readonly isNarrow: boolean
  readonly isPhone: boolean
  readonly isWide: boolean
  /** A figure to add to each row. */
  readonly shown: FleetSort | undefined
}

function columnsFor(partner: string, { isNarrow, isPhone, isWide, shown }: Room): readonly Column<FleetSite>[] {
  const figure = shown && figures[shown]
  return [
    {
      id: 'mark',
      header: 'Severity',
      unnamed: true,
      phone: 'select',
      cell: (site) => <VerdictMark verdict={verdictOf(site)} />,
    },
    {
      id: 'host',
      header: 'Site',
      sortable: true,
      names: true,
      phone: 'title',
      cell: (site) => (
        <Stacked
          below={
            !isPhone && (
              <Link to={paths.account(site.account_id)} className={classes.account}>
                {site.account_name}
              </Link>
            )
          }
        >
          <Link
            to={paths.site({ kind: 'account', partner, account: site.account_id }, site.id)}
            className={classes.name}
          >
            {site.host}
          </Link>
        </Stacked>
      ),
    },
    {
      id: 'verdict',
      header: 'Health',
      hint: 'What is wrong by the latest checks, by the worst open incident',
      grows: true,
      phone: 'line',
      cell: (site) => (
        <>
          <span className={classes.verdict}>
            <VerdictCell reader="partner" verdict={verdictOf(site)} isMarked />
          </span>
          {figure && (
            <span className={classes.figure}>
              {figure.name} {figure.of(site)}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'since',
      header: 'Since',
      sortable: true,
      phone: 'aside',
      cell: (site) => {
        const since = verdictSince(site)
        return since && <Time at={since} withoutZone {...(isPhone ? { agoOnly: true } : { stacked: true })} />
      },
    },
    {
      id: 'availability',
      header: isNarrow ? 'Availability' : 'Availability, 24\u00a0h',
      hint: 'Share of the time in the last 24 hours in which the home page answered without HTTP 5xx at every location. A bar for each hour: orange if it was slow, red if it was down',
      sortable: true,
      phone: 'end',
      cell: (site) => (
        <AvailabilityCell
          share={site.availability}
          states={site.availability_hours ?? []}
          unit="hour"
          of={site.host}
          why="not measured"
          shown={isPhone ? 'strip' : isNarrow ? 'share' : 'both'}
        />
      ),
    },
    {
      id: 'lcp',
      header: isNarrow ? 'LCP' : lcp.name,
      hint: '75th percentile of the last 24 hours, and its change from the day before',
      sortable: true,
      cell: (site) =>
        site.lcp_p75 === null || isNarrow ? (
          <Stacked below={lcpChangeInShort(site)}>{lcp.of(site)}</Stacked>
        ) : (
          <Sparkline
            values={site.lcp_hours}
            value={site.lcp_p75}
            what="Largest contentful paint of the home page, 75th percentile"
            format={formatLcp}
            below={lcpChangeInShort(site)}
          />
        ),
    },
    {
      id: 'requests',
      header: requests.name,
      hint: 'Of visitors in the last 24 hours, and the share that came from the cache',
      align: 'end',
      sortable: true,
      cell: (site) => (
        <Stacked below={site.offload === null ? undefined : `${percent(site.offload)} cached`}>
          {requests.of(site)}
        </Stacked>
      ),
    },
    ...(!isWide
      ? []
      : [
          {
            id: 'state',
            header: 'Optimizer',
            cell: (site: FleetSite) => (
              <Stacked below={dnsInWords(site)}>
                <SiteState state={site.state} />
              </Stacked>
            ),
          },
        ]),
  ]
}
