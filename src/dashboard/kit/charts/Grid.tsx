import type { TimeTick } from '../format/ticks.ts'
import classes from './Grid.module.css'
import { xOf, yOf, type Scale } from './point-layer.ts'

/** Of the labels of the time axis below the plot, in pixels. */
const baseline = 18
/** A label that would reach beyond the drawing's right edge is left out, in pixels from the plot's. */
const labelRoom = 16

interface Props {
  scale: Scale
  ticks: readonly number[]
  times: readonly TimeTick[]
}

/** A line at each value of the axis and the labels of the time axis, within an SVG whose origin is the plot's. */
export function Grid({ scale, ticks, times }: Props) {
  const { width, height } = scale
  return (
    <>
      {ticks.map((tick) => {
        const y = Math.round(yOf(tick, scale)) + 0.5
        return (
          <line
            key={tick}
            className={classes.line}
            data-zero={tick === 0 || undefined}
            x1={0}
            x2={width}
            y1={y}
            y2={y}
          />
        )
      })}
      {times
        .filter(({ at }) => xOf(at, scale) <= width - labelRoom)
        .map(({ at, label }) => (
          <text key={at} className={classes.time} x={xOf(at, scale)} y={height + baseline}>
            {label}
          </text>
        ))}
    </>
  )
}
