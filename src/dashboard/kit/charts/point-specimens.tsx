import { useState } from 'react'
import type { BandValue, ChartPart } from './PercentileBand.tsx'
import { Histogram, type Bar } from './Histogram.tsx'
import type { Points } from './point-layer.ts'
import { PointChart, type PointChartProps } from './PointChart.tsx'
import { AvailabilityStrip, type Availability } from './AvailabilityStrip.tsx'
import { Spark } from './Spark.tsx'
import { Sparkline } from './Sparkline.tsx'
import { duration } from '../format/format.ts'
import { durationTick } from '../format/ticks.ts'
import { toast } from '../feedback/toast.ts'
import { hour, minute, now, wave } from '../specimens/sample-data.ts'
import type { Specimens } from '../specimens/specimen.tsx'
import classes from '../specimens/specimens.module.css'

const from = now - 24 * hour

const hours = Array.from({ length: 24 }, (_, i): Availability => (i > 18 ? 'down' : i === 18 ? 'partly down' : 'up'))
const days = Array.from({ length: 90 }, (_, i): Availability =>
  i < 4 ? undefined : i === 49 ? 'down' : i % 41 === 40 ? 'slow' : 'up',
)
const half = 30 * minute

const points: Points = {
  ids: Array.from({ length: 48 }, (_, i) => `sample-${i}`),
  at: Array.from({ length: 48 }, (_, i) => from + (i + 0.5) * half),
  value: Array.from({ length: 48 }, (_, i) => wave(i) + (i % 11 === 3 ? 600 : 0)),
  type: Array.from({ length: 48 }, (_, i) => (i % 11 === 3 ? 1 + (i % 3) : 0)),
}
const band: readonly BandValue[] = Array.from({ length: 24 }, (_, i) => {
  // a lone value between two outages
  const isGap = i > 12 && i < 18 && i !== 15
  return {
    at: from + (i + 0.5) * hour,
    count: 2,
    p50: isGap ? null : wave(2 * i, { base: 600 }),
    p95: isGap ? null : wave(2 * i, { base: 600 }) + 260,
  }
})
const locations: readonly ChartPart[] = ['Frankfurt', 'Virginia'].map((label, i) => ({
  key: label,
  label,
  values: band.map(({ at, count, p50, p95 }) => ({ at, count, p50: p50 === null ? null : p50 + 220 * i, p95 })),
}))
const nameOf = (point: number) => locations[point % 2]?.label ?? ''
const none: Points = { ids: [], at: [], value: [], type: [] }
const onePoint: Points = { ids: ['sample-0'], at: [from + 9 * hour], value: [740], type: [2] }

type ChartProps = Pick<PointChartProps, 'label' | 'band' | 'points'> & Partial<PointChartProps>

function Explorer(props: ChartProps) {
  const [range, setRange] = useState({ from, to: now })
  const [selected, setSelected] = useState<number>()
  return (
    <PointChart
      {...range}
      format={duration}
      formatTick={durationTick}
      onRange={(start, end) => setRange({ from: start, to: end })}
      onOpen={(point) => {
        setSelected(point)
        toast(`Opened the sample of ${duration(props.points.value[point] ?? 0)}.`)
      }}
      selected={selected}
      {...props}
    />
  )
}

const bars: readonly Bar[] = [12, 48, 131, 96, 40, 18, 6, 9].map((count, i) => ({
  from: i * 250,
  to: i === 7 ? Number.POSITIVE_INFINITY : (i + 1) * 250,
  count,
}))

export const specimens: Specimens = {
  PointChart: {
    purpose: 'Draws every sample as a point over the median and the 95th percentile.',
    cases: [
      {
        state: 'Default',
        note: 'Drag to zoom, Shift-drag to move; arrow keys go from sample to sample, Enter opens one',
        example: <Explorer label="Samples over a day" band={band} points={points} />,
      },
      {
        state: 'Selected',
        example: <Explorer label="Samples, one open" band={band} points={points} selected={14} />,
      },
      {
        state: 'Split',
        note: 'The median of each part; the tip of a point names its part',
        example: (
          <Explorer
            label="Samples by location"
            band={band}
            parts={locations}
            points={points}
            namesOf={(point) => [{ name: nameOf(point), part: nameOf(point) }]}
          />
        ),
      },
      { state: 'One point', example: <Explorer label="One sample" band={[]} points={onePoint} /> },
      { state: 'No data', example: <Explorer label="No samples" band={[]} points={none} /> },
    ],
  },
  Histogram: {
    purpose: 'Shows how often each range of values was measured.',
    cases: [
      { state: 'Default', example: <Histogram label="Distribution" bars={bars} formatTick={durationTick} /> },
      { state: 'No data', example: <Histogram label="No values" bars={[]} formatTick={durationTick} /> },
    ],
  },
  AvailabilityStrip: {
    purpose: 'Shows for each hour or day whether something was up, and is read without colour.',
    cases: [
      { state: 'Hours, in a table', example: <AvailabilityStrip times={hours} unit="hour" of="a row" /> },
      { state: 'Days, in a verdict', example: <AvailabilityStrip times={days} unit="day" of="a verdict" isVerdict /> },
      {
        state: 'Not measured',
        example: <AvailabilityStrip times={hours.map(() => undefined)} unit="hour" of="none" />,
      },
    ],
  },
  Spark: {
    purpose: 'Draws a small line without axes, as large as its place.',
    cases: [
      {
        state: 'Steady, with a limit',
        example: (
          <div className={classes.spark}>
            <Spark values={points.value.slice(12, 36)} label="Largest contentful paint" limit={1200} />
          </div>
        ),
      },
      {
        state: 'Over the limit',
        example: (
          <div className={classes.spark}>
            <Spark values={[310, 330, 320, 340, 520, 530, 540]} label="First byte" limit={400} tone="warning" />
          </div>
        ),
      },
      {
        state: 'Gaps and a lone value',
        example: (
          <div className={classes.spark}>
            <Spark values={[310, 330, null, 340, null, 330, 320]} label="First byte, with gaps" />
          </div>
        ),
      },
    ],
  },
  Sparkline: {
    purpose: 'Shows how a value has changed lately and what it is now.',
    cases: [
      {
        state: 'Default',
        example: <Sparkline values={points.value.slice(0, 30)} what="Largest contentful paint" format={duration} />,
      },
      {
        state: 'Gaps',
        example: (
          <Sparkline
            values={points.value.slice(0, 30).map((value, i) => (i > 9 && i < 15 ? null : value))}
            what="First byte"
            format={duration}
          />
        ),
      },
      { state: 'One point', example: <Sparkline values={[412]} what="First byte, once" format={duration} /> },
      {
        state: 'Over the limit',
        example: <Sparkline values={[310, 330, 412]} what="First byte" format={duration} limit={400} />,
      },
      { state: 'Not measured', example: <Sparkline values={[null, null]} what="Score" format={duration} /> },
    ],
  },
}
