import type { ReactNode } from 'react'
import { troubles, type Trouble } from '../../../contract/index.ts'
import { outline, severityShapes } from '../../kit/marks/Mark.tsx'
import { Tiles } from '../../kit/layout/Tiles.tsx'
import { useIsNarrow, useIsPhone } from '../../kit/layout/use-media.ts'
import { fullNumber, percent } from '../../kit/format/format.ts'
import classes from './FleetTiles.module.css'
import { shortTroubleNames, troubleNames, type Counts } from './words.ts'

interface Props {
  readonly counts: Counts
  readonly chosen: Trouble | undefined
  /** Whether the counts are of what a search finds. */
  isSearched: boolean
  /** The address that shows the sites in a kind of trouble, or all of them. */
  readonly linkTo: (trouble: Trouble | undefined) => string
}

/** How many sites are in each kind of trouble, and what share of all that is. Each tile shows only those, or all again. */
export function FleetTiles({ counts, chosen, isSearched, linkTo }: Props) {
  const isPhone = useIsPhone()
  const isNarrow = useIsNarrow()
  const all = troubles.reduce((sum, trouble) => sum + counts[trouble], 0)
  const shown = troubles.filter((trouble) => counts[trouble] > 0 || trouble === chosen || !isRare(trouble))
  const tiles = shown.map((trouble) => ({
    label: isNarrow ? shortTroubleNames[trouble] : troubleNames[trouble],
    // of the kind, not of a severity: sites of one kind differ in that
    mark: <Key trouble={trouble} />,
    value: fullNumber(counts[trouble]),
    note: isPhone || all === 0 ? undefined : `${percent(counts[trouble] / all)} of ${isSearched ? 'these' : 'sites'}`,
    to: linkTo(trouble === chosen ? undefined : trouble),
    isCurrent: trouble === chosen,
  }))
  const total = { label: 'All', value: fullNumber(all), to: linkTo(undefined), isCurrent: chosen === undefined }
  return (
    <Tiles
      isCompact
      // a phone has room for two rows of four
      tiles={isPhone && tiles.length < 8 ? [...tiles, total] : tiles}
      foot={
        <div className={classes.parts} aria-hidden="true">
          {troubles.map(
            (trouble) =>
              counts[trouble] > 0 && (
                <span key={trouble} data-trouble={trouble} style={{ flexGrow: counts[trouble] }} />
              ),
          )}
        </div>
      }
    />
  )
}

/** Whether most fleets have no such site, so that only those that do have a tile for it. */
const isRare = (trouble: Trouble) => trouble === 'off' || trouble === 'unchecked'

/** A shape for each kind, in the colour of its part of the bar. */
const shapes = {
  down: severityShapes.critical,
  dns: <path d="M6 1.4 10.6 6 6 10.6 1.4 6Z" {...outline} />,
  slow: severityShapes.warning,
  other: severityShapes.error,
  maintenance: <path d="M6 1.4 11 10.4H1Z" {...outline} />,
  off: <circle cx="6" cy="6" r="4.2" {...outline} />,
  idle: <circle cx="6" cy="6" r="4.2" {...outline} strokeDasharray="2.2 1.5" />,
  unchecked: <path d="M2.6 6h6.8" {...outline} strokeLinecap="round" />,
  healthy: severityShapes.ok,
} as const satisfies Record<Trouble, ReactNode>

function Key({ trouble }: { trouble: Trouble }) {
  return (
    <svg className={classes.key} data-trouble={trouble} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      {shapes[trouble]}
    </svg>
  )
}
