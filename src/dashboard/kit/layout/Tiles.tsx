import { useId, type ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { Figure, IsFigure } from '../values/Figure.tsx'
import classes from './Tiles.module.css'

export interface Tile {
  readonly label: string
  /** Before the label, for a tile that counts what is in a state. */
  readonly mark?: ReactNode
  /** A text is set as a figure with smaller units. */
  readonly value: ReactNode
  /** The value is text rather than a number, so it is set smaller. */
  readonly inWords?: boolean
  /** One line that says what the value means. */
  readonly note?: ReactNode
  /** A small chart, 32 pixels high. Null while it loads: its place is kept, so that nothing moves. */
  readonly chart?: ReactNode
  /** What was achieved is green. Only one tile of a page may be. */
  readonly isGood?: boolean
  /** Where a press anywhere on the tile leads. */
  readonly to?: To
  /** Whether the page shows what the tile leads to. */
  readonly isCurrent?: boolean
}

interface Props {
  tiles: readonly Tile[]
  /** Set smaller, to have up to nine in a row. */
  isCompact?: boolean
  /** A strip along the bottom edge, such as the parts that the tiles are of a whole. */
  foot?: ReactNode
}

/** Tiles beyond these numbers take another row. */
const perRow = { large: { wide: 5, tablet: 4 }, compact: { wide: 9, tablet: 5 } } as const
/** More tiles than this stand in one row only where the window is wide. */
const few = { large: 4, compact: 7 } as const

/** How many stand in each row, so that rows are filled alike. */
const columnsOf = (tiles: number, most: number) => Math.ceil(tiles / Math.ceil(tiles / most))

/** How many columns the last tile takes, so that no place beside it is empty. */
const lastOf = (tiles: number, columns: number) => columns - ((tiles - 1) % columns)

/** The few figures that matter, joined in one card. */
export function Tiles({ tiles, isCompact = false, foot }: Props) {
  const id = useId()
  const size = isCompact ? 'compact' : 'large'
  const { wide, tablet } = perRow[size]
  const inRow = columnsOf(tiles.length, wide)
  const onTablet = columnsOf(tiles.length, tablet)
  const columns = {
    ['--columns' as string]: inRow,
    ['--last' as string]: lastOf(tiles.length, inRow),
    ['--columns-tablet' as string]: onTablet,
    ['--last-tablet' as string]: lastOf(tiles.length, onTablet),
  }
  return (
    <div
      className={classes.card}
      data-compact={isCompact || undefined}
      data-many={tiles.length > few[size] || undefined}
    >
      <dl className={classes.tiles} style={columns}>
        {tiles.map(({ label, mark, value, inWords, note, chart, isGood, to, isCurrent }, i) => (
          <div key={label} className={classes.tile} data-current={isCurrent || undefined}>
            <dt className={classes.label}>
              {mark}
              {to === undefined ? (
                label
              ) : (
                <Link className={classes.link} to={to} aria-current={isCurrent} aria-describedby={`${id}${i}`}>
                  {label}
                </Link>
              )}
            </dt>
            <dd
              className={classes.value}
              id={to === undefined ? undefined : `${id}${i}`}
              data-words={inWords}
              data-good={isGood || undefined}
            >
              <IsFigure value={!inWords}>
                {typeof value === 'string' && !inWords ? <Figure text={value} /> : value}
              </IsFigure>
            </dd>
            {note && <dd className={classes.note}>{note}</dd>}
            {(chart || chart === null) && <dd className={classes.chart}>{chart}</dd>}
          </div>
        ))}
      </dl>
      {foot}
    </div>
  )
}
