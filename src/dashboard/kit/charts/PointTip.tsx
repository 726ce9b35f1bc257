import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { useZone } from '../format/zone.ts'
import { severities } from '../../../contract/severity.ts'
import { Verdict } from '../marks/Mark.tsx'
import { exactTime } from '../format/time.ts'
import type { ChartPart } from './PercentileBand.tsx'
import { SeriesLine } from './Legend.tsx'
import overlay from './overlay.module.css'
import classes from './PointChart.module.css'

/** What a point belongs to, such as its location. */
export interface PointName {
  readonly name: string
  /** The key of the part with that name. */
  readonly part?: string | undefined
}

interface Props {
  x: number
  y: number
  /** The plot's width, which the tip stays within. */
  width: number
  at: number
  type: number
  value: string
  names: readonly PointName[]
  parts: readonly ChartPart[]
}

/** Describes the point under the pointer, also to screen readers. */
export function PointTip({ x, y, width, at, type, value, names, parts }: Props) {
  const zone = useZone()
  const severity = severities[type]
  const verdict = severity && <Verdict severity={severity}>{severity}</Verdict>
  return (
    <>
      <span className={classes.ring} style={{ insetInlineStart: x, insetBlockStart: y }} />
      <div
        className={`${overlay.tip} ${classes.tip}`}
        data-side={x > width / 2 ? 'left' : 'right'}
        style={{ insetInlineStart: x, insetBlockStart: y }}
        aria-hidden="true"
      >
        <p>{exactTime(at, zone)}</p>
        {names.map(({ name, part }) => (
          <p key={name} className={classes.name}>
            {parts.some(({ key }) => key === part) && <SeriesLine series={parts} of={part ?? ''} />} {name}
          </p>
        ))}
        <p>
          <strong>{value}</strong> {verdict}
        </p>
      </div>
      <VisuallyHidden role="status">
        {exactTime(at, zone)}: {value}, {verdict}
        {names.map(({ name }) => `, ${name}`).join('')}
      </VisuallyHidden>
    </>
  )
}
