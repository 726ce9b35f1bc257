import { memo, type CSSProperties } from 'react'
import type { TimeTick } from '../format/ticks.ts'
import { stretchesOf, type Value } from './gaps.ts'
import { Grid } from './Grid.tsx'
import { lineStyle } from './line-style.ts'
import { xOf, yOf, type Scale } from './point-layer.ts'
import classes from './PointChart.module.css'

export interface BandValue {
  /** The middle of the bucket, UNIX ms. */
  readonly at: number
  /** How many samples there are. */
  readonly count: number
  readonly p50: number | null
  readonly p95: number | null
}

/** One of the lines of a chart that is split. */
export interface ChartPart {
  readonly key: string
  readonly label: string
  readonly values: readonly BandValue[]
}

interface Props {
  band: readonly BandValue[]
  /** Drawn instead of the band. */
  parts: readonly ChartPart[] | undefined
  scale: Scale
  ticks: readonly number[]
  times: readonly TimeTick[]
}

/**
 * Draws the grid, the time axis, p50 as a line and p50 to p95 as a band, with gaps where no sample has a value. Of parts,
 * it draws p50 only.
 */
export const PercentileBand = memo(function PercentileBand({ band, parts, scale, ticks, times }: Props) {
  const { width, height } = scale
  return (
    <svg className={classes.band} width={width} height={height} aria-hidden="true" focusable="false">
      <Grid scale={scale} ticks={ticks} times={times} />
      {parts?.map(({ key, values }, i) => {
        const { variable, dashes } = lineStyle({}, i)
        const style = { stroke: `var(${variable})`, strokeDasharray: dashes }
        return stretchesOf(values, medianOf).map((stretch) => (
          <Median key={`${key} ${stretch[0]?.at}`} style={style} stretch={stretch} scale={scale} />
        ))
      }) ??
        stretchesOf(band, medianOf).map((stretch) => (
          <g key={stretch[0]?.at}>
            <path className={classes.area} d={areaOf(stretch, scale)} />
            <Median stretch={stretch} scale={scale} />
          </g>
        ))}
    </svg>
  )
})

/** Half the width of the dot of a lone value, and of its band, in pixels. */
const dotRadius = 2

const medianOf = ({ count, p50 }: BandValue): Value => p50 ?? (count > 0 ? null : undefined)

type Places = readonly (readonly [x: number, y: number])[]

interface MedianProps {
  stretch: readonly BandValue[]
  scale: Scale
  style?: CSSProperties
}

/** An unbroken part of the line of medians; a lone one is a dot. */
function Median({ stretch, scale, style }: MedianProps) {
  const places: Places = stretch.map(({ at, p50 }) => [xOf(at, scale), yOf(p50 ?? 0, scale)])
  const [first] = places
  if (places.length > 1 || !first) return <path className={classes.line} style={style} d={pathOf(places)} />
  return <circle className={classes.lone} style={{ fill: style?.stroke }} cx={first[0]} cy={first[1]} r={dotRadius} />
}

function areaOf(stretch: readonly BandValue[], scale: Scale): string {
  const half = stretch.length === 1 ? dotRadius : 0
  const edge = (valueOf: (value: BandValue) => number | null): Places =>
    stretch.flatMap((value): Places => {
      const [x, y] = [xOf(value.at, scale), yOf(valueOf(value) ?? 0, scale)]
      return half === 0
        ? [[x, y]]
        : [
            [x - half, y],
            [x + half, y],
          ]
    })
  const upper = edge(({ p50, p95 }) => p95 ?? p50)
  const lower = edge(({ p50 }) => p50)
  return `${pathOf([...upper, ...lower.toReversed()])}Z`
}

function pathOf(points: Places): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}
