import { memo } from 'react'
import type { TimeTick } from '../format/ticks.ts'
import { maxStep } from './gaps.ts'
import { Grid } from './Grid.tsx'
import { lineStyle } from './line-style.ts'
import { xOf, yOf, type Scale } from './point-layer.ts'
import classes from './PointChart.module.css'

export interface BandValue {
  /** The middle of the bucket, UNIX ms. */
  readonly at: number
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
 * Draws the grid, the time axis, p50 as a line and p50 to p95 as a band, with gaps where there are no samples. Of parts, it
 * draws p50 only.
 */
export const Band = memo(function Band({ band, parts, scale, ticks, times }: Props) {
  const { width, height } = scale
  return (
    <svg className={classes.band} width={width} height={height} aria-hidden="true" focusable="false">
      <Grid scale={scale} ticks={ticks} times={times} />
      {parts?.map(({ key, values }, i) => {
        const { variable, dashes } = lineStyle({}, i)
        const style = { stroke: `var(${variable})`, strokeDasharray: dashes }
        return stretchesOf(values).map((stretch) => (
          <path key={`${key} ${stretch[0]?.at}`} className={classes.line} style={style} d={lineOf(stretch, scale)} />
        ))
      }) ??
        stretchesOf(band).map((stretch) => (
          <g key={stretch[0]?.at}>
            <path className={classes.area} d={areaOf(stretch, scale)} />
            <path className={classes.line} d={lineOf(stretch, scale)} />
          </g>
        ))}
    </svg>
  )
})

interface Filled {
  readonly at: number
  readonly p50: number
  readonly p95: number
}

function stretchesOf(band: readonly BandValue[]): readonly Filled[][] {
  const filled = band.flatMap(({ at, p50, p95 }): Filled[] => (p50 === null ? [] : [{ at, p50, p95: p95 ?? p50 }]))
  const longest = maxStep(filled)
  const stretches: Filled[][] = []
  for (const one of filled) {
    const last = stretches.at(-1)
    const before = last?.at(-1)
    if (last && before && one.at - before.at <= longest) last.push(one)
    else stretches.push([one])
  }
  return stretches
}

function lineOf(stretch: readonly Filled[], scale: Scale): string {
  return pathOf(stretch.map(({ at, p50 }) => [xOf(at, scale), yOf(p50, scale)]))
}

function areaOf(stretch: readonly Filled[], scale: Scale): string {
  const upper = stretch.map(({ at, p95 }): [number, number] => [xOf(at, scale), yOf(p95, scale)])
  const lower = stretch.map(({ at, p50 }): [number, number] => [xOf(at, scale), yOf(p50, scale)])
  return `${pathOf([...upper, ...lower.toReversed()])}Z`
}

function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}
