import { VisuallyHidden } from '@mantine/core'
import { useZone } from '../stores/preferences.ts'
import { Severity } from '../components/Mark.tsx'
import { exactTime } from '../format/time.ts'
import classes from './PointChart.module.css'

interface Props {
  x: number
  y: number
  /** The plot's width, which the tip stays within. */
  width: number
  at: number
  type: number
  value: string
}

/** Describes the point under the pointer, also to screen readers. */
export function PointTip({ x, y, width, at, type, value }: Props) {
  const zone = useZone()
  return (
    <>
      <span className={classes.ring} style={{ insetInlineStart: x, insetBlockStart: y }} />
      <div
        className={classes.tip}
        data-side={x > width / 2 ? 'left' : 'right'}
        style={{ insetInlineStart: x, insetBlockStart: y }}
        aria-hidden="true"
      >
        <p>{exactTime(at, zone)}</p>
        <p>
          <strong>{value}</strong> <Severity type={type} />
        </p>
      </div>
      <VisuallyHidden role="status">
        {exactTime(at, zone)}: {value}, <Severity type={type} />
      </VisuallyHidden>
    </>
  )
}
