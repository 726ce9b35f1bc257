import type { ReactNode } from 'react'
import type { ReadOf, readFigures, SiteFigures } from '../../../contract/index.ts'
import { AvailabilityCell } from './AvailabilityCell.tsx'
import { Sparkline } from '../../kit/charts/Sparkline.tsx'
import { reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { count, duration, percent } from '../../kit/format/format.ts'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import type { Column } from '../../kit/tables/DataTable.tsx'
import { LoadingValue } from '../../kit/values/LoadingValue.tsx'
import { EmptyCell, Measured } from '../../kit/values/Measured.tsx'
import { lcpChangeInShort } from './figure-words.ts'
import { measuredFor } from './measured-since.ts'
import type { ListedSite } from './reads.ts'
import classes from './figure-columns.module.css'
import { ShareBar } from './ShareBar.tsx'

interface Read {
  readonly data: ReadOf<typeof readFigures.user> | null | undefined
  readonly error: Error | null
}

/** How many columns there is room for. */
interface Room {
  readonly isNarrow: boolean
  readonly isPhone: boolean
  readonly isWide: boolean
}

const notMeasured = 'not measured in the last 30 days'
const notCounted = 'no requests counted in the last 30 days'

/** A line of fewer days says nothing. */
const fewestDays = 7
const daysOf = ({ lcp_days }: SiteFigures) => lcp_days.filter((value) => value !== null).length

/** The change from the period before or, if there is nothing from then, for how long there is something if that's not said yet. */
function belowLcp(figures: SiteFigures): ReactNode {
  const span = measuredFor(figures.lcp_days, 'day')
  const isSaid = span === measuredFor(figures.availability_days, 'day')
  return lcpChangeInShort(figures) ?? (figures.lcp_p75 !== null && !isSaid && span)
}

/** What sites achieved in the last 30 days. */
export function figureColumns(
  { data, error }: Read,
  { isNarrow, isPhone, isWide }: Room,
): readonly Column<ListedSite>[] {
  const bySite = new Map(data?.sites.map((figures) => [figures.id, figures]))
  const cell = (shown: (figures: SiteFigures, site: ListedSite) => ReactNode) => (site: ListedSite) => {
    const figures = bySite.get(site.id)
    if (figures) return shown(figures, site)
    if (error) return <EmptyCell why={reasonOf(error)} />
    return data === undefined ? <LoadingValue /> : <EmptyCell why="not measured yet" />
  }
  return [
    {
      id: 'availability',
      header: isNarrow ? 'Availability' : 'Availability, 30\u00a0d',
      hint: 'Share of the time in the last 30 days in which the home page answered without HTTP 5xx at every location. A bar for each day: orange if it was slow, red if it was down',
      phone: 'foot',
      cell: cell((figures, { host }) => {
        const availability = (
          <AvailabilityCell
            share={figures.availability}
            states={figures.availability_days}
            unit="day"
            of={host}
            why={notMeasured}
            shown={isNarrow && !isPhone ? 'share' : 'both'}
          />
        )
        // on a phone, both figures stand in one line
        return isPhone && figures.lcp_p75 !== null ? (
          <span className={classes.figures}>
            {availability}
            <span>
              <span className={classes.name}>LCP</span> {duration(figures.lcp_p75)}
            </span>
          </span>
        ) : (
          availability
        )
      }),
    },
    {
      id: 'lcp',
      header: isWide ? 'LCP, 75th percentile' : 'LCP',
      hint: '75th percentile of the home page in the last 30 days: the median of its days, and its change from the 30 days before',
      cell: cell((figures) =>
        figures.lcp_p75 === null || isNarrow || daysOf(figures) < fewestDays ? (
          <Stacked below={belowLcp(figures)}>
            <Measured value={figures.lcp_p75} format={duration} why={notMeasured} />
          </Stacked>
        ) : (
          <Sparkline
            values={figures.lcp_days}
            value={figures.lcp_p75}
            what="Largest contentful paint of the home page, 75th percentile"
            format={duration}
            below={belowLcp(figures)}
          />
        ),
      ),
    },
    {
      id: 'requests',
      header: 'Requests',
      hint: isWide
        ? 'Of visitors in the last 30 days'
        : 'Of visitors in the last 30 days, and the share that came from the cache',
      align: 'end',
      cell: cell(({ requests, offload }) => (
        <Stacked below={isWide || offload === null ? undefined : `${percent(Math.max(0, offload))} cached`}>
          <Measured value={requests} format={count} why={notCounted} />
        </Stacked>
      )),
    },
    ...(isWide
      ? [
          {
            id: 'cached',
            header: 'From cache',
            hint: 'Share of these requests that the server was spared, whatever the site’s state is now',
            cell: cell(({ offload }) =>
              offload === null ? <EmptyCell why={notCounted} /> : <ShareBar share={Math.max(0, offload)} />,
            ),
          },
        ]
      : []),
    {
      id: 'saved',
      header: 'Saved',
      hint: 'Requests that the server was spared in this month, from its first day or from when the site was added',
      align: 'end',
      cell: cell(({ saved_requests }) => (
        <Measured value={saved_requests} format={count} why="no requests counted this month" />
      )),
    },
  ]
}
