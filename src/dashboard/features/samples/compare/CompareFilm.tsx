import { duration } from '../../../kit/format/format.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { useWidth } from '../../../kit/layout/use-width.ts'
import { axisWords, framesOf } from '../sample/axis.ts'
import { sourceOf } from '../sample/Filmstrip.tsx'
import { marksOf, shotAt } from '../sample/timeline.ts'
import classes from './compare.module.css'
import type { Compared } from './compared.ts'

const pixelsPerFrame = 96
const fewestFrames = 3

/** Screenshots of each sample at the same times, one below the other. */
export function CompareFilm({ samples }: { samples: readonly Compared[] }) {
  const { ref, width } = useWidth()
  const films = samples.flatMap(({ letter, sample }) => {
    const { screenshots: shots = [], metrics } = sample
    if (shots.length === 0) return []
    const largest = marksOf(metrics).find(({ name }) => name === 'LCP')?.at
    return [{ letter, shots, largest, last: Math.max(largest ?? 0, ...shots.map(({ at }) => at)) }]
  })
  if (films.length === 0) return null
  const axis = { from: 0, to: Math.max(1, ...films.map(({ last }) => last)), zero: 0 }
  const frames = framesOf(axis, Math.max(fewestFrames, Math.floor(width / pixelsPerFrame)))
  const words = axisWords(frames.map(({ at }) => at))
  return (
    <Panel title="What a visitor saw" aside="framed: the first with the largest content">
      <div ref={ref} className={classes.films} style={{ ['--frames' as string]: frames.length }}>
        {films.map(({ letter, shots, largest }) => {
          const framed = frames.find(({ at }) => largest !== undefined && at >= largest)
          return (
            <div key={letter} className={classes.film}>
              <Letter of={letter} />
              <ol aria-label={`What a visitor saw in ${letter}`}>
                {frames.map((frame) => {
                  const shot = shotAt(shots, frame.at)
                  return (
                    <li key={frame.at} data-framed={frame === framed || undefined}>
                      {shot ? (
                        <img src={sourceOf(shot)} alt={`The page at ${duration(frame.at)}`} />
                      ) : (
                        <span className={classes.blank}>Blank at {duration(frame.at)}</span>
                      )}
                    </li>
                  )
                })}
              </ol>
            </div>
          )
        })}
        <div className={classes.film} aria-hidden="true">
          <span className={classes.letter} data-empty />
          <ol>
            {words.map((time, i) => (
              <li key={frames[i]?.at} data-time>
                {time}
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Panel>
  )
}

/** A sample's letter; the earliest one's is grey. */
export function Letter({ of: letter }: { of: string }) {
  return (
    <span className={classes.letter} data-letter={letter}>
      {letter}
    </span>
  )
}
