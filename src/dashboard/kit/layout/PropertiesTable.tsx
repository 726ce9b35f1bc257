import type { ReactNode } from 'react'
import { Tiles } from './Tiles.tsx'
import classes from './PropertiesTable.module.css'

export interface Fact {
  readonly label: string
  readonly value: ReactNode
  /** The value is text rather than a number, so it is set smaller. */
  readonly inWords?: boolean
  /** Takes a line of its own, for what is long and mustn't wrap. Ignored among figures. */
  readonly isLong?: boolean
  /** Explains the value. */
  readonly note?: ReactNode
}

/** Key figures side by side, each with a note. */
export function Figures({ facts }: { facts: readonly Fact[] }) {
  return <Tiles tiles={facts} />
}

/** A record's fields, one per line. */
export function PropertiesTable({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map((fact) => (
        <div key={fact.label} className={classes.fact} data-long={fact.isLong}>
          <dt>{fact.label}</dt>
          <dd>
            {fact.value}
            {fact.note && <span className={classes.below}>{fact.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
