import { stretchesOf } from './gaps.ts'
import classes from './Spark.module.css'

interface Props {
  /** Oldest first; null if not measured. At least one is a number. */
  values: readonly (number | null)[]
  /** What it shows, in words. */
  label: string
  /** Drawn as a dotted line. */
  limit?: number | undefined
  /** `warning` while what it shows is over its limit, `error` while it's poor as well, `good` for what was achieved. */
  tone?: 'warning' | 'error' | 'good' | undefined
}

/** The height of the drawing's coordinates, and its width for each step in time. */
const height = 100
const step = 10
/** The axis covers at least this share of the highest value, so that what hardly changes looks steady. */
const leastSpan = 0.4

/** A small line over time without axes, as large as its place. It ends in a dot. */
export function Spark({ values, label, limit, tone }: Props) {
  const known = values.filter((one) => one !== null)
  const { bottom, top } = axisOf(known, limit)
  const width = Math.max(1, values.length - 1) * step
  const y = (value: number) => ((top - value) / (top - bottom)) * height
  const stretches = stretchesOf(
    values.map((value, i) => ({ at: i * step, value })),
    ({ value }) => value,
  ).map((stretch) => stretch.map(({ at, value }) => [at, y(value ?? 0)] as const))
  const end = stretches.at(-1)?.at(-1)
  return (
    <svg
      className={classes.spark}
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={classes.area} d={stretches.map((places) => areaOf(places)).join('')} />
      {limit !== undefined && <path className={classes.limit} d={`M0 ${y(limit).toFixed(1)}H${width}`} />}
      <path className={classes.line} d={stretches.map((places) => pathOf(places)).join('')} />
      {end && <path className={classes.end} d={pathOf([end])} />}
    </svg>
  )
}

/** The values at the bottom and at the top of the drawing. */
export function axisOf(values: readonly number[], limit: number | undefined): { bottom: number; top: number } {
  const shown = limit === undefined ? values : [...values, limit]
  const top = Math.max(...shown)
  const bottom = Math.min(...shown, top * (1 - leastSpan))
  return top > bottom ? { bottom, top } : { bottom: top - 1, top: top + 1 }
}

type Places = readonly (readonly [x: number, y: number])[]

/** A lone value is a dot: a line without length, with round ends. */
function pathOf(places: Places): string {
  const line = places.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y.toFixed(1)}`).join('')
  return places.length === 1 ? `${line}h0` : line
}

function areaOf(places: Places): string {
  const [[from] = [0], [to] = [0]] = [places[0], places.at(-1)]
  return places.length < 2 ? '' : `${pathOf(places)}L${to} ${height}L${from} ${height}Z`
}
