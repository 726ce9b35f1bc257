import type { RequestRecord } from '../../../contract/index.ts'
import { axisTicks, axisWords } from './sample/axis.ts'
import { endOf, segmentsOf } from './sample/timeline.ts'
import classes from './MiniWaterfall.module.css'

interface Props {
  requests: readonly RequestRecord[]
  /** The end of the axis, ms. Waterfalls with the same one can be compared. */
  to: number
  /** Where what was measured is marked, ms. */
  mark?: { readonly at: number; readonly tone: 'good' | 'warning' | 'error' | 'critical' } | undefined
  label: string
}

/** Units of the drawing: its width, and the height of a row and of the bar in it. */
const width = 1000
const row = 10
const bar = 7
const tickCount = 4
/** Further along the axis, the middle of a tick's words would be past its end. */
const nearEnd = 0.9
/** Of more requests, those that ended last say why a page took as long as it did; the rest are left out. */
const maxRows = 16

/** The shape of a sample's waterfall, without names: enough to compare it with another. */
export function MiniWaterfall({ requests, to, mark, label }: Props) {
  const last = new Set(requests.toSorted((a, b) => endOf(b) - endOf(a)).slice(0, maxRows))
  const shown = requests.filter((request) => last.has(request))
  const x = (at: number) => Math.min(width, (at / to) * width)
  const height = Math.max(1, shown.length) * row
  const ticks = axisTicks({ from: 0, to, zero: 0 }, tickCount)
  const words = axisWords(ticks)
  const share = (at: number) => `${(100 * at) / to}%`
  if (shown.length === 0) return null
  return (
    <div className={classes.waterfall}>
      <svg
        className={classes.bars}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        style={{ ['--rows' as string]: shown.length }}
      >
        {ticks.map((tick) => (
          <path key={tick} className={classes.tick} d={`M${x(tick)} 0V${height}`} />
        ))}
        {shown.flatMap((request, i) =>
          segmentsOf(request).map(({ phase, from, to: end }) => (
            <rect
              key={`${i} ${phase}`}
              data-phase={phase}
              x={x(from)}
              y={i * row + (row - bar) / 2}
              width={Math.max(2, x(end) - x(from))}
              height={bar}
              style={{ fill: `var(--sp-phase-${phase})` }}
            />
          )),
        )}
        {mark && <path className={classes.mark} data-tone={mark.tone} d={`M${x(mark.at)} 0V${height}`} />}
      </svg>
      <div className={classes.axis} aria-hidden="true">
        {ticks.map((tick, i) => (
          <span key={tick} data-end={tick / to > nearEnd || undefined} style={{ insetInlineStart: share(tick) }}>
            {words[i]}
          </span>
        ))}
      </div>
    </div>
  )
}
