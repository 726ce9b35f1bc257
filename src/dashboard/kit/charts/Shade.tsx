import { xOf, type Scale } from './point-layer.ts'
import type { Highlight } from './TimeChart.tsx'
import classes from './TimeChart.module.css'

/** Beside what is shaded, and above the plot, where no line crosses it, in pixels. */
const nameGap = 6
const nameBaseline = -5
/** About as wide as a letter of it is, in pixels. */
const pixelsPerLetter = 7

/** Where something that is shaded begins, and how wide it is. */
function extentOf({ from, to }: Highlight, scale: Scale): { start: number; width: number } {
  const start = xOf(Math.max(from, scale.from), scale)
  return { start, width: Math.max(1, xOf(Math.min(to, scale.to), scale) - start) }
}

/** A part of the time, tinted behind what is drawn. */
export function Shade({ highlight, scale }: { highlight: Highlight; scale: Scale }) {
  const { start, width } = extentOf(highlight, scale)
  return (
    <g data-tone={highlight.tone}>
      <rect className={classes.highlight} x={start} y={0} width={width} height={scale.height} />
      <path className={classes.edge} d={`M${start} 0h${width}`} />
    </g>
  )
}

/** Names what is shaded: above it or, if that's too narrow, on the side that has more room. */
export function ShadeName({ highlight, scale }: { highlight: Highlight; scale: Scale }) {
  const { start, width } = extentOf(highlight, scale)
  const isWithin = width > highlight.label.length * pixelsPerLetter + 2 * nameGap
  const isBefore = !isWithin && start > scale.width - start - width
  const end = start + width
  return (
    <text
      className={classes.highlightName}
      data-tone={highlight.tone}
      x={isBefore ? start - nameGap : (isWithin ? start : end) + nameGap}
      y={nameBaseline}
      textAnchor={isBefore ? 'end' : 'start'}
    >
      {highlight.label}
    </text>
  )
}
