import { Curve } from 'recharts'
import { isMeasured, stretchesOf, type Point } from './gaps.ts'
import { overLimit } from './limit-line.ts'
import { areaFill, barShare, lineStyle } from './line-style.ts'
import { xOf, yOf, type Scale } from './point-layer.ts'
import type { TimeChartProps } from './TimeChart.tsx'
import classes from './TimeChart.module.css'

/** Below this number, each point gets a dot. */
const fewPoints = 40
const dotRadius = 2
/** The marks of warning and error around a point, as in lists. */
const overMarks = { warning: 'm0 -4l4 7h-8z', error: 'm0 -5l5 5l-5 5l-5 -5z' } as const

export interface DrawnProps extends Pick<TimeChartProps, 'series' | 'bars' | 'limit'> {
  /** With the times at which they are drawn. */
  points: readonly Point[]
  scale: Scale
}

/**
 * Each series as a line, an area or bars, with a dot for a lone value and for each of few points, and the mark of its
 * severity for each value over the limit.
 */
export function Lines({ series, points, scale, bars, limit }: DrawnProps) {
  const isSparse = points.filter((point) => isMeasured(point, series)).length < fewPoints
  const bottom = yOf(Math.max(0, scale.min ?? 0), scale)
  const barWidth = barShare * scale.width * ((bars ?? 0) / (scale.to - scale.from))
  return series.map((one, i) => {
    const { variable, dashes } = lineStyle(one, i)
    const colour = `var(${variable})`
    const stretches = stretchesOf(points, (point) => point[one.key]).map((stretch) =>
      stretch.map((point) => {
        const value = Number(point[one.key])
        return { x: xOf(point.at, scale), y: yOf(value, scale), value }
      }),
    )
    if (one.filled && bars) {
      return stretches
        .flat()
        .map(({ x, y }) => (
          <rect
            key={x}
            className={classes.bar}
            style={{ fill: colour, stroke: colour, strokeDasharray: dashes }}
            x={x - barWidth / 2}
            y={y}
            width={barWidth}
            height={Math.max(0, bottom - y)}
          />
        ))
    }
    return stretches.map((places) => {
      const hasDots = places.length === 1 || (isSparse && !one.previousPeriod)
      return (
        <g key={`${one.key} ${places[0]?.x}`}>
          {one.filled && (
            <Curve className={classes.area ?? ''} style={{ fill: areaFill(i) }} points={places} baseLine={bottom} />
          )}
          <Curve className={classes.series ?? ''} style={{ stroke: colour, strokeDasharray: dashes }} points={places} />
          {places.map(({ x, y, value }) => {
            const severity = one.previousPeriod ? undefined : overLimit(value, limit)
            if (severity)
              return (
                <path key={x} className={classes.over} data-over={severity} d={`M${x} ${y}${overMarks[severity]}`} />
              )
            return hasDots && <circle key={x} style={{ fill: colour }} cx={x} cy={y} r={dotRadius} />
          })}
        </g>
      )
    })
  })
}
