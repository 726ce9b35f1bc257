import { severities, troubles, type Trouble } from '../../../contract/index.ts'
import classes from './HealthSquares.module.css'

/** More sites than this are shown as shares of one bar. */
const most = 24

interface Props {
  counts: Readonly<Record<Trouble, number>>
  /** How severe the worst of the sites in each kind of trouble is. */
  severityOf: ReadonlyMap<Trouble, number>
}

/** A square for each site, the healthy first; the words beside it say the same. */
export function HealthSquares({ counts, severityOf }: Props) {
  const markOf = (trouble: Trouble) => ({
    'data-trouble': trouble,
    'data-severity': severities[severityOf.get(trouble) ?? -1],
  })
  const kinds = troubles.toReversed().filter((trouble) => counts[trouble] > 0)
  const all = kinds.reduce((sum, trouble) => sum + counts[trouble], 0)
  return (
    <span className={classes.squares} aria-hidden="true">
      {all > most
        ? kinds.map((trouble) => (
            <span key={trouble} {...markOf(trouble)} data-share style={{ flexGrow: counts[trouble] }} />
          ))
        : kinds.flatMap((trouble) =>
            Array.from({ length: counts[trouble] }, (_, i) => <span key={`${trouble}${i}`} {...markOf(trouble)} />),
          )}
    </span>
  )
}
