import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import { dateAndTime, type Zone } from '../format/time.ts'
import { lanesOf } from './lanes.ts'
import { xOf, type Scale } from './point-layer.ts'
import classes from './PointChart.module.css'

export interface ChartEvent {
  /** UNIX ms. */
  readonly at: number
  /** `purge ×6` */
  readonly label: string
}

interface Props {
  events: readonly ChartEvent[]
  scale: Scale
  zone: Zone
}

/** Approximate text measures in pixels. */
const letterWidth = 6.5
const laneHeight = 14
const gap = 4

/** Marks events with dotted lines and labels that don't overlap. */
export const EventLines = memo(function EventLines({ events, scale, zone }: Props) {
  const { from, to, width, height } = scale
  const named = events
    .filter(({ at }) => at >= from && at <= to)
    .map(({ at, label }) => {
      const words = `${label}, ${dateAndTime(at, zone)}`
      const x = xOf(at, scale)
      const length = words.length * letterWidth
      const isLeft = x > width / 2
      return { at, words, x, isLeft, start: isLeft ? x - length - gap : x + gap, length }
    })
  const lanes = lanesOf(named)
  return (
    <>
      <svg className={classes.band} width={width} height={height} aria-hidden="true" focusable="false">
        {named.map(({ at, words, x, isLeft }, i) => (
          <g key={`${at} ${words}`}>
            <line className={classes.event} x1={x} x2={x} y1={0} y2={height} />
            <text
              className={classes.eventName}
              x={isLeft ? x - gap : x + gap}
              y={laneHeight * ((lanes[i] ?? 0) + 0.75)}
              textAnchor={isLeft ? 'end' : 'start'}
            >
              {words}
            </text>
          </g>
        ))}
      </svg>
      <VisuallyHidden component="ul" aria-label="Events">
        {named.map(({ at, words }) => (
          <li key={`${at} ${words}`}>{words}</li>
        ))}
      </VisuallyHidden>
    </>
  )
})
