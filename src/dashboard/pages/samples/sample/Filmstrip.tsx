import { duration } from '../../../format/format.ts'
import type { Axis } from './axis.ts'
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

/** Screenshots at even steps of the axis. */
export function Filmstrip({ shots, axis, width, cursor, onCursor }: Props) {
  const { from, to, zero } = axis
  const frames = Math.max(minFrames, Math.floor(width / pixelsPerFrame))
  const step = (to - from) / frames
  return (
    <ol className={classes.film} aria-label="Filmstrip">
      {Array.from({ length: frames }, (_, i) => {
        const at = from + i * step
        // the last frame shows the end
        const seen = i === frames - 1 ? to : at
        const shot = shotAt(shots, seen + zero)
        return (
          <li key={at}>
            <button
              type="button"
              className={classes.frame}
              aria-current={(cursor >= at && cursor < at + step) || undefined}
              onClick={() => onCursor(seen)}
            >
              {shot ? (
                <img src={sourceOf(shot)} alt={`The page at ${duration(seen)}`} />
              ) : (
                <span className={classes.blank}>{`Blank at ${duration(seen)}`}</span>
              )}
            </button>
            <span aria-hidden="true">{duration(seen)}</span>
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
