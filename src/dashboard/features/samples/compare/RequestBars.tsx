import type { ReactNode } from 'react'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import { Verdict } from '../../../kit/marks/Mark.tsx'
import { duration, signed } from '../../../kit/format/format.ts'
import { VisuallyHidden } from '../../../kit/layout/VisuallyHidden.tsx'
import { axisTicks, axisWords } from '../sample/axis.ts'
import classes from './compare.module.css'
import { usual } from './difference.ts'
import type { ChangeKind, RequestChange, Side } from './request-changes.ts'

export const kindWords: Readonly<Record<ChangeKind, string>> = {
  failed: 'Failed',
  fixed: 'Fixed',
  new: 'New',
  gone: 'Gone',
  slower: 'Slower',
  faster: 'Faster',
  same: 'About the same',
}

export type Letters = readonly [before: string, after: string]

interface Props {
  changes: readonly RequestChange[]
  letters: Letters
  /** When the largest content came in each of the two samples, ms. */
  largest: readonly [before: number | undefined, after: number | undefined]
}

const ticksWanted = 5

/** Requests of two samples on one time axis: the earlier one thin, the later one thick below it. */
export function RequestBars({ changes, letters, largest }: Props) {
  const ends = changes.flatMap(({ before, after }) =>
    [before, after].flatMap((side) => (side ? side.start + side.time : [])),
  )
  const to = 1.02 * Math.max(1, ...ends, ...largest.map((at) => at ?? 0))
  const ticks = axisTicks({ from: 0, to, zero: 0 }, ticksWanted)
  const words = axisWords(ticks)
  const place = (at: number) => `${(100 * at) / to}%`
  return (
    // phones show its rows as blocks, and a table loses its roles where CSS changes its display
    <table role="table" className={classes.bars} aria-label="Requests, most changed first">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Request
          </th>
          <th role="columnheader" scope="col">
            Type
          </th>
          <th role="columnheader" scope="col">
            <VisuallyHidden>Time</VisuallyHidden>
            <span className={classes.ticks} aria-hidden="true">
              {ticks.map((tick, i) => (
                <span key={tick} style={{ insetInlineStart: place(tick) }}>
                  {words[i]}
                </span>
              ))}
            </span>
          </th>
          <th role="columnheader" scope="col">
            Change
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {changes.map((change) => {
          const { key, url, name, type, before, after } = change
          return (
            <tr key={key} role="row">
              <th role="rowheader" scope="row" title={url}>
                <Breakable text={name} />
              </th>
              <td role="cell">{type}</td>
              <td role="cell" title={`${timeOf(letters[0], before)}, ${timeOf(letters[1], after)}`}>
                <VisuallyHidden>
                  {timeOf(letters[0], before)}, {timeOf(letters[1], after)}
                </VisuallyHidden>
                <span className={classes.track} aria-hidden="true">
                  {ticks.map((tick) => (
                    <span key={tick} className={classes.tick} style={{ insetInlineStart: place(tick) }} />
                  ))}
                  {largest.map((at, i) =>
                    at === undefined ? null : (
                      <span
                        key={letters[i]}
                        className={classes.largest}
                        data-side={i}
                        style={{ insetInlineStart: place(at) }}
                      />
                    ),
                  )}
                  {[before, after].map(
                    (side, i) =>
                      side && (
                        <span
                          key={letters[i]}
                          className={classes.bar}
                          data-side={i}
                          style={{ insetInlineStart: place(side.start), width: place(side.time) }}
                        />
                      ),
                  )}
                </span>
              </td>
              <td role="cell">
                <Outcome change={change} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const timeOf = (letter: string, side: Side | undefined) => `${letter}\u00a0${side ? duration(side.time) : '–'}`

function Outcome({ change: { kind, before, after, longer } }: { change: RequestChange }): ReactNode {
  if (kind === 'failed') return <Verdict severity="error">{kindWords.failed}</Verdict>
  if (kind !== 'slower' && kind !== 'faster' && kind !== 'same') return kindWords[kind]
  if (kind === 'same' || !before || !after) return <AboutTheSame />
  return (
    <>
      <VisuallyHidden>{kindWords[kind]} </VisuallyHidden>
      {signed(longer, duration)}
    </>
  )
}

/** A change that says nothing. */
export function AboutTheSame() {
  return <span className={classes.usual}>{usual}</span>
}
