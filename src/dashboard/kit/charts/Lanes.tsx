import type { Point } from './gaps.ts'
import { barShare } from './line-style.ts'
import { laneFrame } from './plot-frame.ts'
import { xOf, type Scale } from './point-layer.ts'
import type { LaneStyle, Series } from './TimeChart.tsx'
import classes from './TimeChart.module.css'

interface Props extends LaneStyle {
  series: readonly Series[]
  points: readonly Point[]
  scale: Scale
  /** Where lines cross all lanes, in pixels. */
  lines?: readonly number[]
}

/** What was measured without a failure is shorter, so that failures are told without colour. */
const shareWithout = 0.6
/** The narrowest bar, in pixels. */
const leastWidth = 2
/** What a letter of a name takes at most, and the space between a line and a name, in pixels. */
const letter = 7
const lineGap = 4

/**
 * A lane of bars for each series, whose values count failures: full where there is one, short where there is none. Their names
 * begin with the first bar, or beside the line that would cross them there.
 */
export function Lanes({ series, points, scale, lines = [], width, tone }: Props) {
  const { name, bars, gap } = laneFrame
  const barWidth = Math.max(leastWidth, (barShare * scale.width * width) / (scale.to - scale.from))
  const first = points.find((point) => series.some(({ key }) => typeof point[key] === 'number'))
  const nameWidth = letter * Math.max(...series.map(({ label }) => label.length))
  const room = scale.width - nameWidth
  const begin = first ? Math.max(0, Math.min(xOf(first.at, scale) - barWidth / 2, room)) : 0
  const beside = lines.flatMap((line) => [line + lineGap, line - lineGap - nameWidth])
  const isFree = (x: number) => lines.every((line) => line + lineGap <= x || line >= x + nameWidth)
  const [start = begin] = [begin, ...beside]
    .filter((x) => x >= 0 && x <= room && isFree(x))
    .toSorted((a, b) => Math.abs(a - begin) - Math.abs(b - begin))
  return series.map(({ key, label }, i) => {
    const top = i * (name + bars + gap)
    const bottom = top + name + bars
    const bar = (at: number, height: number) =>
      `M${xOf(at, scale) - barWidth / 2} ${bottom - height}h${barWidth}v${height}h${-barWidth}Z`
    const drawn = (hasFailed: boolean) =>
      points
        .filter(({ [key]: failed }) => typeof failed === 'number' && failed > 0 === hasFailed)
        .map(({ at }) => bar(at, hasFailed ? bars : shareWithout * bars))
        .join('')
    return (
      <g key={key}>
        <text className={classes.lane} x={start} y={top + name - 6}>
          {label}
        </text>
        <path className={classes.good} d={drawn(false)} />
        <path className={classes.failed} data-tone={tone} d={drawn(true)} />
      </g>
    )
  })
}
