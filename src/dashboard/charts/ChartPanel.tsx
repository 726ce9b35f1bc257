import { Button } from '@mantine/core'
import { lazy, Suspense, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { DataTable } from '../components/DataTable.tsx'
import { Measured } from '../components/Measured.tsx'
import { Panel } from '../components/Panel.tsx'
import { Time } from '../components/Time.tsx'
import classes from './ChartPanel.module.css'
import { Legend } from './Legend.tsx'
import type { TimeChartProps } from './TimeChart.tsx'

const TimeChart = lazy(() => import('./TimeChart.tsx'))

interface Props extends TimeChartProps {
  title: string
  /** Names the choice between chart and table in the address. */
  name: string
  actions?: ReactNode
}

/** A chart with its legend in the heading, and the same values as a table. */
export function ChartPanel({ title, name, actions, ...chart }: Props) {
  const [params, setParams] = useSearchParams()
  const tables = params.getAll('table')
  const asTable = tables.includes(name)
  const toggle = () =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (asTable) next.delete('table', name)
        else next.append('table', name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Panel
      title={title}
      aside={<Legend series={chart.series} />}
      actions={
        <>
          {actions}
          <Button variant="subtle" onClick={toggle}>
            {asTable ? 'Chart' : 'Table'}
          </Button>
        </>
      }
    >
      {asTable ? (
        <ValueTable {...chart} />
      ) : (
        <Suspense fallback={<ChartPlace />}>
          <TimeChart {...chart} />
        </Suspense>
      )}
    </Panel>
  )
}

/** Keeps the chart's room, so that nothing jumps when it comes. */
export function ChartPlace() {
  return (
    <div className={classes.place} role="status">
      Loading the chart…
    </div>
  )
}

function ValueTable({ label, series, points, format }: TimeChartProps) {
  const measured = points.filter((point) => series.some(({ key }) => typeof point[key] === 'number'))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <DataTable
        label={`${label}, as a table`}
        rows={measured.toReversed()}
        rowKey={(point) => String(point.at)}
        columns={[
          { id: 'at', header: 'Time', cell: (point) => <Time at={point.at} />, grows: true },
          ...series.map((one) => ({
            id: one.key,
            header: one.label,
            align: 'end' as const,
            cell: (point: (typeof points)[number]) => <Measured value={point[one.key]} format={format} />,
          })),
        ]}
      />
    </div>
  )
}
