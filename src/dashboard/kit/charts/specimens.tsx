import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { ChartPanel, ChartPlace } from './ChartPanel.tsx'
import type { Failure } from './FailureMarks.tsx'
import type { Point } from './gaps.ts'
import { EventStrip } from './EventStrip.tsx'
import { Legend } from './Legend.tsx'
import type { Series, TimeChartProps } from './TimeChart.tsx'
import { duration } from '../format/format.ts'
import { durationTick } from '../format/ticks.ts'
import type { ChartEvents } from './EventStrip.tsx'
import { lazyWithRetry } from '../navigation/lazy-with-retry.ts'
import { toast } from '../feedback/toast.ts'
import { hour, now, wave } from '../specimens/sample-data.ts'
import type { Specimens } from '../specimens/specimen.tsx'
import classes from '../specimens/specimens.module.css'

const TimeChart = lazy(lazyWithRetry(() => import('./TimeChart.tsx')))

const from = now - 48 * hour

const firstByte: Series = { key: 'first_byte', label: 'First byte', filled: true }
const lcp: Series = { key: 'lcp', label: 'Largest contentful paint' }
const before: Series = { key: 'before', label: 'First byte, a week earlier', previousPeriod: true }

const points: readonly Point[] = Array.from({ length: 48 }, (_, i) => ({
  at: from + i * hour,
  first_byte: wave(i, { base: 420, height: 110 }),
  lcp: wave(i + 3, { base: 1100 }),
  before: wave(i + 1, { base: 520, height: 110 }),
}))
const isOut = (i: number) => i > 18 && i < 27 && i !== 22
const withGap = points.map((point, i) => (isOut(i) ? { ...point, first_byte: null, lcp: null } : point))
const failures = points.flatMap(({ at }, i): Failure[] => (isOut(i) ? [{ at, failed: 2, of: 2, severity: 3 }] : []))

const places: readonly Series[] = ['Frankfurt', 'Tokyo'].map((label) => ({ key: label, label }))
const failed = points.map(({ at }, i) => ({ at, Frankfurt: isOut(i) ? 2 : 0, Tokyo: i === 22 ? 1 : 0 }))

const shared = { from, to: now, format: duration, formatTick: durationTick }

function Chart(
  props: Pick<TimeChartProps, 'label' | 'series' | 'points' | 'onZoom' | 'limit' | 'failures' | 'highlight' | 'lanes'>,
) {
  return (
    <div className={classes.card}>
      <Suspense fallback={<ChartPlace />}>
        <TimeChart {...shared} {...props} />
      </Suspense>
    </div>
  )
}

const range = { min: 1, max: 60_000 }

function Movable() {
  const [value, setValue] = useState(480)
  const limit = { value, range, label: 'Limit for first byte', onChange: setValue }
  return <Chart label="First byte with a limit" series={[firstByte]} points={points} limit={limit} />
}

const image = { subject: 'www.example.com', unit: 'ms', fileName: 'gallery' }

function Titled(props: Pick<ComponentProps<typeof ChartPanel>, 'title' | 'name' | 'per' | 'series'>) {
  return <ChartPanel {...shared} {...props} label={props.title} points={points} image={image} />
}

const six = Array.from({ length: 6 }, (_, i): Series => ({ key: `series-${i}`, label: `Series ${i + 1}` }))

const changes: ChartEvents['events'] = [
  { at: from + 6 * hour, words: 'Purged /sale (Account holder)' },
  ...[19, 19.1, 19.2].map((i) => ({ at: from + i * hour, words: 'Cache flushed (Account holder)' })),
  { at: from + 30 * hour, words: 'DNS points to the service: preview → active (DNS)' },
]

function Strip(props: ChartEvents) {
  return (
    <div className={classes.axis}>
      <EventStrip {...props} of="First byte" from={from} to={now} />
    </div>
  )
}

export const specimens: Specimens = {
  TimeChart: {
    purpose: 'Draws one or several series over a time window.',
    cases: [
      { state: 'Default', example: <Chart label="First byte and LCP" series={[firstByte, lcp]} points={points} /> },
      {
        state: 'Previous period',
        example: <Chart label="First byte with the previous period" series={[firstByte, before]} points={points} />,
      },
      {
        state: 'Gaps',
        note: 'Samples that failed break the lines, and are marked at their time',
        example: (
          <Chart
            label="First byte with a gap"
            series={[firstByte, lcp]}
            points={withGap}
            failures={[...failures, { at: from + 40 * hour, failed: 1, of: 4, severity: 2 }]}
          />
        ),
      },
      {
        state: 'Shaded',
        note: 'An incident, with its words beside it',
        example: (
          <Chart
            label="First byte and LCP during an incident"
            series={[firstByte, lcp]}
            points={points}
            highlight={{ from: from + 18 * hour, to: from + 27 * hour, label: 'Slow for 9 h' }}
          />
        ),
      },
      {
        state: 'Zoomable',
        note: 'Drag across the chart',
        example: (
          <Chart
            label="First byte, zoomable"
            series={[firstByte]}
            points={points}
            onZoom={(start, end) => toast(`Zoomed to ${duration(end - start)}.`)}
          />
        ),
      },
      {
        state: 'One point',
        example: <Chart label="One measurement" series={[firstByte]} points={points.slice(20, 21)} />,
      },
      { state: 'No data', example: <Chart label="No measurements" series={[firstByte]} points={[]} /> },
      {
        state: 'Lanes',
        note: 'How many samples failed, without an axis of values',
        example: (
          <Chart
            label="Failed samples by location"
            series={places}
            points={failed}
            lanes={{ width: hour, tone: 'critical' }}
            highlight={{ from: from + 18 * hour, to: from + 27 * hour, label: 'Down for 9 h', tone: 'critical' }}
          />
        ),
      },
      { state: 'Loading', example: <ChartPlace /> },
    ],
  },
  LimitLine: {
    purpose: 'Draws a limit across a chart, and marks what is above it.',
    cases: [
      { state: 'Movable', note: 'Drag the line, or use the arrow keys', example: <Movable /> },
      {
        state: 'Fixed',
        example: (
          <Chart
            label="First byte with a fixed limit"
            series={[firstByte]}
            points={points}
            limit={{ value: 900, range, label: 'Limit for first byte, fixed' }}
          />
        ),
      },
    ],
  },
  ChartPanel: {
    purpose: 'Frames a chart with its legend, and shows the same values as a table.',
    cases: [
      {
        state: 'Default',
        note: 'Press Table to see the values',
        example: <Titled title="Response time" name="gallery" per="per hour" series={[firstByte, lcp]} />,
      },
      {
        state: 'Previous period',
        example: <Titled title="Response time, compared" name="compared" series={[firstByte, before]} />,
      },
    ],
  },
  EventStrip: {
    purpose: 'Marks on a chart’s time axis what changed meanwhile, and joins what is close to each other.',
    cases: [
      { state: 'Default', example: <Strip events={changes} pathOf={() => '.'} /> },
      {
        state: 'Without a list to open',
        example: <Strip events={changes.slice(0, 1)} note="The marks are from this browser." />,
      },
      { state: 'Nothing changed', example: <Strip events={[]} /> },
    ],
  },
  Legend: {
    purpose: 'Names each series beside a sample of its line.',
    cases: [
      { state: 'All series', example: <Legend series={six} /> },
      { state: 'Previous period', example: <Legend series={[firstByte, before]} /> },
    ],
  },
}
