import { duration } from '../../../kit/format/format.ts'
import { axisWords, frameAt, framesOf, type Axis } from './axis.ts'
import classes from './Timeline.module.css'
import { shotAt } from './timeline.ts'

export interface Shot {
  /** ms from the start of the measurement. */
  readonly at: number
  readonly content_type: string
  /** Base64. */
  readonly data: string
}

interface Props {
  shots: readonly Shot[]
  axis: Axis
  /** The axis’s width in pixels. */
  width: number
  /** ms on the axis. */
  cursor: number
  onCursor: (at: number) => void
}

const pixelsPerFrame = 92
/** On narrow screens, the frames get smaller instead. */
const minFrames = 3

/** Screenshots from the start of the axis to its end, each above its time. */
export function Filmstrip({ shots, axis, width, cursor, onCursor }: Props) {
  const frames = framesOf(axis, Math.max(minFrames, Math.floor(width / pixelsPerFrame)))
  const words = axisWords(frames.map(({ at }) => at))
  const current = frameAt(frames, cursor)
  return (
    <ol className={classes.film} aria-label="Filmstrip">
      {frames.map((frame, i) => {
        const { from, to, at } = frame
        const shot = shotAt(shots, at + axis.zero)
        const place = `${(100 * (at - from)) / (to - from)}%`
        return (
          <li key={at}>
            <button
              type="button"
              className={classes.frame}
              aria-current={frame === current || undefined}
              onClick={() => onCursor(at)}
            >
              {shot ? (
                <img src={sourceOf(shot)} alt={`The page at ${duration(at)}`} />
              ) : (
                <span className={classes.blank}>{`Blank at ${duration(at)}`}</span>
              )}
            </button>
            <span
              className={classes.frameTime}
              aria-hidden="true"
              style={{ insetInlineStart: place, translate: `-${place}` }}
            >
              {words[i]}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Accepts only images, so that nothing a service sends can be executed. */
export function sourceOf({ content_type: type, data }: Shot): string {
  return /^image\/(png|jpeg|webp|avif|gif)$/.test(type) ? `data:${type};base64,${data}` : ''
}
