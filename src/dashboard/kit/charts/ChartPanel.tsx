import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { lazy, Suspense, useRef, useState, type ReactNode, type RefObject } from 'react'
import { lazyWithRetry } from '../navigation/lazy-with-retry.ts'
import { severities } from '../../../contract/severity.ts'
import { DataTable } from '../tables/DataTable.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { MoreIcon, TableIcon } from '../marks/icons.tsx'
import { Verdict } from '../marks/Mark.tsx'
import { Measured } from '../values/Measured.tsx'
import { Paging } from '../tables/Paging.tsx'
import { Panel } from '../layout/Panel.tsx'
import { Time } from '../values/Time.tsx'
import { useIsNear } from '../layout/LazyOnScroll.tsx'
import { useAsTable } from './as-table.ts'
import type { Subject } from './caption.ts'
import type { LegendEntry } from './chart-image.ts'
import { ChartMenu } from './ChartMenu.tsx'
import classes from './ChartPanel.module.css'
import { failureKinds, failureLabel, FailureWords } from './FailureMarks.tsx'
import { isMeasured } from './gaps.ts'
import { Legend } from './Legend.tsx'
import { overKinds, overLabels, overLimit } from './limit-line.ts'
import { lineStyle } from './line-style.ts'
import { heightOfLanes } from './plot-frame.ts'
import { TableButton } from './TableButton.tsx'
import type { TimeChartProps } from './TimeChart.tsx'
import { valueAxis } from './value-axis.ts'

const TimeChart = lazy(lazyWithRetry(() => import('./TimeChart.tsx')))

interface Props extends TimeChartProps {
  title: string
  /** Identifies the chart in the address, which records whether it's shown as a table. */
  name: string
  /** The bucket width, or what else the values are of: `per 5 min`. */
  per?: ReactNode
  actions?: ReactNode
  /** The file and the caption of its PNG. */
  image: Subject & { readonly fileName: string }
  /** Shown below the chart. */
  below?: ReactNode
}

/** A chart with its legend in the heading; its values can be shown as a table instead. */
export function ChartPanel({ title, name, per, actions, image, below, ...chart }: Props) {
  const [asTable, toggle] = useAsTable(name)
  const drawn = useRef<HTMLDivElement>(null)
  return (
    <Panel
      title={title}
      aside={
        <div className={classes.aside}>
          {per}
          {chart.shares && <AxisStart {...chart} />}
          <Legend
            series={chart.lanes ? [] : chart.series}
            highlight={chart.highlight}
            failures={chart.failures}
            over={overKinds(chart)}
          />
        </div>
      }
      actions={
        <>
          {actions}
          <span className={classes.forms}>
            <TableButton title={title} asTable={asTable} onClick={toggle} />
            <ChartMenu
              title={title}
              fileName={image.fileName}
              image={
                asTable
                  ? undefined
                  : { ...image, from: chart.from, to: chart.to, legend: legendOf(chart), chart: drawn }
              }
              values={chart}
            />
          </span>
        </>
      }
    >
      {asTable ? <ValueTable title={title} {...chart} /> : <Drawing {...chart} place={drawn} />}
      {below}
    </Panel>
  )
}

/** What a picture of the chart has as its legend. */
function legendOf(chart: TimeChartProps): LegendEntry[] {
  const { series, highlight, failures, lanes } = chart
  return [
    ...(lanes ? [] : series.map((one, i) => ({ label: one.label, ...lineStyle(one, i) }))),
    ...(highlight ? [{ label: highlight.label, variable: `--sp-${highlight.tone ?? 'warning'}`, shade: true }] : []),
    ...overKinds(chart).map((kind) => ({
      label: overLabels[kind],
      variable: `--sp-${kind}`,
      mark: kind === 'error' ? (2 as const) : (1 as const),
    })),
    ...failureKinds(failures).map((mark) => ({
      label: failureLabel(mark),
      variable: `--sp-${severities[mark]}`,
      mark,
    })),
  ]
}

function Drawing({ place, ...chart }: TimeChartProps & { place: RefObject<HTMLDivElement | null> }) {
  const isNear = useIsNear(place)
  const empty = <ChartPlace lanes={chart.lanes && chart.series.length} />
  return (
    <div ref={place}>
      {isNear ? (
        <Suspense fallback={empty}>
          <TimeChart {...chart} />
        </Suspense>
      ) : (
        empty
      )}
    </div>
  )
}

/** Says where an axis starts that doesn't start at 0. */
function AxisStart(chart: TimeChartProps) {
  const [first = 0] = valueAxis(chart)
  return first === 0 ? null : <span>axis starts at {chart.formatTick(first)}</span>
}

interface LoadingChartProps extends Pick<Props, 'title' | 'actions'> {
  /** As far as they are known. */
  series?: TimeChartProps['series']
  /** How many lanes it has, if it has lanes. */
  lanes?: number | undefined
  /** Whether the bucket width is shown next to them. */
  hasPer?: boolean
  /** Takes its place below the chart, and can be used only with it. */
  below?: ReactNode
}

/** A chart whose values are being read. It takes the space of the chart with its legend and its buttons. */
export function LoadingChart({ title, actions, series = [], lanes, hasPer = false, below }: LoadingChartProps) {
  return (
    <Panel
      title={title}
      aside={
        series.length > 0 && (
          <div className={classes.aside}>
            {hasPer && <span className={classes.later}>per hour</span>}
            <Legend series={series} />
          </div>
        )
      }
      actions={
        <>
          {actions}
          <span className={classes.forms}>
            {[<TableIcon key="table" />, <MoreIcon key="more" />].map((icon) => (
              <span key={icon.key} className={classes.later}>
                <IconButton label="Later">{icon}</IconButton>
              </span>
            ))}
          </span>
        </>
      }
    >
      <ChartPlace lanes={lanes} />
      {below && <div className={classes.later}>{below}</div>}
    </Panel>
  )
}

/** Reserves the chart's space, so that nothing moves when it appears. */
export function ChartPlace({ lanes }: { lanes?: number | undefined }) {
  return (
    <div className={classes.place} style={lanes ? { height: heightOfLanes(lanes) } : undefined} role="status">
      <VisuallyHidden>Loading chart…</VisuallyHidden>
    </div>
  )
}

/** More rows at once are slow to draw. */
const rowsAtFirst = 50

function ValueTable({
  title,
  label,
  series,
  points,
  format,
  limit,
  failures = [],
}: TimeChartProps & { title: string }) {
  const [{ page, per_page: perPage }, setPlace] = useState({ page: 1, per_page: rowsAtFirst })
  const measured = points.filter((point) => isMeasured(point, series)).toReversed()
  const failureAt = new Map(failures.map((failure) => [failure.at, failure]))
  // a new range may have fewer pages
  const first = Math.min(page - 1, Math.floor(Math.max(0, measured.length - 1) / perPage)) * perPage
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
        <DataTable
          label={`${label}, as a table`}
          rows={measured.slice(first, first + perPage)}
          rowKey={(point) => String(point.at)}
          columns={[
            { id: 'at', header: 'Time', cell: (point) => <Time at={point.at} />, grows: true },
            ...series.map((one) => ({
              id: one.key,
              header: one.label,
              align: 'end' as const,
              cell: (point: (typeof points)[number]) => {
                const value = point[one.key]
                const shown = <Measured value={value} format={format} why={value === null ? 'no value' : undefined} />
                const severity = typeof value === 'number' ? overLimit(value, limit) : undefined
                if (!severity) return shown
                return (
                  <Verdict severity={severity}>
                    {shown}
                    <VisuallyHidden>, over the limit</VisuallyHidden>
                  </Verdict>
                )
              },
            })),
            ...(failures.length > 0
              ? [
                  {
                    id: 'failed',
                    header: 'Failed',
                    cell: ({ at }: (typeof points)[number]) => {
                      const failure = failureAt.get(at)
                      return failure && <FailureWords {...failure} />
                    },
                  },
                ]
              : []),
          ]}
        />
      </div>
      {measured.length > rowsAtFirst && (
        <Paging
          page={first / perPage + 1}
          perPage={perPage}
          total={measured.length}
          what={`rows of ${title.toLowerCase()}`}
          onChange={(change) => setPlace((now) => ({ ...now, ...change }))}
        />
      )}
    </>
  )
}
